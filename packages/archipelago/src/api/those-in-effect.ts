import { isLookedAfter } from './is-looked-after.ts';

/** Those that count: beside one that is looked after, the others have no effect. */
export function thoseInEffect<T extends object>(all: readonly T[]): readonly T[] {
  const kept = all.filter(isLookedAfter);
  return kept.length === 0 ? all : kept;
}
