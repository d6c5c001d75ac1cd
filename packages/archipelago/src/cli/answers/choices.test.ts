import { describe, expect, it } from 'vitest';
import { demandKnown } from './demand-known.ts';
import { labelChoice } from './label-choice.ts';

describe('names', () => {
  it.each([
    ['fedoar', ['fedora', 'centos'], 'there is no image fedoar; did you mean fedora?'],
    ['x', ['fedora', 'centos', 'fedora'], 'there is no image x; there are fedora, centos'],
    ['x', [], 'there is no image x; there are none'],
    ['y'.repeat(100_000), [], `there is no image ${'y'.repeat(80)}…; there are none`],
  ])('%s that nothing has is refused', (name, known, says) => {
    expect(() => demandKnown('image', [...known, name], known)).toThrow(says);
  });

  it('that something has are not', () => {
    expect(() => demandKnown('image', ['a', 'b'], ['b', 'a'])).not.toThrow();
  });
});

describe('labels', () => {
  it.each([
    [undefined, true],
    ['a=b', true],
    ['a in (b,c),!d', true],
    ['a!=b', false],
    ['d', false],
  ])('a=b against -l %s: %s', (selector, isMeant) => {
    expect(labelChoice({ selector, names: [] })({ a: 'b' })).toBe(isMeant);
  });

  it.each([
    ['a in', [], '--selector "a in": unable to parse requirement'],
    ['a=b', ['fedora'], '--selector a=b: goes with no names; leave it or fedora out'],
  ])('-l %s beside %j is refused', (selector, names, says) => {
    expect(() => labelChoice({ selector, names })).toThrow(says);
  });
});
