import { isJsonObject, type JsonObject, type JsonValue } from '../../api/json-value.ts';
import { mapFields, mapItems } from '../../json/map-value.ts';
import type { CompiledSchema } from '../structural/compile-schema.ts';
import { fieldNode, type SchemaNode } from '../structural/schema-node.ts';

/**
 * Fills in the schema's defaults: for absent fields, and for nulls that are not nullable. The object itself is
 * left alone; unchanged parts are shared.
 */
export function applyDefaults(compiled: CompiledSchema, object: JsonValue): JsonValue {
  return defaulted(object, compiled.root);
}

function defaulted(value: JsonValue, node: SchemaNode): JsonValue {
  if (!node.has.defaults) return value;
  if (Array.isArray(value)) {
    const { items } = node;
    return items === undefined ? value : mapItems(value, (item) => defaulted(orDefault(item, items), items));
  }
  return isJsonObject(value) ? defaultedFields(value, node) : value;
}

function defaultedFields(object: JsonObject, node: SchemaNode): JsonObject {
  const given = mapFields(object, (key, field) => {
    const below = fieldNode(node, key);
    return below === undefined ? field : defaulted(orDefault(field, below), below);
  });
  const added: [string, JsonValue][] = [];
  for (const [name, property] of node.properties) {
    if (property.defaultValue === undefined || isPresent(object, name)) continue;
    added.push([name, defaulted(copyOf(property.defaultValue), property)]);
  }
  return added.length === 0 ? given : Object.fromEntries([...Object.entries(given), ...added]);
}

function isPresent(object: JsonObject, name: string): boolean {
  return Object.hasOwn(object, name) && object[name] !== undefined;
}

/** The value, or the default where a null may not be. */
function orDefault(value: JsonValue, node: SchemaNode): JsonValue {
  if (value !== null || node.nullable || node.defaultValue === undefined) return value;
  return copyOf(node.defaultValue);
}

/** A copy of its own, so that nobody who changes an object changes the schema. */
function copyOf(value: JsonValue): JsonValue {
  return typeof value === 'object' && value !== null ? structuredClone(value) : value;
}
