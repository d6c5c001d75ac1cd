import type { JsonValue } from '../../api/json-value.ts';
import type { FieldError } from '../field-errors/field-error.ts';
import { compileNode, type SchemaNode } from './schema-node.ts';
import type { StructuralSchema } from './structural-schema.ts';

/** A schema made ready once and used for many objects. */
export interface CompiledSchema {
  readonly root: SchemaNode;
  /** The schema's `x-kubernetes-validations`, where it has some and an engine was given. */
  readonly rules: RuleCheck | undefined;
}

/** Runs all rules of one schema. `old` is absent on create. */
type RuleCheck = (object: JsonValue, old: JsonValue | undefined) => readonly FieldError[];

/** Compiles all rules of a schema. Callers bring it, so that who has no rules loads no rule engine. */
export type RuleEngine = (schema: StructuralSchema) => RuleCheck;

/**
 * Makes a schema ready. Rules are compiled only when there are some and `rules` is given; without an engine the
 * schema's rules are not checked.
 */
export function compileSchema(
  schema: StructuralSchema,
  options: { rules?: RuleEngine } = {},
): CompiledSchema {
  const root = compileNode(schema);
  return { root, rules: root.has.rules ? options.rules?.(schema) : undefined };
}
