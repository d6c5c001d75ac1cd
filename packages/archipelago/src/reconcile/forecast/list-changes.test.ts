import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { itemName, listChanges } from './list-changes.ts';

const fedora = { metadata: { name: 'fedora' }, spec: { schedule: 'a' } };

describe('items of lists', () => {
  it('tells those that come and go, wherever they stand', () => {
    expect(listChanges(['A', 'B', 'C'], ['C', 'D', 'A'])).toEqual([
      { after: 'D', index: 1 },
      { before: 'B', index: undefined },
    ]);
  });

  it('pairs objects by name', () => {
    const later = { ...fedora, spec: { schedule: 'b' } };
    expect(listChanges([fedora, { name: 'x' }], [later])).toEqual([
      { before: fedora, after: later, index: 0 },
      { before: { name: 'x' }, index: undefined },
    ]);
    expect([itemName(fedora), itemName({ name: 'x' }), itemName({ a: 1 }), itemName(3)]).toEqual([
      'fedora',
      'x',
      '{"a":1}',
      '3',
    ]);
  });

  it('finds nothing in lists of the same items, whatever their order or the order of members', () => {
    expect(listChanges([{ a: 1, b: 2 }, 'x'], ['x', { b: 2, a: 1 }])).toEqual([]);
    fc.assert(
      fc.property(fc.uniqueArray(fc.string()), (list) => {
        expect(listChanges(list, list.toReversed())).toEqual([]);
      }),
    );
  });
});
