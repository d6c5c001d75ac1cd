import { isJsonObject, type JsonObject, type JsonValue } from '../../api/json-value.ts';
import { type FieldError, invalidValue, requiredValue } from '../field-errors/field-error.ts';
import { childPath, indexPath, keyPath } from '../field-errors/field-path.ts';
import { label1035Problems } from '../formats/names.ts';
import type { SchemaNode } from '../structural/schema-node.ts';
import { checkObjectMeta } from './check-object-meta.ts';

/** Checks apiVersion, kind and metadata of every embedded resource. */
export function checkMetadata(value: JsonValue, node: SchemaNode, path = ''): readonly FieldError[] {
  const errors: FieldError[] = [];
  walk(value, node, path, errors);
  return errors;
}

function walk(value: JsonValue, node: SchemaNode, path: string, errors: FieldError[]): void {
  if (!node.has.embedded) return;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      if (node.items !== undefined) walk(item, node.items, indexPath(path, index), errors);
    }
  } else if (isJsonObject(value)) {
    if (node.embedded) checkResource(value, path, errors);
    walkFields(value, node, path, errors);
  }
}

function walkFields(object: JsonObject, node: SchemaNode, path: string, errors: FieldError[]): void {
  for (const [key, value] of Object.entries(object)) {
    if (value === undefined) continue;
    const property = node.properties.get(key);
    if (property !== undefined) walk(value, property, childPath(path, key), errors);
    else if (typeof node.additional === 'object') walk(value, node.additional, keyPath(path, key), errors);
  }
}

function checkResource(object: JsonObject, path: string, errors: FieldError[]): void {
  checkText(object, 'apiVersion', path, errors, versionProblem);
  checkText(object, 'kind', path, errors, kindProblem);
  const { metadata } = object;
  if (metadata !== undefined) errors.push(...checkObjectMeta(metadata, childPath(path, 'metadata')));
}

function checkText(
  ...[object, name, base, errors, problemOf]: [
    JsonObject,
    string,
    string,
    FieldError[],
    (text: string) => string | undefined,
  ]
): void {
  const value = object[name];
  const path = childPath(base, name);
  if (value === undefined) {
    errors.push(requiredValue(path));
    return;
  }
  const problem = typeof value === 'string' ? textProblem(value, problemOf) : 'must be a string';
  if (problem !== undefined) errors.push(invalidValue(path, value, problem));
}

function textProblem(text: string, problemOf: (text: string) => string | undefined): string | undefined {
  return text === '' ? 'must not be empty' : problemOf(text);
}

function versionProblem(apiVersion: string): string | undefined {
  const parts = apiVersion.split('/').length;
  return parts > 2 ? `unexpected GroupVersion string: ${apiVersion}` : undefined;
}

function kindProblem(kind: string): string | undefined {
  const problems = label1035Problems(kind.toLowerCase());
  if (problems.length === 0) return undefined;
  return `may have mixed case, but should otherwise match: ${problems.join(',')}`;
}
