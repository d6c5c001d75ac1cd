import type { JsonObject } from '@archipelago/apimachinery';
import { expect, test } from 'vitest';
import type { PlannedOperand } from '../forecast/planned-operands.ts';
import { unplannedChanges } from './unplanned-changes.ts';

const key = 'CDI/cdi';
const operands = (spec: JsonObject | undefined, more: JsonObject = {}) =>
  new Map<string, JsonObject>(spec === undefined ? [] : [[key, { spec, ...more }]]);
const planned = (...fields: readonly string[]): readonly PlannedOperand[] => [
  {
    object: key,
    verb: 'update',
    fields: fields.map((field) => ({ field, before: 1, after: 2, because: 'x' })),
  },
];

const cases: readonly (readonly [
  string,
  JsonObject | undefined,
  readonly PlannedOperand[],
  readonly string[],
])[] = [
  ['nothing', { a: 1, list: [1] }, [], []],
  ['a planned field', { a: 2, list: [1] }, planned('spec.a'), []],
  ['a field that was not planned', { a: 2, list: [1] }, planned('spec.b'), ['CDI/cdi spec.a']],
  [
    'a field whose name only begins alike',
    { a: 2, list: [1] },
    planned('spec.ab', 'spec'.slice(0, 2)),
    ['CDI/cdi spec.a'],
  ],
  ['an item of a list that was planned as a whole', { a: 1, list: [2] }, planned('spec.list'), []],
  ['a list as a whole of which an item was planned', { a: 1, list: [1, 2] }, planned('spec.list[0]'), []],
  ['an operand that went', undefined, [], ['CDI/cdi']],
  ['an operand that went as planned', undefined, [{ object: key, verb: 'delete', fields: [] }], []],
];

test.each(cases)('%s', (_, after, plans, expected) => {
  expect(unplannedChanges(operands({ a: 1, list: [1] }), operands(after), plans)).toEqual(expected);
});

test('labels count, what the server counts and what is reported do not', () => {
  const before = operands(
    { a: 1 },
    { metadata: { labels: { a: 'b' }, resourceVersion: '1' }, status: { x: 1 } },
  );
  const same = operands(
    { a: 1 },
    { metadata: { labels: { a: 'b' }, resourceVersion: '2' }, status: { x: 2 } },
  );
  const other = operands({ a: 1 }, { metadata: { labels: { a: 'c' } } });
  expect(unplannedChanges(before, same, [])).toEqual([]);
  expect(unplannedChanges(before, other, [])).toEqual(['CDI/cdi metadata.labels.a']);
});
