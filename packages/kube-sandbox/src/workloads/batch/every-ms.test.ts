import { expect, test } from 'vitest';
import { everyMs } from './every-ms.ts';

test.each([
  ['@every 1h', 3_600_000],
  ['@every 1h30m10s', 5_410_000],
  ['@every 1500ms', 1_000],
  ['@every 1ms', 1_000],
  ['@every', undefined],
  ['@every hour', undefined],
  ['@hourly', undefined],
  ['*/5 * * * *', undefined],
])('%s: %s', (schedule, ms) => {
  expect(everyMs(schedule)).toBe(ms);
});
