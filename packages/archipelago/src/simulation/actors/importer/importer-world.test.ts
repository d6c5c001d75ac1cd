import { expect, test } from 'vitest';
import { timeText } from './importer-world.ts';

test('a time is told in whole seconds', () => {
  expect(timeText(1999)).toBe('1970-01-01T00:00:01Z');
});
