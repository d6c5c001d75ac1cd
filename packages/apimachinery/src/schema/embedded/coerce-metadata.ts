import { isJsonObject, type JsonObject, type JsonValue } from '../../api/json-value.ts';
import { mapFields, mapItems } from '../../json/map-value.ts';
import { type FieldError, invalidValue } from '../field-errors/field-error.ts';
import { childPath, indexPath, keyPath } from '../field-errors/field-path.ts';
import type { SchemaNode } from '../structural/schema-node.ts';
import { decodeObjectMeta } from './object-meta.ts';

type Coerced =
  | {
      readonly ok: true;
      readonly object: JsonValue;
      /** Paths of what ObjectMeta does not know and was dropped. */
      readonly unknownFields: readonly string[];
    }
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
  if (!node.has.embedded) return { ok: true, object: value, unknownFields: [] };
  const unknownFields: string[] = [];
  try {
    return { ok: true, object: coerce(value, { node, path, unknownFields }), unknownFields };
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, error: error.error };
    throw error;
  }
}

interface Place {
  readonly node: SchemaNode;
  readonly path: string;
  /** Filled on the way. */
  readonly unknownFields: string[];
}

function coerce(value: JsonValue, place: Place): JsonValue {
  const { node, path } = place;
  if (!node.has.embedded) return value;
  if (Array.isArray(value)) {
    const { items } = node;
    if (items === undefined) return value;
    return mapItems(value, (item, index) =>
      coerce(item, { ...place, node: items, path: indexPath(path, index) }),
    );
  }
  return isJsonObject(value) ? coerceFields(value, place) : value;
}

function coerceFields(object: JsonObject, place: Place): JsonObject {
  const { node, path } = place;
  return mapFields(object, (key, given) => {
    const value = node.embedded ? coerceMember(key, given, place) : given;
    const property = node.properties.get(key);
    if (property !== undefined)
      return coerce(value, { ...place, node: property, path: childPath(path, key) });
    const { additional } = node;
    if (typeof additional !== 'object') return value;
    return coerce(value, { ...place, node: additional, path: keyPath(path, key) });
  });
}

function coerceMember(key: string, value: JsonValue, { path, unknownFields }: Place): JsonValue {
  const at = childPath(path, key);
  if ((key === 'apiVersion' || key === 'kind') && typeof value !== 'string') {
    throw new Refusal(invalidValue(at, value, 'must be a string'));
  }
  if (key !== 'metadata') return value;
  const decoded = decodeObjectMeta(value);
  if (!decoded.ok) throw new Refusal(invalidValue(at, value, decoded.error));
  unknownFields.push(...decoded.unknownFields.map((field) => `${at}.${field}`));
  return decoded.metadata;
}
