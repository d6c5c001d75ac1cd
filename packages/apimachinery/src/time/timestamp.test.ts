import { expect, it } from 'vitest';
import { timestamp } from './timestamp.ts';

it.each([
  [0, '1970-01-01T00:00:00Z'],
  [1999, '1970-01-01T00:00:01Z'],
  [Date.UTC(2026, 10, 21, 10), '2026-11-21T10:00:00Z'],
])('%i is %s', (epochMs, text) => {
  expect(timestamp(epochMs)).toBe(text);
});
