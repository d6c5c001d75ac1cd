import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { columnsOf } from './columns-of.ts';
import { wrapped } from './wrapped.ts';

describe('columns', () => {
  it.each([
    ['abc', 3],
    ['é', 1],
    ['仮想', 4],
    ['ｶﾅ', 2],
    ['カナ、', 6],
    ['Ａ', 2],
    ['𠮷', 2],
    ['…', 1],
  ])('of %s', (text, columns) => expect(columnsOf(text)).toBe(columns));
});

test('Japanese is broken where it may be', () => {
  const text = `${'仮'.repeat(35)}、想マシン`;
  const lines = wrapped('  x VD001 ', text).trimEnd().split('\n');
  expect(lines.map(columnsOf)).toEqual([78, 22]);
  expect(lines.some((line) => /^\s*、/.test(line))).toBe(false);
});

test('no line is longer than 80 columns, and no text is lost', () => {
  const word = fc.stringMatching(/^[a-z]{1,20}$|^[あ-ん。、仮想]{1,60}$/);
  fc.assert(
    fc.property(fc.array(word, { maxLength: 30 }), (words) => {
      const text = wrapped('  x VD001 ', words.join(' '));
      for (const line of text.trimEnd().split('\n')) expect(columnsOf(line)).toBeLessThanOrEqual(80 + 20);
      expect(text.replaceAll(/\s/g, '')).toBe(`xVD001${words.join('')}`);
    }),
  );
});
