import { isJsonObject, type JsonValue } from '../../api/json-value.ts';
import { mapFields, mapItems } from '../../json/map-value.ts';
import { fieldNode, type SchemaNode } from '../structural/schema-node.ts';

/** Drops the null fields that are neither nullable nor defaulted; those with a default are defaulted later. */
export function dropNulls(value: JsonValue, node: SchemaNode): JsonValue {
  if (Array.isArray(value)) {
    const { items } = node;
    return items === undefined ? value : mapItems(value, (item) => dropNulls(item, items));
  }
  if (!isJsonObject(value)) return value;
  return mapFields(value, (key, field) => {
    const below = fieldNode(node, key);
    if (below === undefined) return field;
    const drops = field === null && !below.nullable && below.defaultValue === undefined;
    return drops ? undefined : dropNulls(field, below);
  });
}
