import { expect, test } from 'vitest';
import { rememberedAhead } from './clock-memory.ts';

test.each([
  ['25h0m0s', 90_000_000],
  ['500ms', 500],
  ['', 0],
  ['-5h', 0],
  ['900000h', 0],
  ['yesterday', 0],
])('a cluster that remembers %j is %i ms ahead', (clock, ms) => {
  expect(rememberedAhead(() => ({ data: { clock } }))).toBe(ms);
});

test('a cluster that remembers nothing has the time of the machine', () => {
  const asked: string[] = [];
  const read = (namespace: string, name: string) => {
    asked.push(`${namespace}/${name}`);
    return undefined;
  };
  expect([rememberedAhead(read), asked]).toEqual([0, ['kube-system/archipelago-sandbox']]);
});
