/** What a list has under each key, in its order; what has none is left out. */
export function groupedBy<Item>(
  list: readonly Item[],
  keyOf: (item: Item) => string | undefined,
): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of list) {
    const key = keyOf(item);
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
