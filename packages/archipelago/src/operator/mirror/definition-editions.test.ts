import { systemClock } from '@archipelago/apimachinery';
import { expect, it } from 'vitest';
import { DefinitionEditions } from './definition-editions.ts';

it('begins an edition when a definition changes, and two more while servers catch up', () => {
  let now = 5;
  const editions = new DefinitionEditions({ ...systemClock, monotonic: () => now });
  const seen = [editions.edition('a')];
  editions.changed('a');
  expect(editions.dueMs()).toBe(1_000);
  for (const step of [0, 999, 1, 8_999, 1, 100_000]) {
    now += step;
    seen.push(editions.edition('a'));
  }
  expect([...new Set(seen)]).toEqual(['', '1.0', '1.1', '1.2']);
  expect(editions.dueMs()).toBeUndefined();
  editions.changed('a');
  expect(editions.edition('a')).toBe('2.0');
  expect(editions.edition('b')).toBe('');
});
