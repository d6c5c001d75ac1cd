import { expect, test } from 'vitest';
import { type Outlet, PacedWriter } from './paced-writer.ts';

/** Turns that come when they are told to. */
class Turns {
  readonly #due: (() => void)[] = [];

  add(write: () => void): void {
    this.#due.push(write);
  }

  come(): void {
    for (const write of this.#due.splice(0)) write();
  }
}

/** More than half of what is written in one. */
const long = (letter: string) => letter.repeat(40_000);

/** A reader who takes `room` chunks at a time. */
class Reader implements Outlet {
  readonly read: string[] = [];
  state = 'open';
  #room: number;
  #onDrain: (() => void) | undefined;

  constructor(room: number) {
    this.#room = room;
  }

  write(texts: readonly string[]): boolean {
    this.read.push(texts.join(''));
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

test('what is written before its turn goes in one, and the end does not wait for it', () => {
  const [reader, turns] = [new Reader(9), new Turns()];
  const writer = new PacedWriter(reader, turns);
  writer.begun();
  for (const chunk of ['a', '', 'b']) writer.write(chunk);
  expect(reader.read).toEqual([]);
  turns.come();
  writer.write('c');
  writer.end();
  turns.come();
  expect([reader.read, reader.state]).toEqual([['ab', 'c'], 'ended']);
});

test('what a slow reader has not read yet comes later, in order, and then the end', () => {
  const [reader, turns] = [new Reader(2), new Turns()];
  const writer = new PacedWriter(reader, turns);
  writer.begun();
  for (const letter of ['a', 'b', 'c', 'd', 'e']) writer.write(long(letter));
  turns.come();
  writer.end();
  const read = () => reader.read.map(([letter]) => letter).join('');
  expect([read(), reader.state]).toEqual(['ab', 'open']);
  reader.drain(2);
  expect([read(), reader.state]).toEqual(['abcd', 'open']);
  reader.drain(2);
  expect([read(), reader.state]).toEqual(['abcde', 'ended']);
});

test('a reader who does not read is cut off', () => {
  const [reader, turns] = [new Reader(1), new Turns()];
  const writer = new PacedWriter(reader, turns, 10);
  writer.begun();
  writer.write('first');
  turns.come();
  for (let count = 0; count < 10; count += 1) writer.write('x');
  expect(reader.state).toBe('open');
  writer.write('x');
  expect(reader.state).toBe('broken');
  reader.drain(100);
  turns.come();
  expect(reader.read).toEqual(['first']);
});

test('what a stream begins with may be any length, and once read is no allowance for more', () => {
  const [reader, turns] = [new Reader(1), new Turns()];
  const writer = new PacedWriter(reader, turns, 10);
  for (let count = 0; count < 50; count += 1) writer.write('x');
  writer.begun();
  writer.write('y'.repeat(10));
  expect(reader.state).toBe('open');
  turns.come();
  reader.drain(1);
  writer.write('z'.repeat(11));
  expect(reader.state).toBe('broken');
});
