import { isJsonObject, type JsonObject, type JsonValue } from '../../api/json-value.ts';
import { mapFields, mapItems } from '../../json/map-value.ts';
import { type FieldError, invalidValue } from '../field-errors/field-error.ts';
import { childPath, indexPath, keyPath } from '../field-errors/field-path.ts';
import type { SchemaNode } from '../structural/schema-node.ts';
import { decodeObjectMeta } from './object-meta.ts';

type Coerced =
  | { readonly ok: true; readonly object: JsonValue }
  | { readonly ok: false; readonly error: FieldError };

class Refusal extends Error {
  readonly error: FieldError;

  constructor(error: FieldError) {
    super(error.message);
    this.error = error;
  }
}

/** Brings the metadata of embedded resources into the shape of ObjectMeta, or says why it has none. */
export function coerceMetadata(value: JsonValue, node: SchemaNode, path = ''): Coerced {
  if (!node.has.embedded) return { ok: true, object: value };
  try {
    return { ok: true, object: coerce(value, node, path) };
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, error: error.error };
    throw error;
  }
}

function coerce(value: JsonValue, node: SchemaNode, path: string): JsonValue {
  if (!node.has.embedded) return value;
  if (Array.isArray(value)) {
    const { items } = node;
    if (items === undefined) return value;
    return mapItems(value, (item, index) => coerce(item, items, indexPath(path, index)));
  }
  return isJsonObject(value) ? coerceFields(value, node, path) : value;
}

function coerceFields(object: JsonObject, node: SchemaNode, path: string): JsonObject {
  return mapFields(object, (key, given) => {
    const value = node.embedded ? coerceMember(key, given, path) : given;
    const property = node.properties.get(key);
    if (property !== undefined) return coerce(value, property, childPath(path, key));
    return typeof node.additional === 'object' ? coerce(value, node.additional, keyPath(path, key)) : value;
  });
}

function coerceMember(key: string, value: JsonValue, path: string): JsonValue {
  if ((key === 'apiVersion' || key === 'kind') && typeof value !== 'string') {
    throw new Refusal(invalidValue(childPath(path, key), value, 'must be a string'));
  }
  if (key !== 'metadata') return value;
  const decoded = decodeObjectMeta(value);
  if (!decoded.ok) throw new Refusal(invalidValue(childPath(path, key), value, decoded.error));
  return decoded.metadata;
}
