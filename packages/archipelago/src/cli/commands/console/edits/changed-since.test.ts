import type { JsonObject, KubernetesObject } from '@archipelago/apimachinery';
import { describe, expect, it } from 'vitest';
import { changedSince } from './changed-since.ts';

const wrote = (manager: string, time: string, fieldsV1: JsonObject) => ({
  manager,
  operation: 'Update',
  time,
  fieldsV1,
});

const seen = { metadata: { name: 'hc', resourceVersion: '1' }, spec: { a: 1, b: { c: 2 } } };

function now(more: Partial<KubernetesObject> & JsonObject, managedFields: readonly JsonObject[] = []) {
  const metadata = { name: 'hc', resourceVersion: '2', managedFields };
  return { apiVersion: 'v1', kind: 'X', ...seen, ...more, metadata: { ...metadata, ...more.metadata } };
}

describe('what was changed since it was seen', () => {
  it.each<[string, KubernetesObject, readonly object[]]>([
    ['nothing', now({}), []],
    ['the status alone', now({ status: { conditions: [] } }), []],
    ['what programs keep in metadata', now({ metadata: { name: 'hc', finalizers: ['x'] } }), []],
    [
      'a value, by who wrote last',
      now({ spec: { a: 9, b: { c: 2 } } }, [
        wrote('helm', '2026-01-01T00:00:00Z', { 'f:spec': { 'f:a': {} } }),
        wrote('kubectl-edit', '2026-01-02T00:00:00Z', { 'f:spec': { 'f:a': {} } }),
        wrote('other', '2026-01-03T00:00:00Z', { 'f:spec': { 'f:b': { 'f:c': {} } } }),
      ]),
      [{ field: 'spec.a', before: 1, after: 9, by: 'kubectl-edit' }],
    ],
    [
      'a value that came, and an annotation',
      now(
        {
          metadata: { name: 'hc', annotations: { 'x.y/z': 'v' } },
          spec: { ...seen.spec, d: true },
        },
        [],
      ),
      [
        { field: 'metadata.annotations["x.y/z"]', before: undefined, after: 'v', by: undefined },
        { field: 'spec.d', before: undefined, after: true, by: undefined },
      ],
    ],
    [
      'a value that went, which nobody owns any more',
      now({ spec: { a: 1 } }, [wrote('kubectl-edit', '', { 'f:spec': { 'f:a': {} } })]),
      [{ field: 'spec.b', before: { c: 2 }, after: undefined, by: undefined }],
    ],
  ])('is %s', (_, object, changes) => {
    expect(changedSince(seen, object)).toEqual(changes);
  });
});
