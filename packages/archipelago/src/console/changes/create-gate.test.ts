import { expect, it } from 'vitest';
import { createGate } from './create-gate.ts';

/** So many pieces of work, each done or failed when it is told to be. */
function world(most: number) {
  const gate = createGate(most);
  const begun: number[] = [];
  const ends: ((error?: Error) => void)[] = [];
  const enter = (index: number) =>
    gate(() => {
      begun.push(index);
      return new Promise<number>((resolve, reject) => {
        ends[index] = (error) => (error === undefined ? resolve(index) : reject(error));
      });
    });
  return { begun, ends, enter };
}

it('lets in so many at a time, and the others in their order', async () => {
  const { begun, ends, enter } = world(2);
  const all = [0, 1, 2, 3].map(enter);
  expect(begun).toEqual([0, 1]);
  ends[1]?.();
  expect(await all[1]).toBe(1);
  expect(begun).toEqual([0, 1, 2]);
  ends[0]?.();
  ends[2]?.();
  await all[2];
  expect(begun).toEqual([0, 1, 2, 3]);
  ends[3]?.();
  expect(await Promise.all(all)).toEqual([0, 1, 2, 3]);
});

it('gives the place of what fails to the next', async () => {
  const { begun, ends, enter } = world(1);
  const [first, second] = [enter(0), enter(1)];
  ends[0]?.(new Error('failed'));
  await expect(first).rejects.toThrow('failed');
  expect(begun).toEqual([0, 1]);
  ends[1]?.();
  await second;
  const third = enter(2);
  expect(begun).toEqual([0, 1, 2]);
  ends[2]?.();
  expect(await third).toBe(2);
});
