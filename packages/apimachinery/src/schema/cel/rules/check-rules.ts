import type { FieldError } from '../../field-errors/field-error.ts';
import { forbiddenValue, invalidValue } from '../../field-errors/field-error.ts';
import { printedPath } from '../../field-errors/field-path.ts';
import type { StructuralSchema, ValidationRule } from '../../structural/structural-schema.ts';
import { type DeclaredType, declaredType, nameObjects } from '../declared/declared-type.ts';
import { estimateCost } from '../estimate/estimate-cost.ts';
import type { CompiledExpression } from '../expression.ts';
import { type CompiledRule, compileRule } from './compile-rule.ts';
import { checkRuleForm } from './rule-form.ts';
import { schemaSizesOf } from './schema-sizes.ts';

const ruleCostLimit = 10_000_000n;
const totalCostLimit = 100_000_000n;
const maxRequest = 3n * 1024n * 1024n;
const maxCost = 2n ** 64n - 1n;

/** The most a compiled expression can cost once, with values its schema allows. */
export function highestCost(program: CompiledExpression, declared: DeclaredType): bigint {
  return estimateCost(program.checked, schemaSizesOf(declared)).max;
}

interface RuleCost {
  readonly path: string;
  readonly cost: bigint;
}

interface Check {
  readonly errors: FieldError[];
  readonly costs: RuleCost[];
  /** Errors of the schema's form, here and elsewhere. */
  readonly formErrors: FieldError[];
}

/** Where the check stands. `instances`: how often the node can occur in an object, undefined when unbounded. */
interface Node {
  readonly schema: StructuralSchema;
  readonly path: string;
  readonly isResource: boolean;
  readonly instances: bigint | undefined;
  /** The nearest list or map whose items cannot be found again in the old object. */
  readonly uncorrelated: string | undefined;
}

function costError(path: string, name: string, cost: bigint, limit: bigint): FieldError {
  const factor = Number(cost) / Number(limit);
  const near = factor < 1.5 ? `${factor.toFixed(6)}x` : `${factor.toFixed(1)}x`;
  const advice =
    'try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared';
  return forbiddenValue(
    path,
    `${name} exceeds budget by factor of ${factor > 100 ? 'more than 100x' : near} (${advice})`,
  );
}

function observe(check: Check, path: string, name: string, cost: bigint): void {
  if (cost > ruleCostLimit) check.errors.push(costError(path, `estimated ${name} cost`, cost, ruleCostLimit));
  check.costs.push({ path, cost });
}

