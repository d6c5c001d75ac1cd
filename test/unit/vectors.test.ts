import { expect, test } from 'vitest';
import { casesOf, subjects, vectorsOf } from '../support/vectors.ts';

test('every subject is counted, and none is missing', () => {
  const { counted, present } = subjects();
  expect(present).toEqual(counted);
});

test('a subject that is not counted, or not there, is an error and not `0 of 0`', () => {
  expect(() => casesOf('kubernetes/nothing')).toThrow('kubernetes/nothing is not in');
  expect(() => vectorsOf('kubernetes')).toThrow('kubernetes has 0 cases');
});
