import { expect, it } from 'vitest';
import type { StoreEvent } from './store-event.ts';
import type { WriteOutcome } from './write-outcome.ts';
import { createWriteThrough } from './write-through.ts';

const event: StoreEvent<string> = { type: 'added', object: 'a' };

function through(isFree = true) {
  const outcomes: WriteOutcome[] = [];
  const told: unknown[] = [];
  const write = createWriteThrough<string>(
    {
      beginWrite: () => isFree,
      endWrite: (_, outcome) => {
        outcomes.push(outcome);
        return [event];
      },
    },
    (events) => told.push(...events),
  );
  return { write, outcomes, told };
}

const gone = (uid: string): WriteOutcome => ({ state: 'gone', uid });

it('gives back the answer, and what it came to to the store', async () => {
  const { write, outcomes, told } = through();
  expect(await write({ name: 'a' }, async () => 'u', gone)).toBe('u');
  expect([outcomes, told]).toEqual([[gone('u')], [event]]);
});

it.each<[string, () => Promise<string>, (answer: string) => WriteOutcome]>([
  ['nobody answers', () => Promise.reject(new Error('no')), gone],
  [
    'the answer says nothing',
    async () => 'u',
    () => {
      throw new Error('no');
    },
  ],
])('ends the write also where %s', async (_, send, outcomeOf) => {
  const { write, outcomes, told } = through();
  await expect(write({ name: 'a' }, send, outcomeOf)).rejects.toThrow('no');
  expect([outcomes, told]).toEqual([[{ state: 'nothing' }], [event]]);
});

it('a second write at the same time is sent, no more', async () => {
  const { write, outcomes } = through(false);
  expect(await write({ name: 'a' }, async () => 'u', gone)).toBe('u');
  expect(outcomes).toEqual([]);
});
