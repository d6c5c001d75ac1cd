import { RE2JS } from 're2js';

const cache = new Map<string, RE2JS | string>();
const cacheLimit = 500;

/** A compiled RE2 pattern (linear time), or why it is none. Recent patterns are kept. */
export function compileRegex(pattern: string): RE2JS | string {
  const known = cache.get(pattern);
  if (known !== undefined) return known;
  if (cache.size >= cacheLimit) cache.clear();
  const compiled = compile(pattern);
  cache.set(pattern, compiled);
  return compiled;
}

function compile(pattern: string): RE2JS | string {
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
