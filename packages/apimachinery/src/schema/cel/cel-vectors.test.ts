import { afterAll, describe, expect, it } from 'vitest';
import { casesOf } from '../../../../../test/support/vectors.ts';
import { objectsAt } from '../../api/json-members.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../api/json-value.ts';
import { canonicalQuantity } from '../../api/quantity.ts';
import { formatGoDuration } from '../../go-text/go-duration.ts';
import { parseJson } from '../../json/parse-json.ts';
import { admitObject } from '../admit/admit-object.ts';
import { urlText } from '../net/go-url.ts';
import { compileSchema } from '../structural/compile-schema.ts';
import type { StructuralSchema } from '../structural/structural-schema.ts';
import { cidrText, ipText } from './data/ip-text.ts';
import { semverText } from './data/semver.ts';
import { formatRfc3339 } from './data/time.ts';
import { declaredType } from './declared/declared-type.ts';
import {
  compileExpression,
  type ExpressionEnvironment,
  evaluateExpression,
  selfEnvironment,
  selfValue,
} from './expression.ts';
import { checkRules, highestCost } from './rules/check-rules.ts';
import { type CompiledRules, compileRules, evaluateRules } from './rules/compile-rules.ts';
import { ruleEngine } from './rules/rule-engine.ts';
import { typeText } from './values/cel-type.ts';
import { type CelValue, isMap } from './values/cel-value.ts';
import { formatDouble } from './values/numbers.ts';

type Shown = { type: string; value: unknown };

type Box = Exclude<CelValue, null | boolean | bigint | number | string | Uint8Array>;

function showLibrary(value: Box): Shown | undefined {
  switch (value.kind) {
    case 'quantity':
      return { type: 'kubernetes.Quantity', value: canonicalQuantity(value.quantity) };
    case 'url':
      return { type: 'kubernetes.URL', value: urlText(value.url) };
    case 'ip':
      return { type: 'net.IP', value: ipText(value.ip) };
    case 'cidr':
      return { type: 'net.CIDR', value: cidrText(value.cidr) };
    case 'semver':
      return { type: 'kubernetes.Semver', value: semverText(value.semver) };
    default:
      return undefined;
  }
}

function showBox(value: Box): Shown {
  switch (value.kind) {
    case 'duration':
      return { type: 'duration', value: formatGoDuration(value.nanos) };
    case 'timestamp':
      return { type: 'timestamp', value: formatRfc3339(value.nanos, value.offset) };
    case 'uint':
      return { type: 'uint', value: String(value.value) };
    case 'optional':
      return { type: 'optional', value: value.value === undefined ? null : show(value.value) };
    case 'type':
      return { type: 'type', value: value.type.name };
    case 'list':
      return { type: 'list', value: value.items.map(show) };
    default:
      return showLibrary(value) ?? { type: value.kind, value: String(value) };
  }
}

function show(value: CelValue): Shown {
  if (typeof value === 'boolean') return { type: 'bool', value };
  if (typeof value === 'bigint') return { type: 'int', value: String(value) };
  if (typeof value === 'number') return { type: 'double', value: formatDouble(value) };
  if (typeof value === 'string') return { type: 'string', value };
  if (value instanceof Uint8Array) return { type: 'bytes', value: Buffer.from(value).toString('base64') };
  if (isMap(value)) {
    const pairs = value.keys().map((key) => [show(key), show(value.find(key) ?? null)] as const);
    const sorted = pairs.sort(([a], [b]) => (String(a.value) < String(b.value) ? -1 : 1));
    return { type: 'map', value: sorted };
  }
  return value === null ? { type: 'null_type', value: null } : showBox(value);
}

function vectorValue(test: JsonObject, name: string): JsonValue | undefined {
  const text = test[`${name}Text`];
  return typeof text === 'string' ? parseJson(text) : test[name];
}

function schemaOf(test: JsonObject): StructuralSchema {
  return isJsonObject(test.schema) ? (test.schema as StructuralSchema) : {};
}

const noSelf: ExpressionEnvironment = { variables: new Map(), objects: new Map() };

function runExpression(test: JsonObject): Record<string, unknown> {
  const schema = schemaOf(test);
  const source = String(test.expression);
  const environment = test.schema === undefined ? noSelf : (selfEnvironment(schema, false) ?? noSelf);
  const compiled = compileExpression(source, environment);
  if (!compiled.ok) {
    const message =
      compiled.stage === 'check' ? compiled.message : `program instantiation failed: ${compiled.message}`;
    return { compileError: message, ...(compiled.type && { staticType: typeText(compiled.type) }) };
  }
  const self = vectorValue(test, 'self');
  const variables = new Map(self === undefined ? [] : [['self', selfValue(self, schema)] as const]);
  const result = evaluateExpression(compiled.expression, variables);
  const staticType = typeText(compiled.expression.type);
  const { cost } = result;
  if (result.kind !== 'value') return { staticType, error: result.message, cost };
  return { staticType, result: show(result.value), cost };
}

