import { expect, test } from 'vitest';
import { type Outlet, PacedWriter } from './paced-writer.ts';

/** A reader who takes `room` chunks at a time. */
class Reader implements Outlet {
  readonly read: string[] = [];
  state = 'open';
  #room: number;
  #onDrain: (() => void) | undefined;

  constructor(room: number) {
    this.#room = room;
  }

  write(chunk: string): boolean {
    this.read.push(chunk);
    this.#room -= 1;
    return this.#room > 0;
  }

  end(): void {
    this.state = 'ended';
  }

  destroy(): void {
    this.state = 'broken';
  }

  once(_event: 'drain', listener: () => void): void {
    this.#onDrain = listener;
  }

  drain(room: number): void {
    this.#room = room;
    this.#onDrain?.();
  }
}

test('what a slow reader has not read yet comes later, in order, and then the end', () => {
  const reader = new Reader(2);
  const writer = new PacedWriter(reader);
  writer.begun();
  for (const chunk of ['a', 'b', 'c', 'd', 'e']) writer.write(chunk);
  writer.end();
  expect([reader.read.join(''), reader.state]).toEqual(['ab', 'open']);
  reader.drain(2);
  expect([reader.read.join(''), reader.state]).toEqual(['abcd', 'open']);
  reader.drain(2);
  expect([reader.read.join(''), reader.state]).toEqual(['abcde', 'ended']);
});

test('a reader who does not read is cut off', () => {
  const reader = new Reader(1);
  const writer = new PacedWriter(reader, 10);
  writer.begun();
  writer.write('first');
  for (let count = 0; count < 10; count += 1) writer.write('x');
  expect(reader.state).toBe('open');
  writer.write('x');
  expect(reader.state).toBe('broken');
  reader.drain(100);
  expect(reader.read).toEqual(['first']);
});

test('what a stream begins with may be any length, and once read is no allowance for more', () => {
  const reader = new Reader(1);
  const writer = new PacedWriter(reader, 10);
  for (let count = 0; count < 50; count += 1) writer.write('x');
  writer.begun();
  writer.write('y'.repeat(10));
  expect(reader.state).toBe('open');
  reader.drain(50);
  writer.write('z'.repeat(11));
  expect(reader.state).toBe('broken');
});
