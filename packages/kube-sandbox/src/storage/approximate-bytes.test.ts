import { expect, test } from 'vitest';
import { approximateBytes } from './approximate-bytes.ts';

test('texts, names and values count, however deep and however many', () => {
  expect(approximateBytes({ name: 'x'.repeat(1000) })).toBeGreaterThan(1000);
  expect(approximateBytes({ ['x'.repeat(1000)]: null })).toBeGreaterThan(1000);
  expect(approximateBytes(Array.from({ length: 300_000 }, () => 1))).toBeGreaterThan(300_000);
});
