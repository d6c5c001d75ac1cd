import { canonicalJson, isJsonObject, type JsonValue } from '@archipelago/apimachinery';

/** An item of a list that comes (no `before`), goes (no `after`) or changes (both, of one name). */
export interface ListChange {
  readonly before?: JsonValue;
  readonly after?: JsonValue;
  /** Where the item is in the new list; undefined: it goes. */
  readonly index: number | undefined;
}

/** Which items two lists do not share, those that come or change first; none where they only stand in another order. */
export function listChanges(
  before: readonly JsonValue[],
  after: readonly JsonValue[],
): readonly ListChange[] {
  const [old, wanted] = [byName(before), byName(after)];
  const [oldTexts, texts] = [new Set(before.map(canonicalJson)), new Set(after.map(canonicalJson))];
  const arriving = after.flatMap((item, index): readonly ListChange[] => {
    if (oldTexts.has(canonicalJson(item))) return [];
    const former = old.get(itemName(item));
    return [former === undefined ? { after: item, index } : { before: former, after: item, index }];
  });
  const leaving = before.filter((item) => !texts.has(canonicalJson(item)) && !wanted.has(itemName(item)));
  return [...arriving, ...leaving.map((item) => ({ before: item, index: undefined }))];
}

function byName(list: readonly JsonValue[]): ReadonlyMap<string, JsonValue> {
  return new Map(list.map((item) => [itemName(item), item]));
}

/** What people call an item: its name where it is an object that has one, else itself. */
export function itemName(item: JsonValue): string {
  if (!isJsonObject(item)) return typeof item === 'string' ? item : canonicalJson(item);
  const { name, metadata } = item;
  if (typeof name === 'string') return name;
  if (isJsonObject(metadata) && typeof metadata.name === 'string') return metadata.name;
  return canonicalJson(item);
}
