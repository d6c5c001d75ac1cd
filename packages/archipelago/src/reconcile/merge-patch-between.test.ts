import { applyMergePatch, isJsonObject, type JsonObject, type JsonValue } from '@archipelago/apimachinery';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differences } from './differences.ts';
import { mergePatchBetween } from './merge-patch-between.ts';

describe('the patch between two objects', () => {
  it.each<[JsonObject, JsonObject, JsonObject | undefined]>([
    [{ a: 1 }, { a: 1 }, undefined],
    [{ a: 1 }, { a: 2 }, { a: 2 }],
    [{ a: 1, b: 2 }, { b: 2 }, { a: null }],
    [{}, { a: { b: 1 } }, { a: { b: 1 } }],
    [{ a: { b: 1, c: 2 } }, { a: { b: 1, c: 3 } }, { a: { c: 3 } }],
    [{ a: { b: 1 } }, { a: {} }, { a: { b: null } }],
    [{ a: { b: 1 } }, { a: [1] }, { a: [1] }],
    [{ a: [1, 2] }, { a: [1] }, { a: [1] }],
    [{ a: [{ b: 1 }] }, { a: [{ b: 2 }] }, { a: [{ b: 2 }] }],
    [{ a: null }, {}, undefined],
    [{ a: { b: 1 } }, { a: undefined }, { a: null }],
    // members that objects inherit are none of theirs
    [{}, JSON.parse('{"__proto__":{"a":1}}'), JSON.parse('{"__proto__":{"a":1}}')],
    [{ constructor: 1 }, {}, { constructor: null }],
  ])('%j and %j', (before, after, patch) => {
    expect(mergePatchBetween(before, after)).toEqual(patch);
  });

  it('makes the one of the other', () => {
    const leaf = fc.constantFrom<JsonValue>(1, 'x', true, [1], [], [{ a: 1 }]);
    const object = fc.letrec<{ object: JsonObject }>((tie) => ({
      object: fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.oneof(leaf, tie('object')), { maxKeys: 3 }),
    })).object;
    fc.assert(
      fc.property(object, object, (before, after) => {
        const patch = mergePatchBetween(before, after);
        const made = patch === undefined ? before : applyMergePatch(before, patch);
        expect(isJsonObject(made) && differences(made, after)).toEqual([]);
      }),
      { numRuns: 300, seed: 20_261_122 },
    );
  });
});

describe('differences', () => {
  it.each<[JsonValue | undefined, JsonValue | undefined, readonly (readonly [string, unknown, unknown])[]]>([
    [{ a: 1, b: 2 }, { b: 2, a: 1 }, []],
    [{ a: null }, {}, []],
    [undefined, null, []],
    [{ a: 1 }, {}, [['a', 1, undefined]]],
    [{}, { a: false }, [['a', undefined, false]]],
    [{ a: 0 }, { a: false }, [['a', 0, false]]],
    [{ a: {} }, {}, [['a', {}, undefined]]],
    [{ a: [] }, { a: {} }, [['a', [], {}]]],
    [
      { a: [1, 2] },
      { a: [2, 1] },
      [
        ['a.0', 1, 2],
        ['a.1', 2, 1],
      ],
    ],
    [{ a: [{ b: 1 }, 2] }, { a: [{ b: 3 }, 2] }, [['a.0.b', 1, 3]]],
    [{ a: [1] }, { a: [1, 2] }, [['a', [1], [1, 2]]]],
    [
      { z: 1, a: 1 },
      { z: 2, a: 2 },
      [
        ['a', 1, 2],
        ['z', 1, 2],
      ],
    ],
  ])('of %j and %j', (before, after, expected) => {
    const found = differences(before, after);
    expect(found.map(({ path, before: was, after: is }) => [path.join('.'), was, is])).toEqual(expected);
  });
});
