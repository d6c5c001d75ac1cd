/** So many are drawn at once. */
const pageLength = 20;

/** The first pages of a list, what is wanted besides, and how many are left. */
export function firstOf<Item>(
  items: readonly Item[],
  { pages, isWanted }: { readonly pages: number; readonly isWanted: (item: Item) => boolean },
): { readonly shown: readonly Item[]; readonly left: number } {
  const end = pages * pageLength;
  const shown = [...items.slice(0, end), ...items.slice(end).filter(isWanted)];
  return { shown, left: items.length - shown.length };
}
