interface FirstOptions<Item> {
  readonly pages: number;
  /** Of a page. */
  readonly length: number;
  readonly isWanted: (item: Item) => boolean;
}

/** The first pages of a list, what is wanted besides, and how many are left. */
export function firstOf<Item>(
  items: readonly Item[],
  { pages, length, isWanted }: FirstOptions<Item>,
): { readonly shown: readonly Item[]; readonly left: number } {
  const end = pages * length;
  const shown = [...items.slice(0, end), ...items.slice(end).filter(isWanted)];
  return { shown, left: items.length - shown.length };
}
