import { expect, test } from 'vitest';
import { WriteTurns } from './write-turns.ts';

const aTurn = () => new Promise((resolve) => setImmediate(resolve));

test('some write in each turn, in the order in which they came, and somebody who comes again is the last', async () => {
  const turns = new WriteTurns();
  const written: number[] = [];
  for (let stream = 0; stream < 20; stream += 1) turns.add(() => written.push(stream));
  expect(written).toEqual([]);
  await aTurn();
  expect(written).toHaveLength(16);
  turns.add(() => written.push(0));
  await aTurn();
  expect(written.slice(16)).toEqual([16, 17, 18, 19, 0]);
});
