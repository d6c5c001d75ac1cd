import { describe, expect, it } from 'vitest';
import { boundedText } from './bounded-text.ts';

async function* pieces(...texts: readonly string[]): AsyncGenerator<string> {
  yield* texts;
}

describe('the end of a text', () => {
  it.each<[readonly string[], object]>([
    [[], { text: '', isCut: false }],
    [['ab', 'c'], { text: 'abc', isCut: false }],
    [['ab', 'cd'], { text: 'bcd', isCut: true }],
    [['abcdef', 'g', ''], { text: 'efg', isCut: true }],
  ])('of %j is %j', async (texts, end) => {
    expect(await boundedText(pieces(...texts), 3)).toEqual(end);
  });
});
