import { isJsonObject, type JsonValue } from '../../api/json-value.ts';
import { compareBytes } from '../../go-text/marshal.ts';
import { mapFields, mapItems } from '../../json/map-value.ts';
import { childPath, indexPath } from '../field-errors/field-path.ts';
import type { CompiledSchema } from '../structural/compile-schema.ts';
import type { SchemaNode } from '../structural/schema-node.ts';

interface Pruned {
  readonly object: JsonValue;
  /** Paths of the fields that were dropped, sorted. */
  readonly unknownFields: readonly string[];
}

/** How the top of the object is treated: a resource keeps apiVersion, kind and metadata. */
export type ObjectRoot = 'plain' | 'resource';

const resourceFields = new Set(['apiVersion', 'kind', 'metadata']);

/** Drops the fields the schema does not know. The object itself is left alone; unchanged parts are shared. */
export function prune(compiled: CompiledSchema, object: JsonValue, root: ObjectRoot = 'resource'): Pruned {
  const unknownFields: string[] = [];
  const node = compiled.root;
  const place: Place = { path: '', keep: node.preserves, embedded: node.embedded || root === 'resource' };
  const pruned = pruneValue(object, node, place, unknownFields);
  return { object: pruned, unknownFields: unknownFields.sort(compareBytes) };
}

interface Place {
  readonly path: string;
  /** Unknown fields stay. */
  readonly keep: boolean;
  /** apiVersion, kind and metadata stay as they are. */
  readonly embedded: boolean;
}

function pruneValue(
  value: JsonValue,
  node: SchemaNode | undefined,
  place: Place,
  unknown: string[],
): JsonValue {
  if (Array.isArray(value)) return pruneList(value, node, place, unknown);
  if (!isJsonObject(value)) return value;
  return mapFields(value, (key, field) => {
    if (place.embedded && resourceFields.has(key)) return field;
    const path = childPath(place.path, key);
    const property = node?.properties.get(key) ?? node?.additional;
    if (property === undefined) return place.keep ? field : dropped(place, key, unknown);
    const below = typeof property === 'object' ? property : undefined;
    return pruneValue(field, below, placeOf(below, path), unknown);
  });
}

/** At the top, apiVersion, kind and metadata go without being called unknown. */
function dropped(place: Place, key: string, unknown: string[]): undefined {
  if (place.path !== '' || !resourceFields.has(key)) unknown.push(childPath(place.path, key));
  return undefined;
}

function pruneList(
  list: readonly JsonValue[],
  node: SchemaNode | undefined,
  place: Place,
  unknown: string[],
): readonly JsonValue[] {
  const items = node?.items;
  if (place.keep && items === undefined) return list;
  return mapItems(list, (item, index) => {
    const below = placeOf(items, indexPath(place.path, index));
    // What a list preserves, its items preserve as well, whatever their own schema says.
    return pruneValue(item, items, place.keep ? { ...below, keep: true } : below, unknown);
  });
}

function placeOf(node: SchemaNode | undefined, path: string): Place {
  return { path, keep: node?.preserves === true, embedded: node?.embedded === true };
}
