import { type FieldError, forbiddenValue } from '../field-errors/field-error.ts';
import { childPath, indexPath, keyPath } from '../field-errors/field-path.ts';
import type { StructuralSchema } from '../structural/structural-schema.ts';
import { checkPattern } from './check-pattern.ts';

/** What a branch of a junctor must not say, and how the API server puts it. */
const forbidden: readonly (readonly [keyof StructuralSchema, string])[] = [
  ['type', 'must be empty to be structural'],
  ['default', 'must be undefined to be structural'],
  ['title', 'must be empty to be structural'],
  ['description', 'must be empty to be structural'],
  ['nullable', 'must be false to be structural'],
  ['x-kubernetes-preserve-unknown-fields', 'must be false to be structural'],
  ['x-kubernetes-embedded-resource', 'must be false to be structural'],
  ['x-kubernetes-int-or-string', 'must be false to be structural'],
  ['x-kubernetes-list-map-keys', 'must be empty to be structural'],
  ['x-kubernetes-list-type', 'must be undefined to be structural'],
  ['x-kubernetes-map-type', 'must be undefined to be structural'],
  ['x-kubernetes-validations', 'must be empty to be structural'],
];

/** Checks a branch of a junctor: it may narrow values, not describe them. */
export function checkNested(
  schema: StructuralSchema,
  path: string,
  errors: FieldError[],
  skipAnyOf = false,
): void {
  for (const name of ['anyOf', 'allOf', 'oneOf'] as const) {
    const branches = name === 'anyOf' && skipAnyOf ? [] : (schema[name] ?? []);
    for (const [index, branch] of branches.entries()) {
      checkNested(branch, indexPath(childPath(path, name), index), errors);
    }
  }
  for (const name of ['not', 'items'] as const) {
    const below = schema[name];
    if (below !== undefined) checkNested(below, childPath(path, name), errors);
  }
  checkProperties(schema, path, errors);
  const given = forbidden.filter(([keyword]) => isGiven(keyword, schema[keyword]));
  errors.push(...given.map(([keyword, detail]) => forbiddenValue(childPath(path, keyword), detail)));
  checkPattern(schema, path, errors);
}

function checkProperties(schema: StructuralSchema, path: string, errors: FieldError[]): void {
  const properties = childPath(path, 'properties');
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    checkNested(property, keyPath(properties, name), errors);
    if (name !== 'metadata') continue;
    errors.push(forbiddenValue(keyPath(properties, name), 'must not be specified in a nested context'));
  }
  if (schema.additionalProperties === undefined || schema.additionalProperties === false) return;
  errors.push(forbiddenValue(childPath(path, 'additionalProperties'), 'must be undefined to be structural'));
}

function isGiven(keyword: string, value: unknown): boolean {
  if (keyword === 'default') return value !== undefined;
  if (value === undefined || value === '' || value === false) return false;
  return !Array.isArray(value) || value.length > 0;
}
