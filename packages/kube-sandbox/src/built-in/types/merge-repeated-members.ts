import {
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
  scanJson,
} from '@archipelago/apimachinery';
import { type WireField, type WireType, wireStruct } from './wire-model.ts';

/** Stands before a name that has occurred in its object before, so that a parser keeps all members of that name. */
const repeated = /^\0\d+#/;

/**
 * Reads an object of a built-in type in which members are written twice as Go does: the second is decoded over the first, so that
 * structs and maps are merged, and items of lists with the items that stood at their place. The text is known to be JSON.
 */
export function mergeRepeatedMembers(text: string, typeName: string): JsonObject {
  let [marked, end] = ['', 0];
  scanJson(text).repeatedAt.forEach((offset, index) => {
    marked += `${text.slice(end, offset)}"\\u0000${index}#`;
    end = offset + 1;
  });
  const value = decodeOver(undefined, parseJson(marked + text.slice(end)), { ref: typeName });
  return isJsonObject(value) ? value : {};
}

function decodeOver(former: JsonValue | undefined, value: JsonValue, type: WireType | undefined): JsonValue {
  if (isJsonList(value)) return decodeListOver(former, value, type);
  if (!isJsonObject(value)) return value;
  if (typeof type === 'object' && 'ref' in type) return decodeStructOver(former, value, type.ref);
  const element = typeof type === 'object' && 'map' in type ? type.map : undefined;
  return decodeMapOver(element === undefined ? undefined : former, value, element);
}

function decodeListOver(
  former: JsonValue | undefined,
  list: readonly JsonValue[],
  type: WireType | undefined,
): JsonValue {
  const element = typeof type === 'object' && 'list' in type ? type.list : undefined;
  const items = element === undefined || former === undefined || !isJsonList(former) ? [] : former;
  return list.map((item, index) => decodeOver(items[index], item, element));
}

/** Values of a map are decoded anew; what no type describes is taken as it was written last. */
function decodeMapOver(
  former: JsonValue | undefined,
  map: JsonObject,
  element: WireType | undefined,
): JsonValue {
  const merged = new Map(Object.entries(isJsonObject(former) ? former : {}));
  for (const [key, item] of Object.entries(map)) {
    merged.set(key.replace(repeated, ''), decodeOver(undefined, item ?? null, element));
  }
  return Object.fromEntries(merged);
}

function decodeStructOver(former: JsonValue | undefined, object: JsonObject, typeName: string): JsonValue {
  const fields = wireStruct(typeName).byName;
  const merged = new Map(Object.entries(isJsonObject(former) ? former : {}));
  for (const [key, value] of Object.entries(object)) {
    const name = key.replace(repeated, '');
    const field = fields.get(name);
    if (value === null && keepsFormer(field) && merged.get(name) !== undefined) continue;
    merged.set(name, decodeOver(merged.get(name), value ?? null, field?.type));
  }
  return Object.fromEntries(merged);
}

/** Whether null leaves the field as it is: it empties lists, maps and what is pointed to. */
function keepsFormer(field: WireField | undefined): boolean {
  if (field === undefined || field.pointer) return false;
  return typeof field.type === 'string' ? field.type !== 'any' : 'ref' in field.type;
}
