import {
  type FieldError,
  forbiddenValue,
  invalidValue,
  unsupportedValue,
} from '../field-errors/field-error.ts';
import { childPath, indexPath, keyPath } from '../field-errors/field-path.ts';
import type { StructuralSchema, UnsupportedKeyword } from '../structural/structural-schema.ts';
import { checkLists } from './check-lists.ts';

const types = ['array', 'boolean', 'integer', 'number', 'object', 'string'];
const resourceFields = ['metadata', 'kind', 'apiVersion'];

const unsupported: Readonly<Record<UnsupportedKeyword, readonly [string, string]>> = {
  $ref: ['$ref', '$ref is not supported'],
  additionalItems: ['additionalItems', 'additionalItems is not supported'],
  definitions: ['definitions', 'definitions is not supported'],
  dependencies: ['dependencies', 'dependencies is not supported'],
  id: ['id', 'id is not supported'],
  'items-list': ['items', 'items must be a schema object and not an array'],
  patternProperties: ['patternProperties', 'patternProperties is not supported'],
};

/** Where a schema stands, as far as its keywords depend on it. */
interface Context {
  readonly isRoot: boolean;
  /** Inside of apiVersion, kind or metadata of a resource. */
  readonly insideMeta: boolean;
  /** Why defaults are not allowed. */
  readonly noDefaults?: string;
}

/** Checks the keywords of a schema and everything below, junctors included. */
export function checkKeywords(schema: StructuralSchema, path: string): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (schema.nullable === true) {
    errors.push(forbiddenValue(childPath(path, 'nullable'), 'nullable cannot be true at the root'));
  }
  checkNode(schema, path, { isRoot: true, insideMeta: false }, errors);
  return errors;
}

function checkNode(schema: StructuralSchema, path: string, context: Context, errors: FieldError[]): void {
  checkOwn(schema, path, context, errors);
  checkAdditional(schema, path, context, errors);
  const below: Context = { ...context, isRoot: false };
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const at = keyPath(childPath(path, 'properties'), name);
    checkNode(property, at, propertyContext(schema, name, context), errors);
  }
  if (schema.not !== undefined) checkNode(schema.not, childPath(path, 'not'), below, errors);
  for (const name of ['allOf', 'oneOf', 'anyOf'] as const) {
    for (const [index, branch] of (schema[name] ?? []).entries()) {
      checkNode(branch, indexPath(childPath(path, name), index), below, errors);
    }
  }
  if (schema.items !== undefined) checkNode(schema.items, childPath(path, 'items'), below, errors);
  checkLists(schema, path, errors);
}

function propertyContext(schema: StructuralSchema, name: string, context: Context): Context {
  const isResource = context.isRoot || schema['x-kubernetes-embedded-resource'] === true;
  if (!isResource || !resourceFields.includes(name)) return { ...context, isRoot: false };
  const meta: Context = { ...context, isRoot: false, insideMeta: true };
  return context.isRoot ? { ...meta, noDefaults: `in top-level ${name}` } : meta;
}

function checkOwn(schema: StructuralSchema, path: string, context: Context, errors: FieldError[]): void {
  const { type = '' } = schema;
  if (type !== '' && !types.includes(type)) {
    errors.push(unsupportedValue(childPath(path, 'type'), type, types));
  }
  if (type === 'null') {
    const detail = 'type cannot be set to null, use nullable as an alternative';
    errors.push(forbiddenValue(childPath(path, 'type'), detail));
  }
  if (schema.default !== undefined && context.noDefaults !== undefined) {
    errors.push(forbiddenValue(childPath(path, 'default'), `must not be set ${context.noDefaults}`));
  }
  for (const keyword of schema.unsupported ?? []) {
    const [name, detail] = unsupported[keyword];
    errors.push(forbiddenValue(childPath(path, name), detail));
  }
  checkFlags(schema, path, context, errors);
}

function checkFlags(schema: StructuralSchema, path: string, context: Context, errors: FieldError[]): void {
  if (context.insideMeta && schema['x-kubernetes-embedded-resource'] === true) {
    const at = childPath(path, 'x-kubernetes-embedded-resource');
    errors.push(forbiddenValue(at, 'must not be used inside of resource meta'));
  }
  if (schema.uniqueItems === true) {
    const detail = 'uniqueItems cannot be set to true since the runtime complexity becomes quadratic';
    errors.push(forbiddenValue(childPath(path, 'uniqueItems'), detail));
  }
  if (schema['x-kubernetes-preserve-unknown-fields'] === false) {
    const at = childPath(path, 'x-kubernetes-preserve-unknown-fields');
    errors.push(invalidValue(at, false, 'must be true or undefined'));
  }
}

function checkAdditional(
  schema: StructuralSchema,
  path: string,
  context: Context,
  errors: FieldError[],
): void {
  const additional = schema.additionalProperties;
  if (additional === undefined) return;
  const at = childPath(path, 'additionalProperties');
  if (Object.keys(schema.properties ?? {}).length > 0 && additional !== true) {
    errors.push(forbiddenValue(at, 'additionalProperties and properties are mutual exclusive'));
  }
  if (typeof additional !== 'object') return;
  const noDefaults = 'inside additionalProperties applying to object metadata';
  const below = { ...context, isRoot: false };
  checkNode(additional, at, context.insideMeta ? { ...below, noDefaults } : below, errors);
}
