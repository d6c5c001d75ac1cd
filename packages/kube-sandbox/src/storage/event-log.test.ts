import { expect, test } from 'vitest';
import { EventLog } from './event-log.ts';

const event = (revision: number, text: string) => {
  const key = { resource: '/things', namespace: '', name: 'a' };
  return { type: 'MODIFIED', revision, stored: { key, revision, object: { text } } } as const;
};

test('large objects push older changes out long before there are too many of them', () => {
  const log = new EventLog(0, 1000, 10_000);
  for (let revision = 1; revision <= 50; revision += 1) log.append(event(revision, 'x'.repeat(1000)));
  expect(log.since(0)).toBeUndefined();
  expect(log.since(log.floor)?.length).toBeLessThan(10);
  expect(log.since(log.floor)?.at(-1)?.revision).toBe(50);
});

test('one change larger than all may be together is remembered until the next one', () => {
  const log = new EventLog(0, 1000, 100);
  log.append(event(1, 'x'.repeat(1000)));
  expect(log.since(0)?.length).toBe(1);
  log.append(event(2, 'x'.repeat(1000)));
  expect(log.since(0)).toBeUndefined();
  expect(log.since(1)?.length).toBe(1);
});

test('what a compaction drops makes room again', () => {
  const log = new EventLog(0, 1000, 10_000);
  for (let revision = 1; revision <= 8; revision += 1) log.append(event(revision, 'x'.repeat(1000)));
  log.compact(8);
  for (let revision = 9; revision <= 16; revision += 1) log.append(event(revision, 'x'.repeat(1000)));
  expect(log.since(8)?.length).toBe(8);
});
