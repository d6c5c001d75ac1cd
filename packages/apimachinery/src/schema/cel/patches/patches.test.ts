import { expect, test } from 'vitest';
import { compileExpression, type ExpressionEnvironment, evaluateExpression } from '../expression.ts';
import { dynType } from '../values/cel-type.ts';
import { type CelValue, isMessage } from '../values/cel-value.ts';
import { appliedObject } from './applied-object.ts';
import { misnamedTypes } from './misnamed-types.ts';
import { patchValue } from './patch-value.ts';

const json = { a: [1, { b: null }], c: 'd' };
const values: ReadonlyMap<string, CelValue> = new Map([
  ['object', { kind: 'map', size: 2, find: () => undefined, keys: () => [], json } as const],
]);
const environment: ExpressionEnvironment = {
  variables: new Map([['object', dynType]]),
  objects: new Map(),
  makesPatches: true,
};

function evaluated(source: string): CelValue {
  const compiled = compileExpression(source, environment);
  if (!compiled.ok) throw new Error(compiled.message);
  const result = evaluateExpression(compiled.expression, values);
  if (result.kind !== 'value') throw new Error(result.message);
  return result.value;
}

function applied(source: string): unknown {
  const message = evaluated(source);
  if (!isMessage(message)) throw new Error('no message');
  const result = appliedObject(message);
  if (!result.ok) return result.problem;
  const { object, foreign } = result.value;
  return foreign.size === 0 ? object : [...foreign.values()].map(({ type, text }) => `${type} ${text}`);
}

test.each<[string, unknown]>([
  ['Object{a: 1, b: 1.5, c: "d", e: true}', { a: 1, b: 1.5, c: 'd', e: true }],
  ['Object{a: 9007199254740993}', { a: 9007199254740993n }],
  ['Object{a: Object.a{b: ["c"]}, d: {"e": 1}}', { a: { b: ['c'] }, d: { e: 1 } }],
  ['Object{a: [Object.a{b: 1}]}', { a: [{ b: 1 }] }],
  ['Object{a: object}', { a: json }],
  ['Object{a: [object]}', { a: [json] }],
  ['Object{a: optional.of(1), b: optional.none()}', { a: 1, b: null }],
  ['Object{a: null}', ['structpb.NullValue NULL_VALUE']],
  ['Object{a: [null]}', ['structpb.NullValue NULL_VALUE']],
  ['Object{a: [[1]]}', ['[]ref.Val []ref.Val']],
  ['Object{a: {"b": {"c": 1}}}', ['map[ref.Val]ref.Val map[ref.Val]ref.Val']],
  ['Object{a: timestamp("2020-01-01T00:00:00Z")}', ['time.Time time.Time']],
  ['Object{a: {1: "b"}}', 'invalid return type: *dynamic.ObjectVal'],
])('what %s wants applied', (source, wanted) => {
  expect(applied(source)).toEqual(wanted);
});

test.each<[string, unknown]>([
  ['1', 1],
  ['1u', 1],
  ['1.5', 1.5],
  ['double("NaN")', 'NaN'],
  ['9007199254740993', '9007199254740993'],
  ['null', null],
  ['b"abc"', 'YWJj'],
  ['duration("90s")', '90s'],
  ['duration("1500ms")', '1.500s'],
  ['duration("-1ns")', '-0.000000001s'],
  ['timestamp("2020-01-01T00:00:00.5Z")', '2020-01-01T00:00:00.5Z'],
  ['[{"a": [1]}]', [{ a: [1] }]],
  ['object', json],
  ['Object{a: Object.a{b: [object]}}', { a: { b: [json] } }],
  ['optional.of("a")', 'a'],
])('%s as the value of a patch', (source, wanted) => {
  expect(patchValue(evaluated(source))).toEqual({ ok: true, value: wanted });
});

test.each([
  ['optional.none()', 'optional.none() dereference'],
  ['quantity("1")', "type conversion error from 'Quantity' to '*structpb.Value'"],
  ['[url("https://a")]', "type conversion error from 'URL' to '*structpb.Value'"],
  ['{1: "a"}', "unsupported type conversion from 'int' to string"],
])('%s is no value of a patch', (source, problem) => {
  expect(patchValue(evaluated(source))).toEqual({ ok: false, problem });
});

/** `levels` lists, each of which holds the one below ten times. */
function nested(levels: number): CelValue {
  let value: CelValue = 1n;
  for (let level = 0; level < levels; level += 1)
    value = { kind: 'list', items: Array.from({ length: 10 }, () => value) };
  return value;
}

test('a value with more parts than an object can have is refused before it is made', () => {
  const problem = 'the value has more than 1000000 parts';
  const list = nested(12);
  expect(patchValue(list)).toEqual({ ok: false, problem });
  expect(patchValue(nested(5)).ok).toBe(true);
});

test.each<[string, readonly string[]]>([
  ['Object{a: Object.a{b: Object.a.b{}}}', []],
  ['Object{a: [Object.a{}], b: {"c": Object.b{}}}', []],
  ['Object.a{b: Object.a.b{}}', []],
  ['Object{a: Object.b{}}', ['Object.b Object.a']],
  ['Object{a: [Object.b{}], c: {"d": Object{}}}', ['Object.b Object.a', 'Object Object.c']],
  ['1', []],
])('types of %s that are not named after their fields', (source, wanted) => {
  const told = wanted.map((pair) => {
    const [name, expected] = pair.split(' ');
    return `unexpected type name "${name}", expected "${expected}", which matches field name path from root Object type`;
  });
  expect(misnamedTypes(evaluated(source))).toEqual(told);
});
