import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../../../test/support/fake-clock.ts';
import { backoffBoundMs, jitteredDelayMs } from './backoff.ts';
import { sleep, systemClock } from './clock.ts';

describe('waits after failures', () => {
  const backoff = { baseMs: 100, capMs: 1_000 };

  it.each([
    [0, 100],
    [1, 200],
    [2, 400],
    [3, 800],
    [4, 1_000],
    [5, 1_000],
    [2_000, 1_000],
  ])('after %i failures are %i ms at most', (failures, boundMs) => {
    expect(backoffBoundMs(backoff, failures)).toBe(boundMs);
    expect(jitteredDelayMs(backoff, failures, () => 0)).toBe(0);
    expect(jitteredDelayMs(backoff, failures, () => 0.25)).toBe(boundMs / 4);
  });

  it('are finite where there is no bound', () => {
    expect(backoffBoundMs({ baseMs: 1, capMs: Number.POSITIVE_INFINITY }, 5_000)).toBe(2 ** 40);
  });
});

describe('sleeping', () => {
  it('lasts its time, or until it is given up, and leaves nothing behind', async () => {
    const clock = new FakeClock();
    const caller = new AbortController();
    const ended: string[] = [];
    void sleep(clock, 100, caller.signal).then(() => ended.push('whole'));
    void sleep(clock, 10_000, caller.signal).then(() => ended.push('given up'));
    await clock.advance(99);
    expect(ended).toEqual([]);
    await clock.advance(1);
    expect([ended, clock.timers]).toEqual([['whole'], 1]);
    caller.abort();
    await clock.advance(0);
    expect([ended, clock.timers]).toEqual([['whole', 'given up'], 0]);
    await sleep(clock, 10_000, caller.signal);
    expect(clock.timers).toBe(0);
  });
});

describe('the machine’s clock', () => {
  it('counts from 1970 and from some moment, and calls back once', async () => {
    expect(systemClock.now()).toBeGreaterThan(Date.UTC(2024, 0, 1));
    const before = systemClock.monotonic();
    await new Promise<void>((resolve) => systemClock.after(-5, resolve));
    expect(systemClock.monotonic()).toBeGreaterThanOrEqual(before);
  });

  it('calls back not at all what was taken back, nor at once what is due in a year', async () => {
    const called: string[] = [];
    systemClock.after(0, () => called.push('taken back'))();
    const cancel = systemClock.after(365 * 86_400_000, () => called.push('in a year'));
    const endless = systemClock.after(Number.POSITIVE_INFINITY, () => called.push('never'));
    await new Promise<void>((resolve) => systemClock.after(1, resolve));
    cancel();
    endless();
    expect(called).toEqual([]);
  });
});
