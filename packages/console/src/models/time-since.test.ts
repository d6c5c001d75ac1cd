import { expect, it } from 'vitest';
import { timeSince } from './time-since.ts';

const now = Date.parse('2026-11-25T12:00:00Z');

it.each([
  ['2026-11-25T11:59:30Z', 'now', '今'],
  ['2026-11-25T11:58:59Z', '1 minute ago', '1 分前'],
  ['2026-11-25T09:00:00Z', '3 hours ago', '3 時間前'],
  ['2026-11-20T11:00:00Z', '5 days ago', '5 日前'],
  ['2026-11-25T13:00:00Z', 'now', '今'],
  ['yesterday', '', ''],
])('%s was %s', (at, en, ja) => {
  expect([timeSince(at, now, 'en'), timeSince(at, now, 'ja')]).toEqual([en, ja]);
});
