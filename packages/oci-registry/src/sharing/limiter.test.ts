import { expect, it } from 'vitest';
import { Limiter } from './limiter.ts';

/** Who is inside, in the order they came in, and how to leave. */
function door(most: number) {
  const limiter = new Limiter(most);
  const inside: string[] = [];
  const ways = new Map<string, () => void>();
  const enter = async (name: string, signal = new AbortController().signal) => {
    const leave = await limiter.enter(signal);
    if (leave === undefined) return 'gave up';
    inside.push(name);
    ways.set(name, leave);
    return 'entered';
  };
  const leave = async (name: string) => {
    ways.get(name)?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { inside, enter, leave };
}

it('lets so many in at a time, then who waits longest', async () => {
  const { inside, enter, leave } = door(2);
  const all = Promise.all(['a', 'b', 'c', 'd'].map((name) => enter(name)));
  await leave('nobody');
  expect(inside).toEqual(['a', 'b']);
  await leave('b');
  expect(inside).toEqual(['a', 'b', 'c']);
  await leave('a');
  await all;
  expect(inside).toEqual(['a', 'b', 'c', 'd']);
});

it('has its places again when all have left', async () => {
  const { inside, enter, leave } = door(1);
  for (const name of ['a', 'b']) {
    await enter(name);
    await leave(name);
  }
  expect(inside).toEqual(['a', 'b']);
});

it('passes over who has given up, before and while waiting', async () => {
  const { inside, enter, leave } = door(1);
  await enter('a');
  expect(await enter('late', AbortSignal.abort())).toBe('gave up');
  const giving = new AbortController();
  const [impatient, patient] = [enter('impatient', giving.signal), enter('patient')];
  giving.abort();
  expect(await impatient).toBe('gave up');
  await leave('a');
  expect(await patient).toBe('entered');
  await leave('patient');
  expect(await enter('next')).toBe('entered');
  expect(inside).toEqual(['a', 'patient', 'next']);
});

it('keeps the place of who is inside when its signal is aborted then', async () => {
  const { inside, enter, leave } = door(1);
  await enter('a');
  const giving = new AbortController();
  const waits = enter('b', giving.signal);
  await leave('a');
  expect(await waits).toBe('entered');
  giving.abort();
  const third = enter('c');
  await leave('nobody');
  expect(inside).toEqual(['a', 'b']);
  await leave('b');
  expect(await third).toBe('entered');
});
