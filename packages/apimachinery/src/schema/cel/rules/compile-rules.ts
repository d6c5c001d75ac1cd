import { valueAt } from '../../../api/json-members.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../api/json-value.ts';
import type { FieldError } from '../../field-errors/field-error.ts';
import { childPath, indexPath, keyPath } from '../../field-errors/field-path.ts';
import type { StructuralSchema } from '../../structural/structural-schema.ts';
import { declaredType, withTypeAndMeta } from '../declared/declared-type.ts';
import { schemaValue } from '../declared/schema-value.ts';
import { type CelValue, noValue, optionalOf } from '../values/cel-value.ts';
import type { CompiledRule } from './compile-rule.ts';
import { isForgiven, noRatchet, oldItemOf, type Ratchet, ratchetField, ratchetItem } from './correlation.ts';
import { compileNode, type RuleNode } from './rule-node.ts';
import { budgetError, runRule } from './run-rule.ts';

/** Compiled rules of a schema; `root` is undefined when it has none. */
export interface CompiledRules {
  readonly root: RuleNode | undefined;
}

/**
 * Compiles every `x-kubernetes-validations` of a schema as Kubernetes 1.36 does. Rules that do not compile stay in the
 * result and are reported when they are evaluated. `isResource` (default true): the root is a whole object with
 * apiVersion, kind and metadata.
 */
export function compileRules(
  schema: StructuralSchema,
  options: { readonly isResource?: boolean } = {},
): CompiledRules {
  const isResource = options.isResource ?? true;
  return {
    root: compileNode({
      rules: schema,
      node: schema,
      isResource,
      declared: declaredType(schema, isResource),
    }),
  };
}

/** What the server spends on all rules of one request. */
const totalBudget = 10_000_000;

interface Run {
  readonly errors: FieldError[];
  /** Negative once the evaluation has to stop. */
  budget: number;
}

interface Values {
  readonly path: string;
  readonly self: JsonValue;
  readonly oldSelf: JsonValue | undefined;
  readonly ratchet: Ratchet;
}

interface RuleVariables {
  readonly plain: ReadonlyMap<string, CelValue>;
  readonly optional: ReadonlyMap<string, CelValue>;
}

interface RuleContext {
  readonly run: Run;
  readonly variables: RuleVariables;
}

function variablesOf(node: RuleNode, { self, oldSelf }: Values): RuleVariables {
  const schema = node.isResource ? withTypeAndMeta(node.schema) : node.schema;
  const current: [string, CelValue] = ['self', schemaValue(self, schema)];
  if (!node.usesOldSelf) return { plain: new Map([current]), optional: new Map([current]) };
  if (oldSelf === undefined)
    return { plain: new Map([current]), optional: new Map([current, ['oldSelf', noValue]]) };
  const old = schemaValue(oldSelf, schema);
  return {
    plain: new Map([current, ['oldSelf', old]]),
    optional: new Map([current, ['oldSelf', optionalOf(old)]]),
  };
}

/** Runs one rule; false when the whole evaluation has to stop. */
function evaluateRule(compiled: CompiledRule, values: Values, type: string, context: RuleContext): boolean {
  const optional = compiled.rule.optionalOldSelf === true;
  if (compiled.usesOldSelf && values.oldSelf === undefined && !optional) return true;
  const { run, variables } = context;
  const outcome = runRule(compiled, {
    path: values.path,
    value: values.self,
    type,
    variables: optional ? variables.optional : variables.plain,
    messageVariables: variables.plain,
    budget: run.budget,
  });
  const forgiven = outcome.judged && !compiled.usesOldSelf && isForgiven(values.ratchet);
  if (outcome.error !== undefined && !forgiven) run.errors.push(outcome.error);
  run.budget = outcome.budget;
  return !outcome.stop;
}

function evaluateOwnRules(node: RuleNode, values: Values, run: Run): void {
  if (node.rules.length === 0) return;
  const type = node.schema.type ?? '';
  if (run.budget <= 0) {
    run.errors.push(budgetError(values.path, type));
    run.budget = -1;
    return;
  }
  const context = { run, variables: variablesOf(node, values) };
  node.rules.every((compiled) => evaluateRule(compiled, values, type, context));
}

function evaluateList(node: RuleNode, list: readonly JsonValue[], values: Values, run: Run): void {
  const { items } = node;
  if (items === undefined) return;
  const oldItem = oldItemOf(node.schema, values.oldSelf);
  for (const [index, self] of list.entries()) {
    const ratchet = ratchetItem(values.ratchet, index);
    evaluateNode(items, { path: indexPath(values.path, index), self, oldSelf: oldItem(self), ratchet }, run);
    if (run.budget < 0) return;
  }
}

function evaluateObject(node: RuleNode, object: JsonObject, values: Values, run: Run): void {
  const mapType = node.schema['x-kubernetes-map-type'];
  const correlatable = mapType === undefined || mapType === 'granular' || mapType === 'atomic';
  for (const [key, self] of Object.entries(object)) {
    const below = { values: node.values, property: node.properties.get(key) };
    if (self === undefined) continue;
    const ratchet = ratchetField(values.ratchet, key);
    const oldSelf = correlatable ? valueAt(values.oldSelf, key) : undefined;
    if (below.values !== undefined) {
      evaluateNode(below.values, { path: keyPath(values.path, key), self, oldSelf, ratchet }, run);
    }
    if (run.budget < 0) return;
    if (below.property !== undefined) {
      evaluateNode(below.property, { path: childPath(values.path, key), self, oldSelf, ratchet }, run);
    }
    if (run.budget < 0) return;
  }
}

function evaluateNode(node: RuleNode, given: Values, run: Run): void {
  if (given.self === null) return;
  const values = given.oldSelf === null ? { ...given, oldSelf: undefined } : given;
  evaluateOwnRules(node, values, run);
  for (const branch of node.allOf) {
    if (run.budget < 0) return;
    evaluateNode(branch, { ...values, ratchet: { current: undefined, parent: values.ratchet.parent } }, run);
  }
  if (run.budget < 0) return;
  if (Array.isArray(values.self)) evaluateList(node, values.self, values, run);
  else if (isJsonObject(values.self)) evaluateObject(node, values.self, values, run);
}

/**
 * Evaluates the rules on an object. With `oldSelf` (an update), transition rules run and failures of unchanged values
 * are forgiven, except those of transition rules. Errors are the server's; the order is that of the object's fields.
 */
export function evaluateRules(
  rules: CompiledRules,
  input: { readonly self: JsonValue; readonly oldSelf?: JsonValue | undefined },
): readonly FieldError[] {
  const { root } = rules;
  if (root === undefined) return [];
  const { self, oldSelf } = input;
  const update = oldSelf !== undefined && oldSelf !== null;
  const ratchet = update
    ? { current: { value: self, old: oldSelf, schema: root.schema }, parent: undefined }
    : noRatchet;
  const run: Run = { errors: [], budget: totalBudget };
  evaluateNode(root, { path: '', self, oldSelf, ratchet }, run);
  return run.errors;
}
