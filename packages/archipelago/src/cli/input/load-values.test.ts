import { expect, test } from 'vitest';
import { loadValues } from './load-values.ts';

// large by its texts: what is many takes the parser long
const items = `- a: ${'b'.repeat(700)}\n`.repeat(2_000);

test.each([
  ['a person', true, ['25 %', '50 %', '75 %', '100 %'].map((part) => `reading f (1.3 MiB): ${part}\n`)],
  ['a program', false, []],
])('%s is told how far a large file is read: %s', async (_, errIsTerminal, lines) => {
  const told: string[] = [];
  const io = { read: async () => `items:\n${items}`, err: (text: string) => told.push(text), errIsTerminal };
  expect(await loadValues('f', io)).toMatchObject([{ items: { length: 2_000 } }]);
  expect(told).toEqual(lines);
});
