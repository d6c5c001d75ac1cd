import { expect, it } from 'vitest';
import { readYaml } from './read-body.ts';

const read = (text: string) => readYaml(new TextEncoder().encode(text));

it('reads nests that people write', () => {
  expect(read(`a: ${'['.repeat(500)}${']'.repeat(500)}`)).toHaveProperty('value');
});

// parsing them could end the process, which no test survives: refused by their tokens they are not even found to be unclosed
it.each([2_001, 1_000_000])('refuses %i nested lists before it parses them', (levels) => {
  expect(read('['.repeat(levels))).toEqual({ problem: 'yaml: more than 1000 nested levels' });
});

it.each<[string, number | bigint]>([
  ['9007199254740993', 9007199254740993n],
  ['9223372036854775807', 9223372036854775807n],
  ['-9223372036854775808', -9223372036854775808n],
  ['9223372036854775808', 2 ** 63],
  ['9007199254740991', 9007199254740991],
  ['0x10', 16],
  ['1.0', 1],
])('keeps integers of 64 bits exact: %s', (text, value) => {
  expect(read(`a: ${text}`)).toMatchObject({ value: { a: value } });
});
