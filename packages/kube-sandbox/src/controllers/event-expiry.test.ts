import type { JsonObject } from '@archipelago/apimachinery';
import { beforeEach, expect, test } from 'vitest';
import { FakeClock } from '../../../../test/support/fake-clock.ts';
import { newStore } from '../storage/new-store.ts';
import type { ObjectStore } from '../storage/object-store.ts';
import { EventExpiry } from './event-expiry.ts';

let store: ObjectStore;
let clock: FakeClock;
let gone: string[];

const minutes = 60_000;

beforeEach(() => {
  store = newStore(100);
  store.register('/events');
  clock = new FakeClock();
  gone = [];
  store.subscribe('/events', ({ type, stored }) => {
    if (type === 'DELETED') gone.push(stored.key.name);
  });
});

function put(name: string, times: JsonObject = {}): void {
  const key = { resource: '/events', namespace: 'default', name };
  store.put(key, { apiVersion: 'v1', kind: 'Event', metadata: { name, namespace: 'default' }, ...times });
}

function start(): EventExpiry {
  const expiry = new EventExpiry({ store, clock, now: () => clock.now() });
  expiry.start();
  return expiry;
}

test('an event goes an hour after it was last written, and watchers are told', async () => {
  start();
  put('one');
  put('two');
  await clock.advance(30 * minutes);
  put('one', { count: 2 });
  await clock.advance(29 * minutes);
  expect(gone).toEqual([]);
  await clock.advance(1 * minutes);
  expect(gone).toEqual(['two']);
  await clock.advance(30 * minutes);
  expect(gone).toEqual(['two', 'one']);
});

test('of events that were there before, the last sign of life counts', async () => {
  const ago = (ms: number) => new Date(clock.now() - ms).toISOString();
  put('old', { lastTimestamp: ago(120 * minutes) });
  put('recent', { lastTimestamp: ago(50 * minutes) });
  put('series', { eventTime: ago(120 * minutes), series: { lastObservedTime: ago(40 * minutes) } });
  put('ahead', { lastTimestamp: ago(-600 * minutes) });
  start();
  await clock.advance(1 * minutes);
  expect(gone).toEqual(['old']);
  await clock.advance(10 * minutes);
  expect(gone).toEqual(['old', 'recent']);
  await clock.advance(10 * minutes);
  expect(gone).toEqual(['old', 'recent', 'series']);
  await clock.advance(39 * minutes);
  expect(gone).toHaveLength(4);
});

test('without events nothing waits, and nothing after the end', async () => {
  const expiry = start();
  expect(clock.timers).toBe(0);
  put('one');
  expect(clock.timers).toBe(1);
  await clock.advance(61 * minutes);
  expect(clock.timers).toBe(0);
  put('two');
  expiry.stop();
  expect(clock.timers).toBe(0);
});

test('one that somebody has deleted is not deleted again when it is made anew', async () => {
  start();
  put('one');
  await clock.advance(30 * minutes);
  store.remove({ resource: '/events', namespace: 'default', name: 'one' });
  put('one');
  await clock.advance(31 * minutes);
  expect(gone).toEqual(['one']);
  await clock.advance(30 * minutes);
  expect(gone).toEqual(['one', 'one']);
});
