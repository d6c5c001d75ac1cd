import { expect, test } from 'vitest';
import { compileExpression, type ExpressionEnvironment, evaluateExpression } from '../expression.ts';
import { dynType } from '../values/cel-type.ts';
import { createMap } from '../values/map-value.ts';

const environment: ExpressionEnvironment = {
  variables: new Map([['object', dynType]]),
  objects: new Map(),
  makesPatches: true,
};

function answer(source: string): unknown {
  const compiled = compileExpression(source, environment);
  if (!compiled.ok) return compiled.message.split('\n')[0];
  const result = evaluateExpression(compiled.expression, new Map([['object', createMap([['a', 1n]])]]));
  return result.kind === 'value' ? result.value : result.message;
}

test.each([
  ['Object{a: 1}.a', 1n],
  ['Object{a: 1}.b == null', true],
  ['has(Object{a: 1}.b)', false],
  ['has(Object{a: 1}.a)', true],
  ['Object{a: 1}.?b.hasValue()', false],
  ['Object{?a: optional.none()} == Object{}', true],
  ['Object{?a: optional.of(2)}.a', 2n],
  ['Object{a: 1, a: 2}.a', 2n],
  ['Object{a: [1]} == Object{a: [1]}', true],
  ['Object{a: 1} == Object{a: 2}', false],
  ['Object{a: 1} == Object{b: 1}', false],
  ['type(Object.spec{}) == Object.spec', true],
  ['optional.ofNonZeroValue(Object{}).hasValue()', false],
  ['optional.ofNonZeroValue(Object{a: 0}).hasValue()', true],
  ['Object{?a: object.a}', "cannot initialize optional entry 'a' from non-optional value"],
  ['Object{a: object.b}', 'no such key: b'],
  ['JSONPatch{op: "a"}.path', ''],
  ['has(JSONPatch{path: ""}.path)', false],
  ['JSONPatch{op: dyn(1)}', "unexpected type int64 for JSONPatchType 'op' field"],
  ['jsonpatch.escapeKey("a~/b")', 'a~0~1b'],
  ['JSONPatch{other: 1}', "ERROR: <input>:1:16: undefined field 'other'"],
  [
    'JSONPatch{op: 1}',
    "ERROR: <input>:1:13: expected type of field 'op' is 'string' but provided type is 'int'",
  ],
  ['Object{,}.a == null', true],
  [
    'Object{?1: 1}',
    "ERROR: <input>:1:9: Syntax error: mismatched input '1' expecting {IDENTIFIER, ESC_IDENTIFIER}",
  ],
])('%s', (source, wanted) => {
  expect(answer(source)).toEqual(wanted);
});

test('types of patches are known to expressions that make patches only', () => {
  const compiled = compileExpression('Object{}', { variables: new Map(), objects: new Map() });
  expect(compiled.ok).toBe(false);
});

test('a message costs as much as a kube-apiserver says', () => {
  const compiled = compileExpression('Object{a: 1, b: Object.b{}}', environment);
  if (!compiled.ok) throw new Error(compiled.message);
  expect(evaluateExpression(compiled.expression, new Map()).cost).toBe(80);
});
