import { expect, test } from 'vitest';
import { age, humanDuration } from './age.ts';

test.each([
  [0, '0s'],
  [119, '119s'],
  [120, '2m'],
  [310, '5m10s'],
  [3600, '60m'],
  [3 * 3600 + 60, '3h1m'],
  [30 * 3600, '30h'],
  [50 * 3600, '2d2h'],
  [100 * 86_400, '100d'],
  [3 * 365 * 86_400, '3y'],
  [-5, '<invalid>'],
])('%d seconds are %s', (seconds, text) => {
  expect(humanDuration(seconds * 1000)).toBe(text);
});

test('no time has an unknown age', () => {
  expect(age(undefined, 0)).toBe('<unknown>');
  expect(age('soon', 0)).toBe('<unknown>');
});
