import { applyJsonPatch, type JsonObject, jsonEqual, objectAt, valueAt } from '@archipelago/apimachinery';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../../test/support/property-runs.ts';
import { type EditOperations, editOperations } from './edit-operations.ts';

const generation = 7;
const live: JsonObject = {
  metadata: { name: 'a', uid: 'u', generation, resourceVersion: '12', labels: { mine: 'yes' } },
  spec: { a: 1, b: { c: 2 } },
  status: { phase: 'Deployed' },
};

/** What is there, with other members; one that is undefined is gone. */
function changed(members: JsonObject, metadata: JsonObject = {}): JsonObject {
  return { ...live, ...members, metadata: { ...objectAt(live, 'metadata'), ...metadata } };
}

describe('an edit', () => {
  it.each<[string, JsonObject, EditOperations]>([
    ['of nothing', changed({}), { operations: [], generation }],
    [
      'of a specification is bound to its generation, and replaces it whole',
      changed({ spec: { a: 2 } }),
      { operations: [{ op: 'add', path: '/spec', value: { a: 2 } }], generation },
    ],
    [
      'of labels is bound to the version: a generation does not tell of them',
      changed({}, { labels: { mine: 'yes', app: 'x' } }),
      { operations: [{ op: 'add', path: '/metadata/labels', value: { mine: 'yes', app: 'x' } }] },
    ],
    [
      'takes annotations away that were the only ones',
      changed({}, { labels: {}, annotations: {} }),
      { operations: [{ op: 'remove', path: '/metadata/labels' }] },
    ],
    [
      'adds owners, and what was not there before',
      changed({ data: { a: 'b' } }, { ownerReferences: [{ name: 'h' }] }),
      {
        operations: [
          { op: 'add', path: '/data', value: { a: 'b' } },
          { op: 'add', path: '/metadata/ownerReferences', value: [{ name: 'h' }] },
        ],
      },
    ],
    ['leaves the status alone', changed({ status: { phase: 'Mine' } }), { operations: [], generation }],
    [
      'leaves names, versions and finalizers alone',
      changed({ kind: 'Other', apiVersion: 'v9' }, { name: 'b', finalizers: ['f'], resourceVersion: '1' }),
      { operations: [], generation },
    ],
  ])('%s', (_, wanted, edit) => {
    expect(editOperations(live, wanted)).toEqual(edit);
  });

  it('of an object without generation is bound to the version', () => {
    const bare = { ...live, metadata: { name: 'a', resourceVersion: '12' } };
    expect(editOperations(bare, { ...bare, spec: {} })).not.toHaveProperty('generation');
  });

  it('makes of any object what is wanted, and of that nothing more', () => {
    const members = fc.dictionary(fc.constantFrom('spec', 'data', 'rules'), fc.jsonValue());
    const labels = fc.dictionary(fc.string(), fc.string());
    const objects = fc.tuple(members, labels).map(([rest, given]) => changed({ ...rest }, { labels: given }));
    fc.assert(
      fc.property(objects, objects, (before, wanted) => {
        const { operations } = editOperations(before, wanted);
        const patched = applyJsonPatch(before, operations, 'apiserver');
        expect(patched.ok).toBe(true);
        const after = patched.ok ? objectAt({ whole: patched.value }, 'whole') : {};
        for (const name of Object.keys(wanted))
          if (name !== 'metadata') expect(jsonEqual(valueAt(after, name), valueAt(wanted, name))).toBe(true);
        expect(editOperations(after, wanted).operations).toEqual([]);
      }),
      { numRuns: propertyRuns(200) },
    );
  });
});
