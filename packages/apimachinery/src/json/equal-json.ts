import { isJsonObject, type JsonObject, type JsonValue } from '../api/json-value.ts';

/** Deep equality of JSON values; a member that is `undefined` is as good as absent. */
export function equalJson(left: JsonValue, right: JsonValue): boolean {
  if (left === right) return true;
  if (Array.isArray(left)) return Array.isArray(right) && equalLists(left, right);
  return isJsonObject(left) && isJsonObject(right) && equalObjects(left, right);
}

function equalLists(left: readonly JsonValue[], right: readonly JsonValue[]): boolean {
  return left.length === right.length && left.every((item, index) => equalJson(item, right[index] ?? null));
}

function equalObjects(left: JsonObject, right: JsonObject): boolean {
  const keys = definedKeys(left);
  return keys.length === definedKeys(right).length && keys.every((key) => equalMember(left[key], right, key));
}

function equalMember(value: JsonValue | undefined, other: JsonObject, key: string): boolean {
  const member = Object.hasOwn(other, key) ? other[key] : undefined;
  return value !== undefined && member !== undefined && equalJson(value, member);
}

function definedKeys(object: JsonObject): string[] {
  return Object.keys(object).filter((key) => object[key] !== undefined);
}
