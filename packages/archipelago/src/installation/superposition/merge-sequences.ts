/**
 * One sequence in which each of the given ones stands, in its order, with things left out. What `isPlaced` says no of may stand
 * anywhere. Throws where the others contradict each other: a model that says the same things in two orders.
 */
export function mergeSequences(
  sequences: readonly (readonly string[])[],
  isPlaced: (each: string) => boolean,
): readonly string[] {
  const before = predecessors(sequences);
  const merged: string[] = [];
  while (before.size > 0) {
    const free = [...before].find(([, earlier]) => earlier.every((each) => !before.has(each)));
    const [next = ''] = free?.[0] === undefined ? before.keys() : [free[0]];
    if (free === undefined && isPlaced(next))
      throw new Error(`${next}: stands before others in one choice and behind them in another`);
    before.delete(next);
    merged.push(next);
  }
  return merged;
}

/** What stands right before each somewhere. */
function predecessors(sequences: readonly (readonly string[])[]): Map<string, readonly string[]> {
  const before = new Map<string, readonly string[]>();
  for (const sequence of sequences)
    for (const [index, each] of sequence.entries()) {
      const known = before.get(each) ?? [];
      before.set(each, index === 0 ? known : [...known, sequence[index - 1] ?? '']);
    }
  return before;
}
