import { applyMergePatch, type JsonObject } from '@archipelago/apimachinery';
import { describe, expect, it } from 'vitest';
import { inversePatch } from './inverse-patch.ts';

describe('the way back from a merge patch', () => {
  it.each<[string, JsonObject, JsonObject, JsonObject]>([
    ['of a value', { a: 1, b: 2 }, { a: 3 }, { a: 1 }],
    ['of what was not there', { a: 1 }, { b: 2 }, { b: null }],
    ['of what was taken away', { a: { b: 1, c: 2 } }, { a: { b: null } }, { a: { b: 1 } }],
    ['of a whole object', { a: { b: 1 } }, { a: null }, { a: { b: 1 } }],
    ['of an object where there was none', { a: 1 }, { a: { b: 1 } }, { a: 1 }],
    ['of something below what was not there', {}, { a: { b: 1 } }, { a: null }],
    ['of a list, as a whole', { a: [1, 2] }, { a: [3] }, { a: [1, 2] }],
    ['of several', { a: { b: 1 }, c: 2 }, { a: { b: 2, d: 3 }, c: null }, { a: { b: 1, d: null }, c: 2 }],
    ['of nothing', { a: 1 }, {}, {}],
    ['of names that are not like others', { a: 1 }, { constructor: 2 }, { constructor: null }],
  ])('%s', (_, before, patch, inverse) => {
    expect(inversePatch(before, patch)).toEqual(inverse);
    expect(applyMergePatch(applyMergePatch(before, patch), inverse)).toEqual(before);
  });
});
