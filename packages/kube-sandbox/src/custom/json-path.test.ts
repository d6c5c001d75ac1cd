import { expect, test } from 'vitest';
import { evaluateJsonPath, parseJsonPath } from './json-path.ts';

const root = {
  spec: {
    'a.b': 1,
    items: [
      { name: 'x', size: 2 },
      { name: 'y', size: 5 },
    ],
  },
  status: { conditions: [{ type: 'Ready', status: 'True' }] },
};

test.each([
  ['.spec.items[0].name', ['x']],
  ['.spec.items[-1].name', ['y']],
  ['.spec.items[*].size', [2, 5]],
  ['{.spec.items[?(@.size>2)].name}', ['y']],
  ['.status.conditions[?(@.type=="Ready")].status', ['True']],
  [".spec['a.b']", [1]],
  ['.spec.a\\.b', [1]],
  ['.spec.nothing.there', []],
])('%s', (path, values) => {
  expect(evaluateJsonPath(parseJsonPath(path) ?? [], root)).toEqual(values);
});

test('what is no path is told apart', () => {
  expect(parseJsonPath('.spec[')).toBeUndefined();
  expect(parseJsonPath('spec')).toBeUndefined();
});

test('no path reaches what an object inherits', () => {
  expect(evaluateJsonPath(parseJsonPath('.constructor') ?? [], root)).toEqual([]);
  expect(evaluateJsonPath(parseJsonPath('.__proto__') ?? [], root)).toEqual([]);
});
