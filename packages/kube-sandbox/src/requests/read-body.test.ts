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
