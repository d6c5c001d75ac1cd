import { expect, test } from 'vitest';
import { ContainerLogs, longestLog } from './container-logs.ts';

function reader() {
  const seen: string[] = [];
  return { seen, more: (text: string) => seen.push(text), end: () => seen.push('end') };
}

test('of a log the end is kept', () => {
  const logs = new ContainerLogs();
  for (let index = 0; index < 50; index += 1) logs.write('p', 'c', `${index}`.repeat(100_000));
  const text = logs.read('p', 'c');
  expect(text).toHaveLength(longestLog);
  expect(text?.endsWith('49')).toBe(true);
});

test('who follows is told what comes, and the end', () => {
  const logs = new ContainerLogs();
  logs.write('p', 'c', 'before');
  const [first, second] = [reader(), reader()];
  logs.follow('p', 'c', first);
  const leave = logs.follow('p', 'c', second);
  logs.write('p', 'c', 'one');
  leave();
  logs.write('p', 'c', 'two');
  logs.endAll('p');
  logs.write('p', 'c', 'after');
  expect(first.seen).toEqual(['one', 'two', 'end']);
  expect(second.seen).toEqual(['one']);
  expect(logs.read('p', 'c')).toBe('beforeonetwo');
});

test('nothing is followed that has ended, not begun or gone', () => {
  const logs = new ContainerLogs();
  logs.write('p', 'c', 'text');
  logs.end('p', 'c');
  const late = reader();
  logs.follow('p', 'c', late);
  logs.follow('p', 'other', late);
  expect(late.seen).toEqual(['end', 'end']);
  logs.forget('p');
  expect(logs.read('p', 'c')).toBe(undefined);
});
