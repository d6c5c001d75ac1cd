import { type JsonObject, objectAt } from '@archipelago/apimachinery';

export function metadataOf(object: JsonObject): JsonObject {
  return objectAt(object, 'metadata');
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
