import { isJsonList, isJsonObject, type JsonObject, type JsonValue } from '@archipelago/apimachinery';
import type { FieldType } from './field-type.ts';

/** A type narrowed to what the value is, where the type leaves it open; absent and null narrow nothing. */
export function narrowType(type: FieldType, value: JsonValue | undefined): FieldType {
  if (value === undefined || value === null) return type;
  if (isJsonList(value)) return type.list === undefined ? type : { list: type.list };
  if (isJsonObject(value)) return type.map === undefined ? type : { map: type.map };
  return type.scalar === undefined ? type : { scalar: type.scalar };
}

export function isSameType(left: FieldType, right: FieldType): boolean {
  return left.scalar === right.scalar && left.list === right.list && left.map === right.map;
}

/** The value as an object: undefined where it is none, null included. */
export function asMap(value: JsonValue | undefined): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined;
}

/** The value as a list: undefined where it is none, null included. */
export function asList(value: JsonValue | undefined): readonly JsonValue[] | undefined {
  return isJsonList(value) ? value : undefined;
}

/** The members of an object that have a value. */
export function membersOf(object: JsonObject | undefined): [string, JsonValue][] {
  const members: [string, JsonValue][] = [];
  // Entries of big objects are costly to make twice.
  for (const name of object === undefined ? [] : Object.keys(object)) {
    const value = object?.[name];
    if (value !== undefined) members.push([name, value]);
  }
  return members;
}

/** The names of the members that have a value in one of two objects. */
export function memberNames(left: JsonObject | undefined, right: JsonObject | undefined): Iterable<string> {
  if (left === undefined || right === undefined) return Object.keys(left ?? right ?? {});
  return new Set([...Object.keys(left), ...Object.keys(right)]);
}

export function isEmptyMap(object: JsonObject | undefined): boolean {
  if (object === undefined) return true;
  for (const name in object) if (object[name] !== undefined) return false;
  return true;
}

/** True where values are compared and merged as a whole: scalars, atomic types, and where all are empty. */
export function isOneValue(
  values: readonly (JsonValue | undefined)[],
  { map, scalar, list }: FieldType,
): boolean {
  if (map !== undefined) return map.isAtomic || values.every((value) => isEmptyMap(asMap(value)));
  if (scalar !== undefined || list === undefined || !list.isAssociative) return true;
  return values.every((value) => (asList(value)?.length ?? 0) === 0);
}
