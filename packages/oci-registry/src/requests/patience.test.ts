import { expect, it } from 'vitest';
import { FakeClock } from '../../../../test/support/fake-clock.ts';
import { startPatience } from './patience.ts';

it('runs out when nothing touches it', async () => {
  const clock = new FakeClock();
  const patience = startPatience(clock, 100, new AbortController().signal);
  await clock.advance(99);
  patience.touch();
  await clock.advance(99);
  expect([patience.signal.aborted, patience.ranOut(), clock.timers]).toEqual([false, false, 1]);
  await clock.advance(1);
  expect([patience.signal.aborted, patience.ranOut(), clock.timers]).toEqual([true, true, 0]);
});

it('ends with who waits, without having run out', () => {
  const clock = new FakeClock();
  const giving = new AbortController();
  const patience = startPatience(clock, 100, giving.signal);
  giving.abort();
  expect([patience.signal.aborted, patience.ranOut()]).toEqual([true, false]);
  const late = startPatience(clock, 100, giving.signal);
  expect([late.signal.aborted, late.ranOut()]).toEqual([true, false]);
});

it('takes back its timer and listens no more when it is ended', () => {
  const clock = new FakeClock();
  const giving = new AbortController();
  const patience = startPatience(clock, 100, giving.signal);
  patience.end();
  giving.abort();
  expect([clock.timers, patience.signal.aborted]).toEqual([0, false]);
});
