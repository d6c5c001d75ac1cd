/** Headers of every answer that is not for caches. */
export const UNCACHED = { 'cache-control': 'no-cache, private' };
