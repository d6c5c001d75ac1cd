import { describe, expect, it } from 'vitest';
import { firstOf } from './first-of.ts';

const many = Array.from({ length: 120 }, (_, index) => index);

describe('the first of many', () => {
  it.each<
    readonly [
      readonly [length: number, pages: number, wanted?: number],
      readonly [shown: number, left: number],
    ]
  >([
    [
      [120, 1],
      [20, 100],
    ],
    [
      [120, 2],
      [40, 80],
    ],
    [
      [120, 6],
      [120, 0],
    ],
    [
      [120, 1, 7],
      [20, 100],
    ],
    [
      [120, 1, 119],
      [21, 99],
    ],
    [
      [3, 1],
      [3, 0],
    ],
    [
      [0, 1],
      [0, 0],
    ],
  ])('of length, pages and what is wanted %j: shown and left %j', ([length, pages, wanted], expected) => {
    const first = firstOf(many.slice(0, length), { pages, length: 20, isWanted: (item) => item === wanted });
    expect([first.shown.length, first.left]).toEqual(expected);
    if (wanted !== undefined) expect(first.shown).toContain(wanted);
  });
});
