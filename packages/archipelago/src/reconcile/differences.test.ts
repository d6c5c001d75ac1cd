import { expect, test } from 'vitest';
import { differences } from './differences.ts';

test.each([
  ['equal documents', { a: { b: [1, { c: null }] } }, { a: { b: [1, {}] } }, []],
  ['null and absence', { a: null }, {}, []],
  ['a changed field', { a: { b: 1 } }, { a: { b: 2 } }, [{ path: ['a', 'b'], before: 1, after: 2 }]],
  ['a field that is new', {}, { a: 1 }, [{ path: ['a'], before: undefined, after: 1 }]],
  ['a field that is gone', { a: 1 }, {}, [{ path: ['a'], before: 1, after: undefined }]],
  ['an item', { a: [1, 2] }, { a: [1, 3] }, [{ path: ['a', 1], before: 2, after: 3 }]],
  ['lists of different lengths', { a: [1] }, { a: [1, 2] }, [{ path: ['a'], before: [1], after: [1, 2] }]],
  ['different kinds', { a: [] }, { a: {} }, [{ path: ['a'], before: [], after: {} }]],
  // every object has a member of that name that is not its own
  ['a name from afar', {}, { constructor: 1 }, [{ path: ['constructor'], before: undefined, after: 1 }]],
])('%s', (_, before, after, wanted) => {
  expect(differences(before, after)).toEqual(wanted);
});
