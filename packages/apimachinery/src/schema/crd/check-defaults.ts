import { jsonEqual } from '../../api/json-equal.ts';
import type { JsonValue } from '../../api/json-value.ts';
import { prune } from '../admit/prune.ts';
import { checkMetadata } from '../embedded/check-metadata.ts';
import { coerceMetadata } from '../embedded/coerce-metadata.ts';
import { type FieldError, invalidValue } from '../field-errors/field-error.ts';
import { childPath, keyPath } from '../field-errors/field-path.ts';
import { compileSchema, type RuleEngine } from '../structural/compile-schema.ts';
import { compileNode } from '../structural/schema-node.ts';
import type { StructuralSchema } from '../structural/structural-schema.ts';
import { checkValue } from '../validate/check-value.ts';
import { Findings } from '../validate/findings.ts';

/** Checks that every default is a pruned and valid value of its schema. */
export function checkDefaults(
  schema: StructuralSchema,
  path: string,
  rules: RuleEngine | undefined,
): readonly FieldError[] {
  const errors: FieldError[] = [];
  walk({ ...schema, 'x-kubernetes-embedded-resource': true }, path, rules, errors);
  return errors;
}

function walk(
  schema: StructuralSchema,
  path: string,
  rules: RuleEngine | undefined,
  errors: FieldError[],
): void {
  if (schema.default !== undefined) errors.push(...checkDefault(schema, schema.default, path, rules));
  if (schema.items !== undefined) walk(schema.items, childPath(path, 'items'), rules, errors);
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    walk(property, keyPath(childPath(path, 'properties'), name), rules, errors);
  }
}

function checkDefault(
  schema: StructuralSchema,
  value: JsonValue,
  path: string,
  rules: RuleEngine | undefined,
): readonly FieldError[] {
  const at = childPath(path, 'default');
  const node = compileNode(schema, 'defaults');
  const compiled = { root: node, rules: undefined };
  const pruned = prune(compiled, value, node.embedded ? 'resource' : 'plain').object;
  const unknown = jsonEqual(pruned, value) ? [] : [invalidValue(at, value, 'must not have unknown fields')];
  const coerced = coerceMetadata(value, node, at);
  if (!coerced.ok) return [...unknown, coerced.error];
  const metadata = checkMetadata(coerced.object, node, at);
  if (metadata.length > 0) return [...unknown, ...metadata];
  const findings = new Findings();
  const place = { value: coerced.object, path: '', base: at };
  checkValue(node, place, findings);
  if (findings.count > 0) return [...unknown, ...findings.errors];
  return [...unknown, ...checkRules(schema, coerced.object, at, rules)];
}

function checkRules(
  schema: StructuralSchema,
  value: JsonValue,
  path: string,
  rules: RuleEngine | undefined,
): readonly FieldError[] {
  const check = rules === undefined ? undefined : compileSchema(schema, { rules }).rules;
  if (check === undefined) return [];
  const asUpdate = check(value, value);
  const errors = asUpdate.length > 0 ? asUpdate : check(value, undefined);
  return errors.map((error) => ({ ...error, field: below(path, error.field) }));
}

function below(path: string, field: string): string {
  if (field === '<nil>') return path;
  return field.startsWith('[') ? `${path}${field}` : `${path}.${field}`;
}
