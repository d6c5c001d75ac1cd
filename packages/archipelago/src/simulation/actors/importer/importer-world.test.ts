import { expect, test } from 'vitest';
import { textAt, timeText, valueAt } from './importer-world.ts';

test.each<[readonly string[], unknown]>([
  [[], { a: { b: null, c: 'x' }, run: undefined }],
  [['a'], { b: null, c: 'x' }],
  [['a', 'b'], null],
  [['a', 'c'], 'x'],
  [['a', 'c', 'length'], undefined],
  [['a', 'd'], undefined],
  [['run'], undefined],
  [['toString'], undefined],
  [['a', 'b', 'c'], undefined],
])('the value at %j', (path, expected) => {
  expect(valueAt({ a: { b: null, c: 'x' }, run: undefined }, ...path)).toEqual(expected);
});

test('a function is no value of an object', () => {
  expect(valueAt({ run: () => 1 }, 'run')).toBeUndefined();
});

test('a text is empty where there is none', () => {
  expect([textAt({ a: 'x' }, 'a'), textAt({ a: 1 }, 'a'), textAt(undefined, 'a')]).toEqual(['x', '', '']);
});

test('a time is told in whole seconds', () => {
  expect(timeText(1999)).toBe('1970-01-01T00:00:01Z');
});
