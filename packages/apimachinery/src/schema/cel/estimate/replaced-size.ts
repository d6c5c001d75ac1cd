import { type Interval, plus, times, unbounded } from './interval.ts';

function ceilDivide(a: bigint, b: bigint): bigint {
  return BigInt(Math.ceil(Number(a) / Number(b)));
}

interface Replacement {
  readonly count: bigint;
  readonly kept: bigint;
}

function longestReplacement(text: Interval, old: Interval, by: Interval): Replacement {
  if (old.min === 0n) return { count: text.max < unbounded.max ? text.max + 1n : text.max, kept: text.max };
  if (by.max <= old.min) return { count: 0n, kept: text.max };
  return { count: ceilDivide(text.max, old.min), kept: 0n };
}

function shortestReplacement(text: Interval, old: Interval, by: Interval): Replacement {
  if (old.max === 0n) return { count: text.min + 1n, kept: text.min };
  if (old.max <= by.min) return { count: 0n, kept: text.min };
  return { count: ceilDivide(text.min, old.max), kept: 0n };
}

/** Bounds of a text in which every `old` is replaced by `by`, from the bounds of the three. */
export function replacedSize(text: Interval, old: Interval, by: Interval): Interval {
  const most = longestReplacement(text, old, by);
  const least = shortestReplacement(text, old, by);
  const replaced = times({ min: least.count, max: most.count }, by);
  return plus(replaced, { min: least.kept, max: most.kept });
}