/** The rule as the server repeats it in its errors. */
function shownRule(rule: ValidationRule): string {
  const text = JSON.stringify({
    Rule: rule.rule,
    Message: rule.message ?? '',
    MessageExpression: rule.messageExpression ?? '',
    Reason: rule.reason ?? null,
    FieldPath: rule.fieldPath ?? '',
    OptionalOldSelf: rule.optionalOldSelf ?? null,
  });
  return text.replaceAll(
    /[<>&\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function brokenRule(path: string, rule: ValidationRule, detail: string): FieldError {
  const message = `Invalid value: ${shownRule(rule)}: ${detail}`;
  return { field: printedPath(path), type: 'FieldValueInvalid', message, detail };
}

function checkOldSelf(check: Check, node: Node, compiled: CompiledRule, path: string): void {
  const { rule } = compiled;
  if (compiled.usesOldSelf && node.uncorrelated !== undefined) {
    const where = `oldSelf cannot be used on the uncorrelatable portion of the schema within ${node.uncorrelated}`;
    check.errors.push(invalidValue(`${path}.rule`, rule.rule, where));
  }
  if (!compiled.usesOldSelf && rule.optionalOldSelf !== undefined) {
    const detail = 'may not be set if oldSelf is not used in rule';
    check.errors.push(invalidValue(`${path}.optionalOldSelf`, rule.optionalOldSelf, detail));
  }
}

function checkCompiled(
  check: Check,
  node: Node,
  declared: DeclaredType,
  rule: CompiledRule & { path: string },
): void {
  const { path, program, messageProgram } = rule;
  const instances = node.instances ?? maxRequest / (declared.minSize + 1n);
  const once = program === undefined ? 0n : highestCost(program, declared);
  const cost = once * instances;
  observe(check, `${path}.rule`, 'rule', cost > maxCost ? maxCost : cost);
  if (rule.error !== undefined) check.errors.push(brokenRule(`${path}.rule`, rule.rule, rule.error));
  if (rule.messageError !== undefined) {
    check.errors.push(brokenRule(`${path}.messageExpression`, rule.rule, rule.messageError));
  }
  if (messageProgram !== undefined) {
    observe(check, `${path}.messageExpression`, 'messageExpression', highestCost(messageProgram, declared));
  }
  checkOldSelf(check, node, rule, path);
}

function unusableType(path: string): FieldError {
  const detail =
    'internal error: failed to construct type information for x-kubernetes-validations rules: ' +
    'unable to convert structural schema to CEL declarations';
  return { field: printedPath(path), type: 'InternalError', message: `Internal error: ${detail}`, detail };
}

function isBelow(field: string, path: string): boolean {
  return field === path || field.startsWith(`${path}.`) || field.startsWith(`${path}[`);
}

function checkOwnRules(check: Check, node: Node): void {
  const rules = node.schema['x-kubernetes-validations'] ?? [];
  if (rules.length === 0) return;
  const path = `${node.path}.x-kubernetes-validations`;
  const form = rules.flatMap((rule, index) => checkRuleForm(rule, node.schema, `${path}[${index}]`));
  check.formErrors.push(...form);
  check.errors.push(...form);
  if (check.formErrors.some((error) => isBelow(error.field, node.path))) return;
  const declared = declaredType(node.schema, node.isResource);
  if (declared === undefined) {
    check.errors.push(unusableType(path));
    return;
  }
  const { type, objects } = nameObjects(declared, 'selfType');
  const environment = { variables: new Map([['self', type]]), objects };
  for (const [index, rule] of rules.entries()) {
    const compiled = compileRule(rule, { schema: node.schema, environment, selfType: type });
    checkCompiled(check, node, declared, { ...compiled, path: `${path}[${index}]` });
  }
}

/** How many values a node's members can be, undefined when unbounded. */
function members(schema: StructuralSchema): bigint | undefined {
  const bound = (limit: number | undefined): bigint | undefined =>
    limit === undefined ? undefined : BigInt(Math.max(0, limit));
  if (schema.type === 'array') return bound(schema.maxItems);
  const isMap = schema.type === 'object' && schema.additionalProperties !== undefined;
  return isMap ? bound(schema.maxProperties) : 1n;
}

function childrenOf(node: Node): readonly Node[] {
  const { schema, path } = node;
  const count = members(schema);
  const instances = node.instances === undefined || count === undefined ? undefined : node.instances * count;
  const below = (child: StructuralSchema, childPath: string, uncorrelated: string | undefined): Node => {
    const isResource = child['x-kubernetes-embedded-resource'] === true;
    return { schema: child, path: childPath, isResource, instances, uncorrelated };
  };
  const mapType = schema['x-kubernetes-map-type'] ?? 'granular';
  const ofMap = mapType === 'granular' || mapType === 'atomic' ? node.uncorrelated : path;
  const ofList = schema['x-kubernetes-list-type'] === 'map' ? node.uncorrelated : path;
  const { properties = {}, additionalProperties: values, items } = schema;
  return [
    ...Object.entries(properties).map(([name, child]) => below(child, `${path}.properties[${name}]`, ofMap)),
    ...(typeof values === 'object' ? [below(values, `${path}.additionalProperties`, node.uncorrelated)] : []),
    ...(items === undefined ? [] : [below(items, `${path}.items`, ofList)]),
  ];
}

/** Children first: what is wrong with their form keeps the rules above from being compiled. */
function checkNode(check: Check, node: Node): void {
  for (const child of childrenOf(node)) checkNode(check, child);
  checkOwnRules(check, node);
}

const worthNaming = totalCostLimit / 100n;

function checkTotal(check: Check, path: string): void {
  const total = check.costs.reduce((sum, { cost }) => sum + cost, 0n);
  if (total <= totalCostLimit) return;
  const expensive = check.costs.filter(({ cost }) => cost >= worthNaming);
  expensive.sort((a, b) => Number(b.cost > a.cost) - Number(b.cost < a.cost));
  const detail = 'contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema';
  for (const { path: at } of expensive.slice(0, 4)) check.errors.push(forbiddenValue(at, detail));
  const name = 'x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema';
  check.errors.push(costError(path, name, total > maxCost ? maxCost : total, totalCostLimit));
}

/**
 * What the server finds wrong with the rules of a CustomResourceDefinition's schema: their form, expressions that do
 * not compile, `oldSelf` where nothing can be correlated, and costs (of one rule, and of all together).
 *
 * `path` is where the schema stands, `spec.validation.openAPIV3Schema`. `schemaErrors` are errors found in the same
 * schema before: rules above a broken part are not compiled, as on the server.
 */
export function checkRules(
  schema: StructuralSchema,
  path: string,
  schemaErrors: readonly FieldError[] = [],
): readonly FieldError[] {
  const check: Check = { errors: [], costs: [], formErrors: [...schemaErrors] };
  checkNode(check, { schema, path, isResource: true, instances: 1n, uncorrelated: undefined });
  checkTotal(check, path);
  return check.errors;
}