function differences(test: JsonObject, actual: Record<string, unknown>): string[] {
  const found: string[] = [];
  for (const key of ['result', 'error', 'staticType', 'compileError', 'cost'] as const) {
    if (key === 'cost' && Array.isArray(test.costRange)) {
      const [min, max] = test.costRange.map(Number);
      const cost = Number(actual.cost);
      if (cost < Number(min) || cost > Number(max)) found.push(`cost ${cost} not in ${min}..${max}`);
      continue;
    }
    const [want, have] = [JSON.stringify(test[key]), JSON.stringify(actual[key])];
    if (want !== have) found.push(`${key}: want ${want}, have ${have}`);
  }
  return found;
}

const counts = { passed: 0, different: 0 };
afterAll(() => console.log(`CEL vectors: ${counts.passed} passed, ${counts.different} differ as known`));

function ofMode(mode: string): (readonly [string, JsonObject])[] {
  return casesOf('kubernetes/cel')
    .filter((test) => test.mode === mode)
    .map((test) => [String(test.name), test] as const);
}

function admissions(): (readonly [string, JsonObject])[] {
  return casesOf('kubernetes/invalid-schema/cel').map((test) => [String(test.name), test] as const);
}

/** Cases we answer differently, and why. A case that begins to pass fails here, so that the list stays true. */
const different: ReadonlyMap<string, string> = new Map([
  ['self/006', 'JSON values do not tell 5.0 from 5; the server refuses 5.0 for an integer in rules'],
  ['validate/044 integer-given-as-exponent', 'JSON values do not tell 1e1 from 10'],
]);

function judge(test: JsonObject, problems: readonly string[]): void {
  if (problems.length === 0) counts.passed += 1;
  else counts.different += 1;
  if (different.has(String(test.name))) expect(problems).not.toEqual([]);
  else expect(problems).toEqual([]);
}

function errorsOf(errors: readonly { field: string; type: string; message: string }[]): string[] {
  return errors.map(({ field, type, message }) => `${field} ${type} ${message}`).sort();
}

function wantedErrors(test: JsonObject): string[] {
  const errors = objectsAt(test, 'errors');
  return errors.map((error) => `${error.field} ${error.type} ${error.message}`).sort();
}

function costProblems(test: JsonObject, rules: CompiledRules, schema: StructuralSchema): string[] {
  const program = rules.root?.rules[0]?.program;
  const declared = declaredType(schema, false);
  if (program === undefined || declared === undefined) return [];
  const cost = String(highestCost(program, declared));
  return cost === test.maxCost ? [] : [`want maxCost ${test.maxCost}, have ${cost}`];
}

function ruleProblems(test: JsonObject): string[] {
  const schema = schemaOf(test);
  const rule = {
    rule: String(test.rule),
    ...(test.optionalOldSelf === true && { optionalOldSelf: true }),
  };
  const rules = compileRules({ ...schema, 'x-kubernetes-validations': [rule] }, { isResource: false });
  const compileError = rules.root?.rules[0]?.error;
  if (test.compileError !== undefined || compileError !== undefined) {
    return compileError === test.compileError ? [] : [`want ${test.compileError}, have ${compileError}`];
  }
  const errors = errorsOf(
    evaluateRules(rules, { self: vectorValue(test, 'self') ?? null, oldSelf: vectorValue(test, 'oldSelf') }),
  );
  const wanted = wantedErrors(test);
  const costs = costProblems(test, rules, schema);
  return JSON.stringify(errors) === JSON.stringify(wanted)
    ? costs
    : [`want ${wanted}, have ${errors}`, ...costs];
}

/** The whole way of an object: prune, default, validate, rules. */
function validateProblems(test: JsonObject): string[] {
  const compiled = compileSchema(schemaOf(test), { rules: ruleEngine });
  const object = vectorValue(test, 'self') ?? null;
  const oldObject = vectorValue(test, 'oldSelf');
  const request = { object, root: 'resource' as const, ...(oldObject !== undefined && { oldObject }) };
  const errors = errorsOf(admitObject(compiled, request).errors);
  const wanted = wantedErrors(test);
  return JSON.stringify(errors) === JSON.stringify(wanted) ? [] : [`want ${wanted}, have ${errors}`];
}

function admissionProblems(test: JsonObject): string[] {
  const errors = errorsOf(checkRules(schemaOf(test), 'spec.validation.openAPIV3Schema'));
  // Where rules must not stand at all is for the check of the schema's structure.
  const wanted = wantedErrors(test).filter((error) => !error.endsWith('must be empty to be structural'));
  return JSON.stringify(errors) === JSON.stringify(wanted) ? [] : [`want ${wanted}, have ${errors}`];
}

describe('CEL as Kubernetes 1.36 runs it', () => {
  it.each(ofMode('expression'))('%s', (_, test) => judge(test, differences(test, runExpression(test))));
  it.each(ofMode('rule'))('%s', (_, test) => judge(test, ruleProblems(test)));
  it.each(ofMode('validate'))('%s', (_, test) => judge(test, validateProblems(test)));
  it.each(admissions())('rules of a definition: %s', (_, test) => judge(test, admissionProblems(test)));
});
