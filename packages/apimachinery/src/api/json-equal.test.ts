import { describe, expect, it } from 'vitest';
import { jsonEqual } from './json-equal.ts';
import type { JsonValue } from './json-value.ts';

const own: JsonValue = JSON.parse('{"__proto__": 1}');

describe('jsonEqual', () => {
  it.each<[JsonValue | undefined, JsonValue | undefined, boolean]>([
    [null, null, true],
    [undefined, undefined, true],
    [undefined, null, false],
    ['1', 1, false],
    [1, 1n, true],
    [0, -0, true],
    [2 ** 60, 2n ** 60n, true],
    [2 ** 60, 2n ** 60n + 1n, false],
    [1.5, 1n, false],
    [true, 1, false],
    [[], {}, false],
    [{}, null, false],
    [[1, 2], [1, 2], true],
    [[1, 2], [2, 1], false],
    [[1], [1, 2], false],
    [[null], [], false],
    [{ a: 1, b: [{ c: 2n }] }, { b: [{ c: 2 }], a: 1 }, true],
    [{ a: 1 }, { b: 1 }, false],
    [{ a: 1, b: undefined }, { a: 1 }, true],
    [{ a: undefined }, { b: undefined }, true],
    [{ a: undefined }, { a: null }, false],
    [{ constructor: 1 }, {}, false],
    [{ a: 1 }, own, false],
    [own, { a: 1 }, false],
    [own, JSON.parse('{"__proto__": 1}'), true],
  ])('pair %#', (left, right, equal) => {
    expect([jsonEqual(left, right), jsonEqual(right, left)]).toEqual([equal, equal]);
  });
});
