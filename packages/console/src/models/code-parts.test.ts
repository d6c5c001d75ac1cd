import { expect, it } from 'vitest';
import { codeParts } from './code-parts.ts';

it.each([
  ['plain', [['plain', false]]],
  [
    'see `a b` and `c`.',
    [
      ['see ', false],
      ['a b', true],
      [' and ', false],
      ['c', true],
      ['.', false],
    ],
  ],
  ['`a`', [['a', true]]],
  ['a ` b', [['a ` b', false]]],
  [
    '`a` b ` <img>',
    [
      ['a', true],
      [' b ` <img>', false],
    ],
  ],
  ['', []],
])('%j', (text, parts) => {
  expect(codeParts(text).map((part) => [part.text, part.isCode])).toEqual(parts);
});
