import { describe, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../../api/json-value.ts';
import { decodeObjectMeta } from './object-meta.ts';

describe('metadata that can be read', () => {
  test.each<[JsonValue, JsonObject]>([
    [{}, {}],
    [null, {}],
    [{ unknown: 1, name: 'a', Name: 'b' }, { name: 'a' }],
    [{ name: '', generateName: '', namespace: '', selfLink: '', uid: '', resourceVersion: '' }, {}],
    [
      { name: 'a', generateName: 'b', namespace: 'c', selfLink: 'd', uid: 'e', resourceVersion: 'f' },
      { generateName: 'b', name: 'a', namespace: 'c', resourceVersion: 'f', selfLink: 'd', uid: 'e' },
    ],
    [
      {
        name: null,
        labels: null,
        ownerReferences: null,
        creationTimestamp: null,
        generation: null,
        deletionGracePeriodSeconds: null,
      },
      {},
    ],
    [{ generation: 0 }, {}],
    [{ generation: 5 }, { generation: 5 }],
    [{ generation: 9223372036854775807n }, { generation: 9223372036854775807n }],
    [{ deletionGracePeriodSeconds: 0 }, { deletionGracePeriodSeconds: 0 }],
    [
      { creationTimestamp: '2024-01-01T01:00:00+01:00', deletionTimestamp: '2024-01-01T00:00:00.999Z' },
      { creationTimestamp: '2024-01-01T00:00:00Z', deletionTimestamp: '2024-01-01T00:00:00Z' },
    ],
    [{ labels: {}, annotations: {}, finalizers: [], ownerReferences: [], managedFields: [] }, {}],
    [
      { labels: { b: '1', a: '', c: null }, annotations: { x: 'y' } },
      { annotations: { x: 'y' }, labels: { a: '', b: '1', c: '' } },
    ],
    [{ finalizers: ['a', '', null] }, { finalizers: ['a', '', ''] }],
    [{ ownerReferences: [{}] }, { ownerReferences: [{ apiVersion: '', kind: '', name: '', uid: '' }] }],
    [
      {
        ownerReferences: [
          null,
          {
            apiVersion: 'v1',
            kind: 'K',
            name: 'n',
            uid: 'u',
            controller: false,
            blockOwnerDeletion: null,
            extra: 1,
          },
        ],
      },
      {
        ownerReferences: [
          { apiVersion: '', kind: '', name: '', uid: '' },
          { apiVersion: 'v1', controller: false, kind: 'K', name: 'n', uid: 'u' },
        ],
      },
    ],
    [{ managedFields: [{}] }, { managedFields: [{}] }],
    [
      {
        managedFields: [
          {
            manager: 'm',
            operation: 'Update',
            apiVersion: 'v1',
            time: '2024-01-01T00:00:00Z',
            fieldsType: 'FieldsV1',
            fieldsV1: { 'f:a': {} },
            subresource: 's',
            extra: 1,
          },
        ],
      },
      {
        managedFields: [
          {
            apiVersion: 'v1',
            fieldsType: 'FieldsV1',
            fieldsV1: { 'f:a': {} },
            manager: 'm',
            operation: 'Update',
            subresource: 's',
            time: '2024-01-01T00:00:00Z',
          },
        ],
      },
    ],
    [{ managedFields: [{ fieldsV1: null, time: null, manager: '' }] }, { managedFields: [{}] }],
    [{ creationTimestamp: '2024-12-01T00:00:00Z' }, { creationTimestamp: '2024-12-01T00:00:00Z' }],
    [{ creationTimestamp: '2024-02-01T23:59:59Z' }, { creationTimestamp: '2024-02-01T23:59:59Z' }],
    [{ creationTimestamp: '2024-02-01T3:59:59Z' }, { creationTimestamp: '2024-02-01T03:59:59Z' }],
    [{ creationTimestamp: '2024-02-01T03:05:05,25Z' }, { creationTimestamp: '2024-02-01T03:05:05Z' }],
    [{ creationTimestamp: '2024-02-01T03:05:05-03:30' }, { creationTimestamp: '2024-02-01T06:35:05Z' }],
    [{ creationTimestamp: '0000-01-01T00:00:00Z' }, { creationTimestamp: '0000-01-01T00:00:00Z' }],
  ])('%o', (given, metadata) => {
    const decoded = decodeObjectMeta(given);
    expect(decoded.ok && decoded.metadata).toStrictEqual(metadata);
  });

  test('what is dropped is named', () => {
    const given = {
      name: 'a',
      odd: 1,
      labels: { odd: 'x' },
      ownerReferences: [{ uid: 'u', odd: { x: 1 } }],
      managedFields: [{ fieldsV1: { odd: {} }, odd: 1 }, null],
    };
    const unknownFields = ['managedFields[0].odd', 'odd', 'ownerReferences[0].odd'];
    expect(decodeObjectMeta(given)).toMatchObject({ ok: true, unknownFields });
  });
});

describe('metadata that cannot', () => {
  test.each<[JsonValue, string]>([
    ['x', 'json: cannot unmarshal string into Go value of type v1.ObjectMeta'],
    [5, 'json: cannot unmarshal number into Go value of type v1.ObjectMeta'],
    [[], 'json: cannot unmarshal array into Go value of type v1.ObjectMeta'],
    [{ name: 5 }, 'json: cannot unmarshal number into Go struct field ObjectMeta.name of type string'],
    [{ name: 5.5 }, 'json: cannot unmarshal number into Go struct field ObjectMeta.name of type string'],
    [{ name: true }, 'json: cannot unmarshal bool into Go struct field ObjectMeta.name of type string'],
    [{ name: [] }, 'json: cannot unmarshal array into Go struct field ObjectMeta.name of type string'],
    [{ name: {} }, 'json: cannot unmarshal object into Go struct field ObjectMeta.name of type string'],
    [
      { generation: 'x' },
      'json: cannot unmarshal string into Go struct field ObjectMeta.generation of type int64',
    ],
    [
      { generation: 1.5 },
      'json: cannot unmarshal number 1.5 into Go struct field ObjectMeta.generation of type int64',
    ],
    [
      { generation: true },
      'json: cannot unmarshal bool into Go struct field ObjectMeta.generation of type int64',
    ],
    [
      { deletionGracePeriodSeconds: 1.5 },
      'json: cannot unmarshal number 1.5 into Go struct field ObjectMeta.deletionGracePeriodSeconds of type int64',
    ],
    [
      { deletionGracePeriodSeconds: [] },
      'json: cannot unmarshal array into Go struct field ObjectMeta.deletionGracePeriodSeconds of type int64',
    ],
    [
      { labels: [] },
      'json: cannot unmarshal array into Go struct field ObjectMeta.labels of type map[string]string',
    ],
    [
      { labels: 'x' },
      'json: cannot unmarshal string into Go struct field ObjectMeta.labels of type map[string]string',
    ],
    [
      { labels: { a: 5 } },
      'json: cannot unmarshal number into Go struct field ObjectMeta.labels of type string',
    ],
    [
      { labels: { b: true, a: {} } },
      'json: cannot unmarshal object into Go struct field ObjectMeta.labels of type string',
    ],
    [
      { annotations: { a: [] } },
      'json: cannot unmarshal array into Go struct field ObjectMeta.annotations of type string',
    ],
    [
      { finalizers: 'x' },
      'json: cannot unmarshal string into Go struct field ObjectMeta.finalizers of type []string',
    ],
    [
      { finalizers: [5] },
      'json: cannot unmarshal number into Go struct field ObjectMeta.finalizers of type string',
    ],
    [
      { ownerReferences: {} },
      'json: cannot unmarshal object into Go struct field ObjectMeta.ownerReferences of type []v1.OwnerReference',
    ],
    [
      { ownerReferences: ['x'] },
      'json: cannot unmarshal string into Go struct field ObjectMeta.ownerReferences of type v1.OwnerReference',
    ],
    [
      { ownerReferences: [{ name: 5 }] },
      'json: cannot unmarshal number into Go struct field OwnerReference.ownerReferences.name of type string',
    ],
    [
      { ownerReferences: [{ controller: 'x' }] },
      'json: cannot unmarshal string into Go struct field OwnerReference.ownerReferences.controller of type bool',
    ],
    [
      { ownerReferences: [{ blockOwnerDeletion: 1 }] },
      'json: cannot unmarshal number into Go struct field OwnerReference.ownerReferences.blockOwnerDeletion of type bool',
    ],
    [
      { managedFields: 'x' },
      'json: cannot unmarshal string into Go struct field ObjectMeta.managedFields of type []v1.ManagedFieldsEntry',
    ],
    [
      { managedFields: [5] },
      'json: cannot unmarshal number into Go struct field ObjectMeta.managedFields of type v1.ManagedFieldsEntry',
    ],
    [
      { managedFields: [{ operation: 5 }] },
      'json: cannot unmarshal number into Go struct field ManagedFieldsEntry.managedFields.operation of type string',
    ],
    [
      { managedFields: [{ time: 5 }] },
      'json: cannot unmarshal number into Go struct field ManagedFieldsEntry.managedFields.time of type string',
    ],
    [
      { managedFields: [{ time: 'x' }] },
      'parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006"',
    ],
    [
      { creationTimestamp: 5 },
      'json: cannot unmarshal number into Go struct field ObjectMeta.creationTimestamp of type string',
    ],
    [
      { creationTimestamp: {} },
      'json: cannot unmarshal object into Go struct field ObjectMeta.creationTimestamp of type string',
    ],
    [
      { name: 5, annotations: 5 },
      'json: cannot unmarshal number into Go struct field ObjectMeta.annotations of type map[string]string',
    ],
    [{ creationTimestamp: '' }, 'parsing time "" as "2006-01-02T15:04:05Z07:00": cannot parse "" as "2006"'],
    [
      { creationTimestamp: 'x' },
      'parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006"',
    ],
    [
      { creationTimestamp: '2024' },
      'parsing time "2024" as "2006-01-02T15:04:05Z07:00": cannot parse "" as "-"',
    ],
    [
      { creationTimestamp: '2024-1-01T00:00:00Z' },
      'parsing time "2024-1-01T00:00:00Z" as "2006-01-02T15:04:05Z07:00": cannot parse "1-01T00:00:00Z" as "01"',
    ],
    [
      { creationTimestamp: '2024-13-01T00:00:00Z' },
      'parsing time "2024-13-01T00:00:00Z": month out of range',
    ],
    [
      { creationTimestamp: '2024-00-01T00:00:00Z' },
      'parsing time "2024-00-01T00:00:00Z": month out of range',
    ],
    [{ creationTimestamp: '2024-02-30T00:00:00Z' }, 'parsing time "2024-02-30T00:00:00Z": day out of range'],
    [{ creationTimestamp: '2024-02-00T00:00:00Z' }, 'parsing time "2024-02-00T00:00:00Z": day out of range'],
    [
      { creationTimestamp: '2024-02-01 00:00:00Z' },
      'parsing time "2024-02-01 00:00:00Z" as "2006-01-02T15:04:05Z07:00": cannot parse " 00:00:00Z" as "T"',
    ],
    [{ creationTimestamp: '2024-02-01T24:00:00Z' }, 'parsing time "2024-02-01T24:00:00Z": hour out of range'],
    [
      { creationTimestamp: '2024-02-01T23:60:00Z' },
      'parsing time "2024-02-01T23:60:00Z": minute out of range',
    ],
    [
      { creationTimestamp: '2024-02-01T23:59:60Z' },
      'parsing time "2024-02-01T23:59:60Z": second out of range',
    ],
    [
      { creationTimestamp: '2024-02-01T03:5:59Z' },
      'parsing time "2024-02-01T03:5:59Z" as "2006-01-02T15:04:05Z07:00": cannot parse "5:59Z" as "04"',
    ],
    [
      { creationTimestamp: '2024-02-01T03:05:5Z' },
      'parsing time "2024-02-01T03:05:5Z" as "2006-01-02T15:04:05Z07:00": cannot parse "5Z" as "05"',
    ],
    [
      { creationTimestamp: '2024-02-01T03:05:05.Z' },
      'parsing time "2024-02-01T03:05:05.Z" as "2006-01-02T15:04:05Z07:00": cannot parse ".Z" as "Z07:00"',
    ],
    [
      { creationTimestamp: '2024-02-01T03:05:05' },
      'parsing time "2024-02-01T03:05:05" as "2006-01-02T15:04:05Z07:00": cannot parse "" as "Z07:00"',
    ],
    [
      { creationTimestamp: '2024-02-01T03:05:05z' },
      'parsing time "2024-02-01T03:05:05z" as "2006-01-02T15:04:05Z07:00": cannot parse "z" as "Z07:00"',
    ],
    [
      { creationTimestamp: '2024-02-01T03:05:05+0100' },
      'parsing time "2024-02-01T03:05:05+0100" as "2006-01-02T15:04:05Z07:00": cannot parse "+0100" as "Z07:00"',
    ],
    [{ creationTimestamp: '2024-02-01T03:05:05Z ' }, 'parsing time "2024-02-01T03:05:05Z ": extra text: " "'],
    [{ creationTimestamp: '2024-02-01T03:05:05ZZ' }, 'parsing time "2024-02-01T03:05:05ZZ": extra text: "Z"'],
    [
      { creationTimestamp: '2024x02-01T03:05:05Z' },
      'parsing time "2024x02-01T03:05:05Z" as "2006-01-02T15:04:05Z07:00": cannot parse "x02-01T03:05:05Z" as "-"',
    ],
    [
      { creationTimestamp: '2024-02-01T"3' },
      'parsing time "2024-02-01T\\"3" as "2006-01-02T15:04:05Z07:00": cannot parse "\\"3" as "15"',
    ],
  ])('%o', (given, error) => {
    expect(decodeObjectMeta(given)).toEqual({ ok: false, error });
  });
});
