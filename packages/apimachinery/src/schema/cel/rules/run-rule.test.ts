import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../../../api/json-value.ts';
import type { StructuralSchema, ValidationRule } from '../../structural/structural-schema.ts';
import { selfEnvironment, selfValue } from '../expression.ts';
import { compileRule } from './compile-rule.ts';
import { budgetError, runRule } from './run-rule.ts';

const number: StructuralSchema = { type: 'integer' };
const map: StructuralSchema = { type: 'object', additionalProperties: number };

/** Runs a rule on the value of `f`, with a budget. */
function run(rule: ValidationRule, self: JsonValue, budget = 1000) {
  const schema = typeof self === 'object' ? map : number;
  const environment = selfEnvironment(schema, false);
  if (environment === undefined) throw new Error('no type for self');
  const variables = new Map([['self', selfValue(self, schema)]]);
  const compiled = compileRule(rule, { schema, environment, selfType: environment.type });
  const input = { path: 'f', value: self, type: String(schema.type), budget };
  return runRule(compiled, { ...input, variables, messageVariables: variables });
}

/** What is told, whether the rule was judged, whether all ends here, and what is left of 1000. */
type Row = readonly [string, ValidationRule, JsonValue, string | undefined, boolean, boolean, number];

const cases: readonly Row[] = [
  ['a rule that holds', { rule: 'self > 0' }, 1, undefined, false, false, 998],
  ['a rule that fails', { rule: 'self > 0' }, 0, 'Invalid value: 0: failed rule: self > 0', true, false, 998],
  ['its message', { rule: 'self > 0', message: ' no ' }, 0, 'Invalid value: 0: no', true, false, 998],
  [
    'an empty message',
    { rule: ' self > 0 ', message: '' },
    0,
    'Invalid value: 0: failed rule: self > 0',
    true,
    false,
    998,
  ],
  [
    'a message that is made',
    { rule: 'self > 0', messageExpression: "'got ' + string(self)" },
    0,
    'Invalid value: 0: got 0',
    true,
    false,
    995,
  ],
  [
    'one of many lines',
    { rule: 'self > 0', messageExpression: "'a\\nb'" },
    0,
    'Invalid value: 0: failed rule: self > 0',
    true,
    false,
    998,
  ],
  [
    'an empty one',
    { rule: 'self > 0', messageExpression: "' '", message: 'm' },
    0,
    'Invalid value: 0: m',
    true,
    false,
    998,
  ],
  [
    'one that cannot be made',
    { rule: 'self > 0', messageExpression: 'string(1 / self)', message: 'm' },
    0,
    'Invalid value: 0: m',
    true,
    false,
    995,
  ],
  [
    'an object',
    { rule: 'size(self) > 1' },
    {},
    'Invalid value: failed rule: size(self) > 1',
    true,
    false,
    997,
  ],
  [
    'a duplicate',
    { rule: 'self > 0', reason: 'FieldValueDuplicate' },
    0,
    'Duplicate value: 0',
    true,
    false,
    998,
  ],
  [
    'a duplicate object',
    { rule: 'size(self) > 1', reason: 'FieldValueDuplicate' },
    {},
    'Duplicate value',
    true,
    false,
    997,
  ],
  [
    'a required value',
    { rule: 'self > 0', reason: 'FieldValueRequired' },
    0,
    'Required value: failed rule: self > 0',
    true,
    false,
    998,
  ],
  [
    'a forbidden value',
    { rule: 'self > 0', reason: 'FieldValueForbidden' },
    0,
    'Forbidden: failed rule: self > 0',
    true,
    false,
    998,
  ],
  [
    'an error',
    { rule: '1 / self > 0' },
    0,
    'Invalid value: "integer": division by zero evaluating rule: 1 / self > 0',
    false,
    false,
    997,
  ],
  [
    'an error under a message',
    { rule: '1 / self > 0', message: 'm' },
    0,
    'Invalid value: "integer": division by zero evaluating rule: m',
    false,
    false,
    997,
  ],
  [
    'no overload',
    { rule: 'dyn(self) + dyn(true) > 0' },
    0,
    `Invalid value: "integer": 'no such overload': call arguments did not match a supported operator, function or macro signature for rule: dyn(self) + dyn(true) > 0`,
    false,
    false,
    996,
  ],
  [
    'a rule that does not compile',
    { rule: 'self' },
    0,
    'Invalid value: "integer": rule compile error: cel expression must evaluate to a bool',
    false,
    false,
    1000,
  ],
  ['a blank rule', { rule: ' ' }, 0, undefined, false, false, 1000],
  [
    'a rule beyond the budget',
    { rule: 'lists.range(self).size() > 0' },
    1000,
    'Invalid value: "integer": validation failed due to running out of cost budget, no further validation rules will be run',
    false,
    true,
    -1,
  ],
  [
    'a message beyond the budget',
    { rule: 'self < 0', messageExpression: 'string(lists.range(self).size())' },
    1000,
    'Invalid value: "integer": messageExpression evaluation failed due to running out of cost budget, no further validation rules will be run',
    true,
    true,
    -1,
  ],
];

describe('one rule', () => {
  test.each(cases)('%s', (...[, rule, self, message, judged, stop, budget]) => {
    const { error, ...rest } = run(rule, self);
    expect([error?.message, rest]).toStrictEqual([message, { judged, stop, budget }]);
    expect(error?.field).toBe(message === undefined ? undefined : 'f');
  });

  test('may use all of the budget, and no more', () => {
    const { budget } = run({ rule: 'self > 0' }, 1, 2);
    const over = run({ rule: 'self > 0' }, 1, 1);
    expect([budget, over.stop]).toEqual([0, true]);
  });

  test('tells no message of more than 5 KiB', () => {
    const told = (length: number) =>
      run({ rule: 'self > 0', message: 'm', messageExpression: `'${'x'.repeat(length)}'` }, 0).error?.detail;
    expect([told(5120)?.length, told(5121)]).toEqual([5120, 'm']);
  });

  test('is not begun when nothing is left', () => {
    const { field, message } = budgetError('f', 'integer');
    expect([field, message]).toEqual([
      'f',
      'Invalid value: "integer": validation failed due to running out of cost budget, no further validation rules will be run',
    ]);
  });
});
