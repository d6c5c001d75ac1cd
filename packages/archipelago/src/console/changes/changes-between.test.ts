import { applyJsonPatch, type JsonValue } from '@archipelago/apimachinery';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changesBetween } from './changes-between.ts';

describe('the changes between two views', () => {
  it.each<[string, JsonValue, JsonValue, readonly object[]]>([
    ['nothing', { a: [1] }, { a: [1] }, []],
    ['a member', { a: 1, b: 2 }, { a: 3, b: 2 }, [{ op: 'replace', path: '/a', value: 3 }]],
    ['a member that comes', {}, { a: null }, [{ op: 'add', path: '/a', value: null }]],
    ['a member that goes', { a: 1 }, {}, [{ op: 'remove', path: '/a' }]],
    ['an odd name', { 'a/b~c': 1 }, {}, [{ op: 'remove', path: '/a~1b~0c' }]],
    ['a name of every object', {}, { toString: 1 }, [{ op: 'add', path: '/toString', value: 1 }]],
    ['another kind', { a: [] }, { a: {} }, [{ op: 'replace', path: '/a', value: {} }]],
    ['the whole', 1, [], [{ op: 'replace', path: '', value: [] }]],
    ['a row in front', [2, 3], [1, 2, 3], [{ op: 'add', path: '/0', value: 1 }]],
    ['a row that goes', [1, 2, 3], [1, 3], [{ op: 'remove', path: '/1' }]],
    [
      'a cell of a row',
      [{ s: 1 }, { s: 2 }],
      [{ s: 1 }, { s: 3 }],
      [{ op: 'replace', path: '/1/s', value: 3 }],
    ],
  ])('%s', (_, before, after, wanted) => {
    expect(changesBetween(before, after)).toEqual(wanted);
  });

  it('lead from any view to any other', () => {
    const leaf = fc.oneof(fc.constantFrom('a', 'b', ''), fc.integer({ max: 3, min: 0 }), fc.constant(null));
    const { view } = fc.letrec<{ view: JsonValue }>((tie) => ({
      view: fc.oneof(
        { maxDepth: 3 },
        leaf,
        fc.array(tie('view'), { maxLength: 4 }),
        fc.dictionary(fc.constantFrom('a', 'b', '~/', '0'), tie('view')),
      ),
    }));
    fc.assert(
      fc.property(view, view, (before, after) => {
        const result = applyJsonPatch(before, changesBetween(before, after), 'rfc6902');
        expect(result).toMatchObject({ ok: true });
        expect(result.ok && changesBetween(result.value, after)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});
