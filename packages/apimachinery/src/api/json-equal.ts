import { valueAt } from './json-members.ts';
import { isJsonList, isJsonObject, type JsonObject, type JsonValue } from './json-value.ts';

/**
 * Deep equality of JSON, as RFC 6902 section 4.6 has it: numbers by value, whether they are `number` or `bigint`;
 * objects without regard to the order of their members. A member that is undefined counts as absent.
 */
export function jsonEqual(left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  if (left === right) return true;
  if (isNumeric(left) && isNumeric(right)) return !(left < right) && !(left > right);
  if (isJsonList(left)) return isJsonList(right) && listsEqual(left, right);
  return isJsonObject(left) && isJsonObject(right) && objectsEqual(left, right);
}

function isNumeric(value: JsonValue | undefined): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

function listsEqual(left: readonly JsonValue[], right: readonly JsonValue[]): boolean {
  return left.length === right.length && left.every((item, index) => jsonEqual(item, right[index]));
}

function objectsEqual(left: JsonObject, right: JsonObject): boolean {
  const keys = presentKeys(left);
  if (keys.length !== presentKeys(right).length) return false;
  return keys.every((key) => {
    const other = valueAt(right, key);
    return other !== undefined && jsonEqual(valueAt(left, key), other);
  });
}

function presentKeys(object: JsonObject): readonly string[] {
  return Object.keys(object).filter((key) => object[key] !== undefined);
}
