import { isJsonObject, type JsonObject, type JsonValue } from '../../api/json-value.ts';
import { isJsonList } from '../../patch/own-member.ts';
import type { FieldType } from './field-type.ts';

/** The part of a type a value is treated as. */
export type Shape = 'map' | 'scalar' | 'list';

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
  return Object.entries(object ?? {}).flatMap(([name, value]): [string, JsonValue][] =>
    value === undefined ? [] : [[name, value]],
  );
}

export function isEmptyMap(object: JsonObject | undefined): boolean {
  return membersOf(object).length === 0;
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
