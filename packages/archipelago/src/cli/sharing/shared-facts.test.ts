import { sleep } from '@archipelago/apimachinery';
import { expect, it } from 'vitest';
import { FakeClock } from '../../../../../test/support/fake-clock.ts';
import type { Facts } from '../../doctor/facts/facts.ts';
import { createSharedFacts } from './shared-facts.ts';

/** A cluster that takes so long to be read; the readings are told apart by their time. */
function world(tookMs: number) {
  const clock = new FakeClock();
  const shared = createSharedFacts(clock);
  // held, as a page holds what it shows: memory is not the point here
  const read: Facts[] = [];
  const look = () =>
    shared.of(async () => {
      const facts = { readings: new Map(), now: read.length + 1 };
      read.push(facts);
      await sleep(clock, tookMs, new AbortController().signal);
      return facts;
    });
  const answer = () => clock.advance(tookMs);
  return { clock, shared, look, answer };
}

it('who comes while a cluster is being read gets the same', async () => {
  const { look, answer } = world(100);
  const both = Promise.all([look(), look()]);
  await answer();
  expect((await both).map(({ now }) => now)).toEqual([1, 1]);
});

it.each([
  [100, 899, 1],
  [100, 901, 2],
  [20_000, 29_999, 1],
  [20_000, 30_001, 2],
])(
  'what took %d ms to read is told again %d ms after it was begun: reading %d',
  async (tookMs, afterMs, now) => {
    const { clock, look, answer } = world(tookMs);
    const first = look();
    await answer();
    await first;
    await clock.advance(afterMs - tookMs);
    const second = look();
    await answer();
    expect((await second).now).toBe(now);
  },
);

it('after a change nobody gets what was read before, also where it came later', async () => {
  const { shared, look, answer } = world(100);
  const before = look();
  shared.forget();
  const after = look();
  await answer();
  expect([(await before).now, (await after).now]).toEqual([1, 2]);
  shared.forget();
  const third = look();
  await answer();
  expect((await third).now).toBe(3);
});

it('what could not be read is read again', async () => {
  const shared = createSharedFacts(new FakeClock());
  await expect(shared.of(() => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect((await shared.of(async () => ({ readings: new Map(), now: 1 }))).now).toBe(1);
});
