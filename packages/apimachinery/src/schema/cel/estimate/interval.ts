/** Bounds of a cost or a size; the top stands for "no bound". */
export interface Interval {
  readonly min: bigint;
  readonly max: bigint;
}

const top = 2n ** 64n - 1n;

export const unbounded: Interval = { min: 0n, max: top };
export const nothing: Interval = { min: 0n, max: 0n };

export function exactly(value: bigint): Interval {
  return { min: value, max: value };
}

function cap(value: bigint): bigint {
  return value > top ? top : value;
}

export function plus(a: Interval, b: Interval): Interval {
  return { min: cap(a.min + b.min), max: cap(a.max + b.max) };
}

export function times(a: Interval, b: Interval): Interval {
  return { min: cap(a.min * b.min), max: cap(a.max * b.max) };
}

function scale(value: bigint, factor: number): bigint {
  const scaled = Math.ceil(Number(value) * factor);
  return scaled >= 2 ** 64 ? top : BigInt(scaled);
}

/** Times a factor, rounded up, in doubles like the server. */
export function timesFactor(a: Interval, factor: number): Interval {
  return { min: scale(a.min, factor), max: scale(a.max, factor) };
}

/** The lesser; `Math.min` does not take bigints. */
export function lesser(a: bigint, b: bigint): bigint {
  if (a < b) return a;
  return b;
}

export function union(a: Interval, b: Interval): Interval {
  return { min: lesser(a.min, b.min), max: a.max + b.max - lesser(a.max, b.max) };
}
