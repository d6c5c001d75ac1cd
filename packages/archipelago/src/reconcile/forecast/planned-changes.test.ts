import type { JsonObject } from '@archipelago/apimachinery';
import { describe, expect, it } from 'vitest';
import type { Cause } from '../../config/framework/cause.ts';
import { parseFieldPath } from '../../config/framework/field-path.ts';
import { kubevirt } from '../../config/operands/kubevirt/kubevirt.ts';
import type { Rendered } from '../../config/render.ts';
import { differences } from '../differences.ts';
import { plannedChanges } from './planned-changes.ts';

const written = (by: string): Cause => ({ kind: 'written', by });
const opinion: Cause = { kind: 'opinion', because: 'needed' };

function rendered(manifest: JsonObject, causes: Readonly<Record<string, Cause>>): Rendered {
  const entries = Object.entries(causes);
  return {
    operand: kubevirt,
    manifest,
    causes: entries.map(([path, cause]) => ({ path: parseFieldPath(path), cause })),
  };
}

const former = rendered(
  { spec: { gates: ['A', 'B'], mode: 'x' } },
  { 'spec.gates[0]': opinion, 'spec.gates[1]': written('spec.b'), 'spec.mode': written('spec.m') },
);

function changes(live: JsonObject, wanted: Rendered) {
  const found = differences(live, wanted.manifest).map((one) => ({ ...one, because: undefined }));
  return plannedChanges({ changes: found, live, rendered: wanted, former });
}

describe('planned changes of operands', () => {
  it('names the items of a list with the cause of each', () => {
    const wanted = rendered(
      { spec: { gates: ['A', 'C', 'D'], mode: 'x' } },
      { 'spec.gates[0]': opinion, 'spec.gates[1]': written('spec.c'), 'spec.gates[2]': written('spec.d') },
    );
    expect(changes({ spec: { gates: ['A', 'B'], mode: 'x' } }, wanted)).toEqual([
      {
        field: 'spec.gates',
        before: ['A', 'B'],
        after: ['A', 'C', 'D'],
        because: 'spec.c; spec.d; it came from spec.b',
        items: [
          { after: 'C', because: 'spec.c' },
          { after: 'D', because: 'spec.d' },
          { before: 'B', because: 'it came from spec.b' },
        ],
      },
    ]);
  });

  it('does so where both lists are as long: items that move up are no news', () => {
    const wanted = rendered(
      { spec: { gates: ['C', 'A'] } },
      { 'spec.gates[0]': written('spec.c'), 'spec.gates[1]': opinion },
    );
    expect(changes({ spec: { gates: ['A', 'Z'] } }, wanted)).toEqual([
      expect.objectContaining({
        field: 'spec.gates',
        items: [
          { after: 'C', because: 'spec.c' },
          { before: 'Z', because: 'nothing asks for it' },
        ],
      }),
    ]);
  });

  it('says when only the order changes', () => {
    const wanted = rendered({ spec: { gates: ['B', 'A'] } }, { 'spec.gates': opinion });
    const [change] = changes({ spec: { gates: ['A', 'B'] } }, wanted);
    expect(change).toMatchObject({ because: 'opinion: needed (only the order changes)' });
    expect(change).not.toHaveProperty('items');
  });

  it('tells where a field that goes came from, and the setting behind an annotation', () => {
    const wanted = rendered(
      { metadata: { annotations: { note: '' } }, spec: {} },
      { 'metadata.annotations.note': written('spec.n') },
    );
    expect(changes({ metadata: { annotations: {} }, spec: { mode: 'x', other: 1 } }, wanted)).toEqual([
      { field: 'metadata.annotations.note', before: undefined, after: '', because: 'spec.n' },
      { field: 'spec.mode', before: 'x', after: undefined, because: 'it came from spec.m' },
      { field: 'spec.other', before: 1, after: undefined, because: 'nothing asks for it' },
    ]);
  });
});
