import type { JsonObject } from '@archipelago/apimachinery';
import { describe, expect, it } from 'vitest';
import type { FieldPath } from '../config/framework/field-path.ts';
import { lastWriterOf } from './foreign-fields.ts';

const object = {
  metadata: { labels: { 'a.b/c': 'x' } },
  spec: {
    gates: ['A', 'B'],
    items: [
      { name: 'one', v: 1 },
      { name: 'two', v: 2 },
    ],
    limit: 1,
    whole: { deep: { er: 1 } },
  },
};

function entry(manager: string, time: string, fields: JsonObject) {
  return { manager, time, fields };
}

const entries = [
  entry('kubectl-edit', '2026-01-02T00:00:00Z', { 'f:spec': { 'f:limit': {}, 'f:whole': {} } }),
  entry('argocd', '2026-01-01T00:00:00Z', {
    'f:spec': {
      'f:limit': {},
      'f:gates': { '.': {}, 'v:"B"': {} },
      'f:items': { '.': {}, 'k:{"name":"two"}': { '.': {}, 'f:name': {}, 'f:v': {} } },
    },
  }),
  entry('labeller', '', { 'f:metadata': { 'f:labels': { 'f:a.b/c': {} } } }),
  entry('odd', '', { 'f:spec': { 'f:items': { 'k:no json': {}, 'i:0': {} } } }),
];

describe('who wrote a field last', () => {
  it.each<[FieldPath, string | undefined]>([
    [['spec', 'limit'], 'kubectl-edit'],
    [['spec', 'whole', 'deep', 'er'], 'kubectl-edit'],
    [['spec', 'gates', 1], 'argocd'],
    [['spec', 'gates', 0], undefined],
    [['spec', 'items', 1, 'v'], 'argocd'],
    [['spec', 'items', 0, 'v'], 'odd'],
    [['metadata', 'labels', 'a.b/c'], 'labeller'],
    [['spec', 'gone'], undefined],
    [['status', 'x'], undefined],
  ])('%j: %s', (path, writer) => {
    expect(lastWriterOf(entries, object, path)).toBe(writer);
  });

  it('is not known of what nobody wrote', () => {
    expect(lastWriterOf([], object, ['spec', 'limit'])).toBeUndefined();
  });
});
