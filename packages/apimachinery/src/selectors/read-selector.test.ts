import { expect, test } from 'vitest';
import { parseObjectList, parseText, parseTexts } from './read-selector.ts';

test.each([
  [undefined, { items: [], errors: [] }],
  [null, { items: [], errors: [] }],
  [[{ a: 1 }, null], { items: [{ a: 1 }, {}], errors: [] }],
  [{}, { items: [], errors: [{ field: 'f', message: 'Invalid value: an object: must be a list' }] }],
  [
    [[], {}],
    { items: [{}], errors: [{ field: 'f[0]', message: 'Invalid value: a list: must be an object' }] },
  ],
])('objects of %j', (value, wanted) => {
  expect(parseObjectList(value, 'f')).toEqual(wanted);
});

test.each([
  [undefined, { text: '', errors: [] }],
  [null, { text: '', errors: [] }],
  ['a', { text: 'a', errors: [] }],
  [5, { text: '', errors: [{ field: 'f', message: 'Invalid value: a number: must be a string' }] }],
])('text of %j', (value, wanted) => {
  expect(parseText(value, 'f')).toEqual(wanted);
});

test.each([
  [undefined, { texts: [], errors: [] }],
  [null, { texts: [], errors: [] }],
  [['a', null], { texts: ['a', ''], errors: [] }],
  ['a', { texts: [], errors: [{ field: 'f', message: 'Invalid value: a string: must be a list' }] }],
  [
    ['a', true],
    { texts: ['a', ''], errors: [{ field: 'f[1]', message: 'Invalid value: a boolean: must be a string' }] },
  ],
])('texts of %j', (value, wanted) => {
  expect(parseTexts(value, 'f')).toEqual(wanted);
});
