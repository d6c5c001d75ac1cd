import type { JsonValue } from '@archipelago/apimachinery';
import { describe, expect, it } from 'vitest';
import { observed } from './observed-object.ts';

function written(manager: JsonValue, fieldsV1: JsonValue): JsonValue {
  return { manager, operation: 'Update', fieldsV1 };
}

describe('an object that is kept', () => {
  it('has everything but its managedFields', () => {
    const object = { kind: 'CDI', metadata: { name: 'c', finalizers: ['f'] }, spec: { a: 1 }, status: {} };
    const managedFields = [written('kubectl', { 'f:spec': {} })];
    expect(observed({ ...object, metadata: { ...object.metadata, managedFields } }).object).toEqual(object);
  });

  it.each<[string, JsonValue, readonly string[]]>([
    ['a stranger wrote the spec', written('kubectl', { 'f:spec': { 'f:a': {} } }), ['kubectl']],
    ['a stranger wrote data', written('kubectl', { 'f:metadata': {}, 'f:data': {} }), ['kubectl']],
    ['a stranger wrote metadata', written('kubectl', { 'f:metadata': {} }), []],
    ['its operator reports', written('virt-operator', { 'f:status': {}, 'f:metadata': {} }), []],
    ['we wrote it', written('archipelago', { 'f:spec': {} }), []],
    ['nobody knows who wrote it', written(7, { 'f:spec': {} }), []],
    ['nobody knows what was written', written('kubectl', null), []],
    ['there is no sense in it', 7, []],
  ])('knows who wrote of it what may be ours: %s', (_, entry, writers) => {
    expect(observed({ metadata: { managedFields: [entry] } }).foreignWriters).toEqual(writers);
  });

  it('knows which fields those are, of metadata too, and keeps nothing of a status', () => {
    const time = '2026-01-01T00:00:00Z';
    const fieldsV1 = { 'f:metadata': { 'f:labels': {} }, 'f:status': { 'f:phase': {} } };
    const entry = { manager: 'kubectl', time, fieldsV1 };
    const { foreignFields } = observed({
      metadata: { managedFields: [entry, written('k', { 'f:status': {} })] },
    });
    expect(foreignFields).toEqual([
      { manager: 'kubectl', time, fields: { 'f:metadata': { 'f:labels': {} } } },
    ]);
  });

  it('is empty where there is none', () => {
    for (const nothing of [undefined, null, 7, { metadata: { managedFields: 'x' } }])
      expect(observed(nothing)).toEqual({ object: { metadata: {} }, foreignWriters: [] });
  });
});
