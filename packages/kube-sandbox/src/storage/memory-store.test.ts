import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MemoryStore } from './memory-store.ts';
import type { StoreEvent } from './stored-object.ts';

const key = (name: string, namespace = 'a') => ({ resource: '/things', namespace, name });
const thing = (value: number) => ({ kind: 'Thing', metadata: { name: 'x' }, value });

test('every change has a revision of its own, which the object carries', () => {
  const store = new MemoryStore(10, 100);
  const first = store.put(key('one'), thing(1));
  const second = store.put(key('one'), thing(2));
  const removed = store.remove(key('one'));
  expect([first.revision, second.revision, removed?.revision]).toEqual([101, 102, 103]);
  expect(removed?.object.metadata).toMatchObject({ resourceVersion: '103' });
  expect(store.get(key('one'))).toBeUndefined();
});

test('stored objects are frozen through and through', () => {
  const stored = new MemoryStore(10, 0).put(key('one'), thing(1));
  expect(Object.isFrozen(stored.object)).toBe(true);
  expect(Object.isFrozen(stored.object.metadata)).toBe(true);
});

test('lists are in key order, and can be had as they were', () => {
  const store = new MemoryStore(10, 0);
  store.put(key('b'), thing(1));
  store.put(key('a', 'z'), thing(1));
  store.put(key('a'), thing(1));
  store.put(key('b'), thing(2));
  store.remove(key('a'));
  const names = (revision: number) =>
    store.listAt('/things', undefined, revision)?.map(({ key: { name } }) => name);
  expect(store.list('/things', undefined).map((stored) => stored.key.namespace)).toEqual(['a', 'z']);
  expect(names(1)).toEqual(['b']);
  expect(names(3)).toEqual(['a', 'b', 'a']);
  expect(store.listAt('/things', 'a', 3)?.at(-1)?.object.value).toBe(1);
});

test('history is bounded: what was forgotten is said to be', () => {
  const store = new MemoryStore(3, 0);
  for (let value = 0; value < 20; value += 1) store.put(key('one'), thing(value));
  expect(store.eventsSince('/things', 19)?.length).toBe(1);
  expect(store.eventsSince('/things', 1)).toBeUndefined();
  store.compact();
  expect(store.eventsSince('/things', 19)).toBeUndefined();
  expect(store.eventsSince('/things', 20)).toEqual([]);
});

test('a change made by a listener is told after the one it answers', () => {
  const store = new MemoryStore(10, 0);
  const seen: string[] = [];
  store.subscribe('/things', ({ stored }) => {
    if (stored.key.name === 'cause') store.put(key('effect'), thing(1));
  });
  store.subscribe('/things', ({ stored }) => seen.push(stored.key.name));
  store.put(key('cause'), thing(1));
  expect(seen).toEqual(['cause', 'effect']);
});

test('replaying the events since any revision gives the present state', () => {
  const step = fc.record({ name: fc.constantFrom('a', 'b', 'c'), remove: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), fc.nat(30), (steps, cut) => {
      const store = new MemoryStore(100, 0);
      store.register('/things');
      const states = new Map<number, readonly string[]>([[0, []]]);
      for (const { name, remove } of steps) {
        if (remove) store.remove(key(name));
        else store.put(key(name), thing(1));
        states.set(
          store.revision,
          store.list('/things', undefined).map((stored) => stored.key.name),
        );
      }
      const from = Math.min(cut, store.revision);
      const names = new Set(states.get(from));
      const apply = ({ type, stored }: StoreEvent) => {
        if (type === 'DELETED') names.delete(stored.key.name);
        else names.add(stored.key.name);
      };
      store.eventsSince('/things', from)?.forEach(apply);
      expect([...names].sort()).toEqual(states.get(store.revision));
      expect(store.listAt('/things', undefined, from)?.map((stored) => stored.key.name)).toEqual(
        states.get(from),
      );
    }),
  );
});

test('any number of changes that wait to be told are told, each moved once', () => {
  const store = new MemoryStore(10, 0);
  let told = 0;
  // taken from the front of a list, each one would move all others, and this would not end
  store.subscribe('/things', ({ stored }) => {
    told += 1;
    if (stored.key.name !== 'cause') return;
    for (let count = 0; count < 120_000; count += 1) store.put(key('effect'), {});
  });
  store.put(key('cause'), thing(1));
  expect(told).toBe(120_001);
});
