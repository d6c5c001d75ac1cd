import { expect, it } from 'vitest';
import { yamlNestsDeeperThan } from './yaml-nests-deeper-than.ts';

const nests: readonly (readonly [string, (levels: number) => string])[] = [
  ['lists in brackets', (levels) => `${'['.repeat(levels)}${']'.repeat(levels)}`],
  ['lists that are never closed', (levels) => '['.repeat(levels)],
  ['maps in braces', (levels) => '{a: '.repeat(levels)],
  ['lists in one line', (levels) => `${'- '.repeat(levels)}x`],
  ['explicit keys in one line', (levels) => `${'? '.repeat(levels)}x`],
  [
    'maps below each other',
    (levels) => Array.from({ length: levels }, (_, at) => `${' '.repeat(at)}a:\n`).join(''),
  ],
];

it.each(nests)('finds %s at their bound', (_, nest) => {
  expect([yamlNestsDeeperThan(nest(101), 100), yamlNestsDeeperThan(nest(98), 100)]).toEqual([true, false]);
});

it.each<[string, string]>([
  ['closed lists', '[[]] '.repeat(10)],
  ['a long flat list', '- a: b\n'.repeat(10_000)],
  ['a long flat map in braces', `{${'a: b, '.repeat(10_000)}}`],
  [
    'brackets in a text',
    `a: "${'['.repeat(1000)}"\nb: |\n  ${'[{- '.repeat(1000)}\nc: d # ${'['.repeat(1000)}\n`,
  ],
  ['closing ones only', ']'.repeat(1000)],
])('passes %s', (_, text) => {
  expect(yamlNestsDeeperThan(text, 100)).toBe(false);
});

it('looks no further than it must', () => {
  expect(yamlNestsDeeperThan('['.repeat(3_000_000), 1000)).toBe(true);
});
