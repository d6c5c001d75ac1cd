/**
 * Works something out of a list once: a pass over many configs passes the same lists again and again, and what each of them would
 * look for in the whole list grows with the square of the configs. Lists are taken not to change.
 */
export function oncePerList<Item, Result>(
  workOut: (list: readonly Item[]) => Result,
): (list: readonly Item[]) => Result {
  const known = new WeakMap<readonly Item[], { readonly result: Result }>();
  return (list) => {
    const found = known.get(list);
    if (found !== undefined) return found.result;
    const result = workOut(list);
    known.set(list, { result });
    return result;
  };
}
