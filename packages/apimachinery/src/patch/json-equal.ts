import { isJsonObject, type JsonObject, type JsonValue } from '../api/json-value.ts';
import { isJsonList, ownMember } from './own-member.ts';

/** Deep equality as RFC 6902 section 4.6 has it: numbers by value, objects without regard to order. */
export function jsonEqual(left: JsonValue, right: JsonValue): boolean {
  if (left === right) return true;
  if (isNumeric(left) && isNumeric(right)) return !(left < right) && !(left > right);
  if (isJsonList(left)) {
    if (!isJsonList(right) || left.length !== right.length) return false;
    return left.every((item, index) => jsonEqual(item, right[index] ?? null));
  }
  return isJsonObject(left) && isJsonObject(right) && membersEqual(left, right);
}

function isNumeric(value: JsonValue): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

function membersEqual(left: JsonObject, right: JsonObject): boolean {
  const keys = presentKeys(left);
  if (keys.length !== presentKeys(right).length) return false;
  return keys.every((key) => {
    const one = ownMember(left, key);
    const other = ownMember(right, key);
    return one !== undefined && other !== undefined && jsonEqual(one, other);
  });
}

function presentKeys(object: JsonObject): readonly string[] {
  return Object.keys(object).filter((key) => object[key] !== undefined);
}
