import { isJsonObject, type JsonObject, type JsonValue } from '@archipelago/apimachinery';

const EMPTY: JsonObject = {};

/** An own field of an object. */
export function field(object: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** A field that is an object; an empty one when it is absent or something else. */
export function objectField(object: JsonObject, name: string): JsonObject {
  const value = field(object, name);
  return isJsonObject(value) ? value : EMPTY;
}

/** A field that is a list; an empty one when it is absent or something else. */
export function listField(object: JsonObject, name: string): readonly JsonValue[] {
  const value = field(object, name);
  return Array.isArray(value) ? value : [];
}

/** The objects in a list. */
export function objectsField(object: JsonObject, name: string): readonly JsonObject[] {
  return listField(object, name).filter((item) => isJsonObject(item));
}

/** A text field; `''` when it is absent or something else. */
export function textField(object: JsonObject, name: string): string {
  const value = field(object, name);
  return typeof value === 'string' ? value : '';
}

/** The texts in a list. */
export function textsField(object: JsonObject, name: string): readonly string[] {
  return listField(object, name).filter((item) => typeof item === 'string');
}

export function metadataOf(object: JsonObject): JsonObject {
  return objectField(object, 'metadata');
}

/** The object with fields of its metadata replaced; `undefined` removes one. */
export function withMetadata(object: JsonObject, changes: JsonObject): JsonObject {
  return { ...object, metadata: without({ ...metadataOf(object), ...changes }) };
}

/** The object without fields that are undefined. */
export function without(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}

/** The object without some fields. */
export function omit(object: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}

/** Follows field names; undefined where the path ends early. */
export function pathValue(object: JsonObject, path: readonly string[]): JsonValue | undefined {
  let value: JsonValue | undefined = object;
  for (const name of path) {
    if (!isJsonObject(value)) return undefined;
    value = field(value, name);
  }
  return value;
}

/** Deep equality of JSON values; the order of keys does not count, an undefined field is an absent one. */
export function equalJson(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => equalJson(item, b[index]));
  }
  if (!isJsonObject(a) || !isJsonObject(b)) return false;
  const keys = Object.keys(a).filter((key) => a[key] !== undefined);
  if (keys.length !== Object.keys(b).filter((key) => b[key] !== undefined).length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && equalJson(a[key], b[key]));
}
