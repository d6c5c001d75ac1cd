import { isDeepStrictEqual } from 'node:util';

/** `compute`, which is pure and takes plain data, without computing again what the same data came to the last time. */
export function remembering<G, T>(compute: (given: G) => T): (given: G) => T {
  let last: { readonly given: G; readonly made: T } | undefined;
  return (given) => {
    if (last === undefined || !isDeepStrictEqual(last.given, given)) last = { given, made: compute(given) };
    return last.made;
  };
}
