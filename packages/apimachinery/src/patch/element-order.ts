import { valueAt } from '../api/json-members.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../api/json-value.ts';
import { goTypeName, goValueText } from './go-value-text.ts';
import { badType, crash, noMergeKey, StrategicRefusal } from './strategic-refusal.ts';

/** What tells an item of a merged list from the others; undefined for an item that has nothing of the kind. */
type ItemKey = string | undefined;

/** The key of an item: its merge key's value, or the scalar itself where there is no merge key. */
export function itemKey(item: JsonValue, mergeKey: string): ItemKey {
  const value = mergeKey === '' ? item : isJsonObject(item) ? valueAt(item, mergeKey) : undefined;
  return value === undefined ? undefined : scalarKey(value);
}

/** A text that is the same for equal scalars only. */
export function scalarKey(value: JsonValue): string {
  if (typeof value === 'object' && value !== null)
    throw crash(`hash of unhashable type ${goTypeName(value)}`);
  return `${typeof value} ${value}`;
}

/** The objects of a list that must have their merge key. */
export function requireMergeKeys(list: readonly JsonValue[], mergeKey: string): readonly JsonObject[] {
  return list.map((item) => {
    if (!isJsonObject(item)) throw badType({}, item);
    if (valueAt(item, mergeKey) === undefined) throw noMergeKey(item, mergeKey);
    return item;
  });
}

/** The one Go type of all items; they must not be lists. */
export function elementType(...lists: readonly (readonly JsonValue[])[]): string {
  let type: string | undefined;
  for (const item of lists.flat()) {
    const next = goTypeName(item);
    if (type === undefined && item === null) throw crash('invalid memory address or nil pointer dereference');
    if (type === undefined && Array.isArray(item))
      throw new StrategicRefusal('lists of lists are not supported', 422);
    if (type !== undefined && type !== next) {
      throw new StrategicRefusal(`list element types are not identical: ${goValueText(lists)}`);
    }
    type = next;
  }
  if (type === undefined) throw new StrategicRefusal('no elements in any of the given slices');
  return type;
}

interface ElementOrder {
  /** The items the patch names, in the order they are to have. */
  readonly named: readonly JsonValue[];
  /** The list as it was. */
  readonly live: readonly JsonValue[];
  readonly mergeKey: string;
}

/**
 * Orders a merged list: items the patch names come in the patch's order, the others in the order they had, and
 * where both had a place before the one in front stays in front.
 */
export function orderElements(merged: readonly JsonValue[], order: ElementOrder): JsonValue[] {
  const { mergeKey } = order;
  if (mergeKey !== '') {
    requireMergeKeys(merged, mergeKey);
    requireMergeKeys(order.named, mergeKey);
  }
  const named = places(order.named, mergeKey);
  const live = places(order.live, mergeKey);
  const place = (item: JsonValue, of: ReadonlyMap<ItemKey, number>) => of.get(itemKey(item, mergeKey)) ?? -1;
  const patched: JsonValue[] = [];
  const others: JsonValue[] = [];
  for (const item of merged) (place(item, named) >= 0 ? patched : others).push(item);
  patched.sort((left, right) => place(left, named) - place(right, named));
  others.sort((left, right) => place(left, live) - place(right, live));
  return interleave(others, patched, (item) => place(item, live));
}

/** First places of the keys in a list. */
function places(list: readonly JsonValue[], mergeKey: string): ReadonlyMap<ItemKey, number> {
  const found = new Map<ItemKey, number>();
  for (const [index, item] of list.entries()) {
    const key = itemKey(item, mergeKey);
    if (!found.has(key)) found.set(key, index);
  }
  return found;
}

function interleave(
  left: readonly JsonValue[],
  right: readonly JsonValue[],
  place: (item: JsonValue) => number,
): JsonValue[] {
  const result: JsonValue[] = [];
  let next = 0;
  for (const item of right) {
    const limit = place(item);
    while (next < left.length && limit >= 0) {
      const candidate = left[next] ?? null;
      const own = place(candidate);
      if (own < 0 || own >= limit) break;
      result.push(candidate);
      next++;
    }
    result.push(item);
  }
  return [...result, ...left.slice(next)];
}
