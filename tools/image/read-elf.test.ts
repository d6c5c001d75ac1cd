import { expect, it } from 'vitest';
import { madeElf } from './made-elf.test-support.ts';
import { readElf } from './read-elf.ts';
import { stripElf } from './strip-elf.ts';

it.each([
  ['as x86 writes it', false],
  ['as s390x writes it', true],
])('a program says what it is for and what it needs: %s', (_, isBigEndian) => {
  const needed = ['libm.so.6', 'libc.so.6'];
  const program = madeElf({ machine: 22, needed, interpreter: '/lib/ld64.so.1', isBigEndian });
  expect(readElf(program)).toEqual({
    machine: 22,
    interpreter: '/lib/ld64.so.1',
    needed,
    loadedBytes: 1400,
    isLittleEndian: !isBigEndian,
  });
});

it.each([
  ['a text', new TextEncoder().encode('#!/bin/sh\n'.repeat(20))],
  ['a beginning only', madeElf().subarray(0, 40)],
  ['a program of 32 bit', Uint8Array.from(madeElf(), (byte, index) => (index === 4 ? 1 : byte))],
])('what it is not: %s', (_, bytes) => {
  expect(readElf(bytes)).toBeUndefined();
  expect(stripElf(bytes)).toBe(bytes);
});

it('a stripped program needs and is what it was, without what debuggers read', () => {
  const program = madeElf({ needed: ['libc.so.6'] });
  const stripped = stripElf(program);
  expect(readElf(stripped)).toEqual(readElf(program));
  expect(Buffer.from(program).includes('names for debuggers')).toBe(true);
  expect(Buffer.from(stripped).includes('names for debuggers')).toBe(false);
  expect([...stripped.subarray(40, 48), ...stripped.subarray(60, 64)]).toEqual(Array(12).fill(0));
});
