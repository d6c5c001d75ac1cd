import { expect, test } from 'vitest';
import { additionsOf } from './additions-of.ts';

const deployment = { args: ['operator', '--image', 'a'], ports: [{ name: 'metrics' }], labels: { one: '1' } };

test('what is new is added at the end, as often as it is there more often', () => {
  const after = {
    ...deployment,
    args: ['operator', '--builder', 'a', '--image', 'a'],
    labels: { one: '1', 'x/y': '2' },
  };
  expect(additionsOf(deployment, after)).toEqual([
    { op: 'add', path: '/args/-', value: '--builder' },
    { op: 'add', path: '/args/-', value: 'a' },
    { op: 'add', path: '/labels/x~1y', value: '2' },
  ]);
});

test('rules are added whole, and another list of the same length is looked into', () => {
  const before = { rules: [{ verbs: ['get'] }], containers: [{ image: 'a' }] };
  const after = { rules: [{ verbs: ['list'] }], containers: [{ image: 'b' }] };
  expect(additionsOf(before, after)).toEqual([
    { op: 'add', path: '/rules/-', value: { verbs: ['list'] } },
    { op: 'replace', path: '/containers/0/image', value: 'b' },
  ]);
  expect(additionsOf(after, after)).toEqual([]);
});
