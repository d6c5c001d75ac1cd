/** A number in [0, 1). */
type Random = () => number;

/** The same numbers for the same seed, on every machine (mulberry32). */
export function seededRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A whole number below a limit. */
export type Draw = (limit: number) => number;

/** The same whole numbers for the same seed. */
export function seededDraw(seed: number): Draw {
  const random = seededRandom(seed);
  return (limit) => Math.floor(random() * limit);
}
