import type { JsonObject, JsonValue } from '../../api/json-value.ts';
import { objectOf, ownMember } from '../../patch/own-member.ts';
import { type FieldType, type ListType, type MapType, memberType } from './field-type.ts';
import { mergeItemOrder } from './merge-item-order.ts';
import { asList, asMap, isEmptyMap, isSameType, membersOf, narrowType } from './typed-value.ts';

/**
 * Merges an applied value into the live one: the applied one wins, lists and objects that are not atomic are
 * merged part by part. Undefined where nothing is left. Both must fit the type.
 */
export function mergeValues(
  live: JsonValue | undefined,
  applied: JsonValue | undefined,
  type: FieldType,
): JsonValue | undefined {
  const left = narrowType(type, live);
  const right = narrowType(type, applied);
  if (applied === undefined) return mergeAs(live, applied, left);
  if (live === undefined || isSameType(left, right)) return mergeAs(live, applied, right);
  return mergeAs(live, applied, right);
}

function mergeAs(
  live: JsonValue | undefined,
  applied: JsonValue | undefined,
  { map, scalar, list }: FieldType,
): JsonValue | undefined {
  const whole = applied ?? (applied === null ? null : live);
  if (map !== undefined) {
    const isEmpty = isEmptyMap(asMap(live)) && isEmptyMap(asMap(applied));
    return map.isAtomic || isEmpty ? whole : mergeMembers(map, asMap(live), asMap(applied));
  }
  if (scalar !== undefined || list === undefined || !list.isAssociative) return whole;
  const lists = { live: asList(live) ?? [], applied: asList(applied) ?? [] };
  if (lists.live.length === 0 && lists.applied.length === 0) return whole;
  return mergeItems(list, lists.live, lists.applied);
}

function mergeMembers(
  map: MapType,
  live: JsonObject | undefined,
  applied: JsonObject | undefined,
): JsonValue | undefined {
  const names = new Set([...membersOf(live), ...membersOf(applied)].map(([name]) => name));
  const merged = [...names].map((name): [string, JsonValue | undefined] => {
    const left = live === undefined ? undefined : ownMember(live, name);
    const right = applied === undefined ? undefined : ownMember(applied, name);
    const type = memberType(map, name);
    return [name, type === undefined ? (right ?? left) : mergeValues(left, right, type())];
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
