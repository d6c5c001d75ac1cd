import {
  type FieldError,
  forbiddenValue,
  invalidValue,
  requiredValue,
  unsupportedValue,
} from '../field-errors/field-error.ts';
import { childPath, keyPath } from '../field-errors/field-path.ts';
import type { StructuralSchema } from '../structural/structural-schema.ts';

const listTypes = ['atomic', 'set', 'map'];
const mapTypes = ['atomic', 'granular'];
const inKeys = 'this property is in x-kubernetes-list-map-keys, so it';

/** Checks x-kubernetes-list-type, x-kubernetes-list-map-keys and x-kubernetes-map-type of one schema. */
export function checkLists(schema: StructuralSchema, path: string, errors: FieldError[]): void {
  checkMapType(schema, path, errors);
  const at = childPath(path, 'x-kubernetes-list-type');
  checkKeysHaveMap(schema, at, errors);
  const listType = schema['x-kubernetes-list-type'];
  if (listType === undefined) return;
  if (schema.type !== 'array') {
    errors.push(wrongType(schema, path, 'must be array if x-kubernetes-list-type is specified'));
  } else if (listType === 'set' && schema.items !== undefined) {
    checkSetItems(schema.items, childPath(path, 'items'), errors);
  }
  if (!listTypes.includes(listType)) errors.push(unsupportedValue(at, listType, listTypes));
  if (listType === 'map') checkKeyedList(schema, path, errors);
  if (listType !== 'atomic') checkItemsPresent(schema, listType, path, errors);
}

/** Members of sets and maps are told apart by what they hold. */
function checkItemsPresent(
  schema: StructuralSchema,
  listType: string,
  path: string,
  errors: FieldError[],
): void {
  if (!listTypes.includes(listType) || schema.items?.nullable !== true) return;
  const detail = `cannot be nullable when x-kubernetes-list-type is ${listType}`;
  errors.push(forbiddenValue(childPath(childPath(path, 'items'), 'nullable'), detail));
}

function checkMapType(schema: StructuralSchema, path: string, errors: FieldError[]): void {
  const mapType = schema['x-kubernetes-map-type'];
  if (mapType === undefined) return;
  if (schema.type !== 'object') {
    errors.push(wrongType(schema, path, 'must be object if x-kubernetes-map-type is specified'));
  }
  if (!mapTypes.includes(mapType)) {
    errors.push(unsupportedValue(childPath(path, 'x-kubernetes-map-type'), mapType, mapTypes));
  }
}

function wrongType(schema: StructuralSchema, path: string, detail: string): FieldError {
  const at = childPath(path, 'type');
  return schema.type ? invalidValue(at, schema.type, detail) : requiredValue(at, detail);
}

/** Items of sets are compared as a whole, so they have to be atomic. */
function checkSetItems(items: StructuralSchema, path: string, errors: FieldError[]): void {
  const detail = 'must be atomic as item of a list with x-kubernetes-list-type=set';
  const listType = items['x-kubernetes-list-type'];
  if (items.type === 'array' && listType !== undefined && listType !== 'atomic') {
    errors.push(invalidValue(childPath(path, 'x-kubernetes-list-type'), listType, detail));
  }
  // Upstream shows the list type here as well.
  if (items.type === 'object' && items['x-kubernetes-map-type'] !== 'atomic') {
    errors.push(invalidValue(childPath(path, 'x-kubernetes-map-type'), listType ?? null, detail));
  }
}

function checkKeysHaveMap(schema: StructuralSchema, path: string, errors: FieldError[]): void {
  const listType = schema['x-kubernetes-list-type'];
  if ((schema['x-kubernetes-list-map-keys'] ?? []).length === 0 || listType === 'map') return;
  const detail = 'must be map if x-kubernetes-list-map-keys is non-empty';
  errors.push(listType === undefined ? requiredValue(path, detail) : invalidValue(path, listType, detail));
}

function checkKeyedList(schema: StructuralSchema, path: string, errors: FieldError[]): void {
  const keys = schema['x-kubernetes-list-map-keys'] ?? [];
  const keysPath = childPath(path, 'x-kubernetes-list-map-keys');
  const itemsPath = childPath(path, 'items');
  if (keys.length === 0) {
    errors.push(requiredValue(keysPath, 'must not be empty if x-kubernetes-list-type is map'));
  }
  const { items } = schema;
  if (items === undefined) {
    errors.push(requiredValue(itemsPath, 'must have a schema if x-kubernetes-list-type is map'));
    return;
  }
  for (const key of keys) checkKeyValue(items, key, itemsPath, errors);
  if (items.type !== 'object') {
    const detail = "must be object if parent array's x-kubernetes-list-type is map";
    errors.push(invalidValue(childPath(itemsPath, 'type'), items.type ?? '', detail));
    return;
  }
  for (const [index, key] of keys.entries()) {
    checkKey(items, key, { items: itemsPath, keys: keysPath, all: keys }, errors);
    if (keys.indexOf(key) === index) continue;
    errors.push(invalidValue(keysPath, keys, 'must not contain duplicate entries'));
  }
}

interface KeyPaths {
  readonly items: string;
  readonly keys: string;
  readonly all: readonly string[];
}

function checkKey(items: StructuralSchema, key: string, paths: KeyPaths, errors: FieldError[]): void {
  const property = propertyOf(items, key);
  if (property === undefined) {
    errors.push(invalidValue(paths.keys, paths.all, 'entries must all be names of item properties'));
  } else if (property.type === 'array' || property.type === 'object') {
    const at = childPath(keyPath(childPath(paths.items, 'properties'), key), 'type');
    const detail = "must be a scalar type if parent array's x-kubernetes-list-type is map";
    errors.push(invalidValue(at, items.type ?? '', detail));
  }
}

/** Every item needs a value for every key. */
function checkKeyValue(items: StructuralSchema, key: string, path: string, errors: FieldError[]): void {
  const property = propertyOf(items, key);
  if (property === undefined) return;
  const at = keyPath(childPath(path, 'properties'), key);
  if (items.required?.includes(key) !== true && property.default === undefined) {
    errors.push(
      requiredValue(childPath(at, 'default'), `${inKeys} must have a default or be a required property`),
    );
  }
  if (property.nullable === true) {
    errors.push(forbiddenValue(childPath(at, 'nullable'), `${inKeys} cannot be nullable`));
  }
}

function propertyOf(schema: StructuralSchema, name: string): StructuralSchema | undefined {
  const { properties } = schema;
  return properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined;
}
