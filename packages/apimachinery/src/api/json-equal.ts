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

/** In loops: operators compare whole objects at every event, and nearly all of them are equal. */
function objectsEqual(left: JsonObject, right: JsonObject): boolean {
  let present = 0;
  for (const key of Object.keys(left)) {
    const value = left[key];
    if (value === undefined) continue;
    if (!Object.hasOwn(right, key) || !jsonEqual(value, right[key])) return false;
    present += 1;
  }
  for (const key of Object.keys(right)) if (right[key] !== undefined) present -= 1;
  return present === 0;
}
