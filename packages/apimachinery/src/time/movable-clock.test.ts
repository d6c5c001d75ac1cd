import { expect, test } from 'vitest';
import { FakeClock } from '../../../../test/support/fake-clock.ts';
import type { Clock } from './clock.ts';
import { MovableClock } from './movable-clock.ts';

const hour = 3_600_000;

function started(base: Clock = new FakeClock()) {
  const clock = new MovableClock(base);
  const rung: string[] = [];
  const wait = (name: string, ms: number) => clock.after(ms, () => rung.push(name));
  return { clock, rung, wait };
}

test('it runs as the other clock does, and ahead of it when it was moved; its monotonic time does not jump', async () => {
  const base = new FakeClock();
  const clock = new MovableClock(base, 5);
  clock.moveOn(hour);
  await base.advance(100);
  expect([clock.now() - base.now(), clock.monotonic(), clock.aheadMs]).toEqual([hour + 5, 100, hour + 5]);
});

test('what has become due is called in the order of its time, what has not waits for the rest', async () => {
  const base = new FakeClock();
  const { clock, rung, wait } = started(base);
  wait('two hours', 2 * hour);
  wait('half an hour', hour / 2);
  wait('a minute', 60_000);
  clock.moveOn(hour);
  expect(rung).toEqual([]);
  await base.advance(0);
  expect(rung).toEqual(['a minute', 'half an hour']);
  await base.advance(hour - 1);
  expect(rung).toHaveLength(2);
  await base.advance(1);
  expect([rung.at(-1), base.timers]).toEqual(['two hours', 0]);
});

test('what was taken back is never called, and leaves nothing behind', async () => {
  const base = new FakeClock();
  const { clock, rung, wait } = started(base);
  const [before, after] = [wait('before', hour), wait('after', 3 * hour)];
  before();
  clock.moveOn(2 * hour);
  after();
  await base.advance(3 * hour);
  expect([rung, base.timers]).toEqual([[], 0]);
});

test('a wait that is longer than the other clock can wait is waited for in pieces', async () => {
  const base = new FakeClock();
  const { clock, rung, wait } = started({
    now: () => base.now(),
    monotonic: () => base.monotonic(),
    after: (ms, callback) => base.after(Math.min(ms, hour), callback),
  });
  wait('three hours', 3 * hour);
  await base.advance(2 * hour);
  expect(rung).toEqual([]);
  await base.advance(hour);
  expect(rung).toEqual(['three hours']);
  clock.moveOn(1);
  expect(base.timers).toBe(0);
});

test.each([0, -1, Number.NaN])('it does not move by %s', (ms) => {
  expect(() => started().clock.moveOn(ms)).toThrow(RangeError);
});
