import { jsonEqual } from '../../api/json-equal.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../api/json-value.ts';
import { fieldNode, type SchemaNode } from '../structural/schema-node.ts';

/** What a field was before, if both objects have it and the schema knows it. */
export function oldField(node: SchemaNode, old: JsonValue | undefined, key: string): JsonValue | undefined {
  if (old === undefined || !isJsonObject(old) || !Object.hasOwn(old, key)) return undefined;
  return fieldNode(node, key) === undefined ? undefined : old[key];
}

/** Finds an item's former self. Only lists of type map have any: their items have keys. */
export function oldItemFinder(
  node: SchemaNode,
  old: JsonValue | undefined,
): (item: JsonValue) => JsonValue | undefined {
  const keys = node.schema['x-kubernetes-list-map-keys'] ?? [];
  const usable = node.schema['x-kubernetes-list-type'] === 'map' && node.schema.type === 'array';
  if (!usable || keys.length === 0 || node.items === undefined || !Array.isArray(old)) return () => undefined;
  let known: ReadonlyMap<string, JsonValue> | undefined;
  return (item) => {
    known ??= itemsByKey(old, keys);
    const key = itemKey(item, keys);
    return key === undefined ? undefined : known.get(key);
  };
}

function itemsByKey(list: readonly JsonValue[], keys: readonly string[]): ReadonlyMap<string, JsonValue> {
  const known = new Map<string, JsonValue>();
  for (const item of list) {
    const key = itemKey(item, keys);
    if (key !== undefined && !known.has(key)) known.set(key, item);
  }
  return known;
}

function itemKey(item: JsonValue, keys: readonly string[]): string | undefined {
  if (!isJsonObject(item)) return undefined;
  const parts: string[] = [];
  for (const key of keys) {
    const value = Object.hasOwn(item, key) ? item[key] : undefined;
    if (value === undefined || value === null || typeof value === 'object') return undefined;
    parts.push(typeof value === 'string' ? JSON.stringify(value) : String(value));
  }
  return parts.join('\u0000');
}

/**
 * Whether a value is what it was before, so that its errors are forgiven. Objects the schema does not describe
 * in full never are.
 */
export function isUnchanged(node: SchemaNode | undefined, value: JsonValue, old: JsonValue): boolean {
  if (Array.isArray(value)) return Array.isArray(old) && isUnchangedList(node, value, old);
  if (isJsonObject(value)) return isJsonObject(old) && isUnchangedObject(node, value, old);
  return jsonEqual(value, old);
}

function isUnchangedList(
  node: SchemaNode | undefined,
  list: readonly JsonValue[],
  old: readonly JsonValue[],
): boolean {
  if (list.length !== old.length) return false;
  if (node?.schema['x-kubernetes-list-type'] !== 'map') return jsonEqual(list, old);
  const find = oldItemFinder(node, old);
  return list.every((item) => {
    const former = find(item);
    return former !== undefined && isUnchanged(node.items, item, former);
  });
}

function isUnchangedObject(node: SchemaNode | undefined, object: JsonObject, old: JsonObject): boolean {
  const keys = Object.keys(object);
  if (keys.length !== Object.keys(old).length) return false;
  return keys.every((key) => {
    const value = object[key];
    const former = node === undefined ? undefined : oldField(node, old, key);
    if (node === undefined || value === undefined || former === undefined) return false;
    return isUnchanged(fieldNode(node, key), value, former);
  });
}
