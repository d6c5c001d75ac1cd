import { type JsonObject, type JsonValue, objectOf, valueAt } from '@archipelago/apimachinery';
import { type FieldType, type ListType, type MapType, memberType } from './field-type.ts';
import { mergeItemOrder } from './merge-item-order.ts';
import { asList, asMap, isEmptyMap, isOneValue, memberNames, narrowType } from './typed-value.ts';

/**
 * Merges an applied value into the live one: the applied one wins, lists and objects that are not atomic are
 * merged part by part. Undefined where nothing is left. Both must fit the type.
 */
export function mergeValues(
  live: JsonValue | undefined,
  applied: JsonValue | undefined,
  type: FieldType,
): JsonValue | undefined {
  return mergeAs(live, applied, narrowType(type, applied === undefined ? live : applied));
}

function mergeAs(
  live: JsonValue | undefined,
  applied: JsonValue | undefined,
  type: FieldType,
): JsonValue | undefined {
  if (isOneValue([live, applied], type)) return applied === undefined ? live : applied;
  if (type.map !== undefined) return mergeMembers(type.map, asMap(live), asMap(applied));
  return type.list === undefined
    ? undefined
    : mergeItems(type.list, asList(live) ?? [], asList(applied) ?? []);
}

function mergeMembers(
  map: MapType,
  live: JsonObject | undefined,
  applied: JsonObject | undefined,
): JsonValue | undefined {
  const merged = Array.from(memberNames(live, applied), (name): [string, JsonValue | undefined] => {
    const left = live === undefined ? undefined : valueAt(live, name);
    const right = applied === undefined ? undefined : valueAt(applied, name);
    const type = memberType(map, name);
    if (type === undefined || (left === undefined && right === undefined)) return [name, right ?? left];
    return [name, mergeValues(left, right, type())];
  });
  const object = objectOf(merged);
  return isEmptyMap(object) ? undefined : object;
}

function mergeItems(
  type: ListType,
  live: readonly JsonValue[],
  applied: readonly JsonValue[],
): JsonValue | undefined {
  const items = mergeItemOrder(type, live, applied).flatMap(([left, right]): JsonValue[] => {
    const merged = mergeValues(left, right, type.item());
    return merged === undefined ? [] : [merged];
  });
  return items.length === 0 ? undefined : items;
}
