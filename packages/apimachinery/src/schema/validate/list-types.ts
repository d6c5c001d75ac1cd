import { isJsonObject, type JsonObject, type JsonValue } from '../../api/json-value.ts';
import { marshal } from '../../go-text/marshal.ts';
import { duplicateValue, type FieldError, invalidValue } from '../field-errors/field-error.ts';
import { childPath, indexPath, keyPath } from '../field-errors/field-path.ts';
import type { SchemaNode } from '../structural/schema-node.ts';

/** Finds the members that lists of type set and map have twice; each is reported once. */
export function checkListTypes(value: JsonValue, node: SchemaNode, path = ''): readonly FieldError[] {
  const errors: FieldError[] = [];
  walk(value, node, path, errors);
  return errors;
}

function walk(value: JsonValue, node: SchemaNode, path: string, errors: FieldError[]): void {
  if (!node.has.listTypes) return;
  if (Array.isArray(value)) walkList(value, node, path, errors);
  else if (isJsonObject(value)) walkFields(value, node, path, errors);
}

function walkFields(object: JsonObject, node: SchemaNode, path: string, errors: FieldError[]): void {
  for (const [key, value] of Object.entries(object)) {
    if (value === undefined) continue;
    if (typeof node.additional === 'object') walk(value, node.additional, keyPath(path, key), errors);
    const property = node.properties.get(key);
    if (property !== undefined) walk(value, property, childPath(path, key), errors);
  }
}

function walkList(list: readonly JsonValue[], node: SchemaNode, path: string, errors: FieldError[]): void {
  const listType = node.schema['x-kubernetes-list-type'];
  if (listType === 'set') reportRepeated(list, path, errors);
  if (listType === 'map') checkKeyedList(list, node, path, errors);
  if (node.items === undefined) return;
  for (const [index, item] of list.entries()) walk(item, node.items, indexPath(path, index), errors);
}

function checkKeyedList(
  list: readonly JsonValue[],
  node: SchemaNode,
  path: string,
  errors: FieldError[],
): void {
  const wrong = list.findIndex((item) => item !== null && !isJsonObject(item));
  if (wrong >= 0) {
    const detail = 'must be an object for an array of list-type map';
    errors.push(invalidValue(indexPath(path, wrong), list[wrong] ?? null, detail));
    return;
  }
  const names = node.schema['x-kubernetes-list-map-keys'] ?? [];
  reportRepeated(
    list.map((item) => keysOf(item, names)),
    path,
    errors,
  );
}

function keysOf(item: JsonValue, names: readonly string[]): JsonObject {
  if (!isJsonObject(item)) return {};
  const present = names.filter((name) => Object.hasOwn(item, name) && item[name] !== undefined);
  return Object.fromEntries(present.map((name) => [name, item[name]]));
}

function reportRepeated(list: readonly JsonValue[], path: string, errors: FieldError[]): void {
  const seen = new Map<string, number>();
  for (const [index, value] of list.entries()) {
    const key = marshal(value);
    const times = seen.get(key) ?? 0;
    seen.set(key, times + 1);
    if (times === 1) errors.push(duplicateValue(indexPath(path, index), value));
  }
}
