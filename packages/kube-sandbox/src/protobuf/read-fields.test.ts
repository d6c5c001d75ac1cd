import { expect, test } from 'vitest';
import { readFields } from './read-fields.ts';

const ones = (count: number) => Array<number>(count).fill(0xff);

// The bytes of a message and its fields, or why it is none.
const messages: readonly (readonly [
  string,
  readonly number[],
  readonly (readonly [number, unknown])[] | string,
])[] = [
  ['nothing', [], []],
  ['a number', [0x08, 0x01], [[1, 1n]]],
  ['a number of two bytes', [0x10, 0xac, 0x02], [[2, 300n]]],
  ['a field number of two bytes', [0x80, 0x01, 0x05], [[16, 5n]]],
  ['the largest number', [0x08, ...ones(9), 0x01], [[1, 2n ** 64n - 1n]]],
  ['a number beyond 64 bits', [0x08, ...ones(9), 0x03], [[1, 2n ** 64n - 1n]]],
  ['a number of eleven bytes', [0x08, ...ones(10), 0x01], 'a number has too many bytes'],
  ['a number without end', [0x08, 0x80], 'unexpected end of a number'],
  ['no number', [0x08], 'unexpected end of a number'],
  ['eight fixed bytes', [0x09, 1, 2, 0, 0, 0, 0, 0, 0], [[1, 513n]]],
  ['four fixed bytes', [0x0d, 1, 2, 0, 0], [[1, 513n]]],
  ['too few fixed bytes', [0x0d, 1, 2, 0], 'unexpected end of a field'],
  ['bytes', [0x0a, 0x02, 7, 8], [[1, Uint8Array.of(7, 8)]]],
  ['no bytes', [0x0a, 0x00], [[1, new Uint8Array()]]],
  ['too few bytes', [0x0a, 0x03, 7, 8], 'unexpected end of a field'],
  [
    'two fields',
    [0x08, 0x01, 0x08, 0x02],
    [
      [1, 1n],
      [1, 2n],
    ],
  ],
  ['a group', [0x0b], 'wire type 3 is not supported'],
];

test.each(messages)('%s', (_, bytes, wanted) => {
  const read = () => readFields(Uint8Array.from(bytes)).map(({ number, value }) => [number, value]);
  if (typeof wanted === 'string') expect(read).toThrow(wanted);
  else expect(read()).toEqual(wanted);
});
