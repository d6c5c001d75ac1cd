import { describe, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../../api/json-value.ts';
import { checkObjectMeta } from './check-object-meta.ts';

/** `field: the first words of the message` of each error. */
function refusals(metadata: JsonValue): readonly string[] {
  return checkObjectMeta(metadata, 'm').map(({ field, message }) => `${field}: ${message}`);
}

const owner = (more: JsonObject = {}): JsonObject => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  name: 'd',
  uid: 'u',
  ...more,
});
const manager = (more: JsonObject): JsonObject => ({
  managedFields: [{ manager: 'm', operation: 'Update', ...more }],
});

describe('metadata', () => {
  test.each<[string, JsonObject]>([
    ['none', {}],
    [
      'texts',
      { name: 'a.b', generateName: 'a-', namespace: 'n', uid: 'u', resourceVersion: '1', generation: 0 },
    ],
    [
      'labels and annotations',
      { labels: { 'a/b': 'c', d: '' }, annotations: { 'Upper.Case/b': 'any\ntext' } },
    ],
    ['annotations of 256 KiB', { annotations: { a: 'x'.repeat(256 * 1024 - 1) } }],
    ['one controller of two owners', { ownerReferences: [owner({ controller: true }), owner({ uid: 'v' })] }],
    ['an owner of the core group', { ownerReferences: [owner({ apiVersion: 'v1', kind: 'Node' })] }],
    [
      'an Event of another group',
      { ownerReferences: [owner({ apiVersion: 'events.k8s.io/v1', kind: 'Event' })] },
    ],
    ['a generated name of dots', { generateName: '..', name: '...' }],
    ['finalizers', { finalizers: ['orphan', 'a.b/c'] }],
    ['a part of a second behind a comma', { creationTimestamp: '2024-01-01T00:00:00,5Z' }],
    ['the day that leap years have', { creationTimestamp: '2024-02-29T23:59:59Z' }],
    ['a manager', manager({ fieldsType: 'FieldsV1', subresource: 'status' })],
    ['a manager that applied', manager({ operation: 'Apply', manager: 'é'.repeat(64) })],
  ])('of %s is accepted', (_, metadata) => {
    expect(refusals(metadata)).toEqual([]);
  });

  test.each<[string, JsonObject, readonly (string | RegExp)[]]>([
    ['a name with a slash', { name: 'a/b' }, [/^m\.name: Invalid value: "a\/b": /]],
    ['the name of this folder', { name: '.' }, ['m.name: Invalid value: ".": may not be \'.\'']],
    ['the name of the folder above', { name: '..' }, ['m.name: Invalid value: "..": may not be \'..\'']],
    [
      'a name with both',
      { name: '%/' },
      [
        'm.name: Invalid value: "%/": may not contain \'/\'',
        'm.name: Invalid value: "%/": may not contain \'%\'',
      ],
    ],
    ['a generated name with a slash', { generateName: 'a/' }, [/^m\.generateName: Invalid value: "a\/": /]],
    [
      'a namespace in capitals',
      { namespace: 'N' },
      [/^m\.namespace: Invalid value: "N": a lowercase RFC 1123 label/],
    ],
    [
      'a generation below zero',
      { generation: -1 },
      ['m.generation: Invalid value: -1: must be greater than or equal to 0'],
    ],
    [
      'a label',
      { labels: { 'a b': '-' } },
      [
        /^m\.labels: Invalid value: "a b": name part must/,
        /^m\.labels: Invalid value: "-": a valid label must/,
      ],
    ],
    [
      'an annotation',
      { annotations: { 'a b': '' } },
      [/^m\.annotations: Invalid value: "a b": name part must/],
    ],
    [
      'annotations of more than 256 KiB',
      { annotations: { a: 'x'.repeat(256 * 1024) } },
      [/^m\.annotations: Too long: may not be more than 262144 bytes/],
    ],
    [
      'an owner without anything',
      { ownerReferences: [{ apiVersion: '', kind: '', name: '', uid: '' }] },
      [
        'm.ownerReferences.apiVersion: Invalid value: "": version must not be empty',
        'm.ownerReferences.kind: Invalid value: "": must not be empty',
        'm.ownerReferences.name: Invalid value: "": must not be empty',
        'm.ownerReferences.uid: Invalid value: "": must not be empty',
      ],
    ],
    [
      'an owner of no version',
      { ownerReferences: [owner({ apiVersion: 'apps/' })] },
      ['m.ownerReferences.apiVersion: Invalid value: "apps/": version must not be empty'],
    ],
    [
      'an owner of two groups',
      { ownerReferences: [owner({ apiVersion: 'a/b/c' })] },
      ['m.ownerReferences.apiVersion: Invalid value: "a/b/c": version must not be empty'],
    ],
    [
      'an Event as the owner',
      { ownerReferences: [owner({ apiVersion: 'v1', kind: 'Event' })] },
      [/^m\.ownerReferences: Invalid value: .*: \/v1, Kind=Event is disallowed from being an owner$/],
    ],
    [
      'two controllers',
      { ownerReferences: [owner({ controller: true }), owner({ name: 'e', uid: 'v', controller: true })] },
      [
        'm.ownerReferences: Invalid value: [{"apiVersion":"apps/v1","kind":"Deployment","name":"d","uid":"u","controller":true},{"apiVersion":"apps/v1","kind":"Deployment","name":"e","uid":"v","controller":true}]: Only one reference can have Controller set to true. Found "true" in references for Deployment/d and Deployment/e',
      ],
    ],
    ['a finalizer', { finalizers: ['a b'] }, [/^m\.finalizers: Invalid value: "a b": name part must/]],
    [
      'two finalizers that contradict each other',
      { finalizers: ['orphan', 'foregroundDeletion'] },
      [/^m\.finalizers: Invalid value: .*: finalizer orphan and foregroundDeletion cannot be both set$/],
    ],
    [
      'an operation that there is not',
      manager({ operation: 'Patch' }),
      ['m.managedFields[0].operation: Invalid value: "Patch": must be `Apply` or `Update`'],
    ],
    [
      'another type of fields',
      manager({ fieldsType: 'FieldsV2' }),
      ['m.managedFields[0].fieldsType: Invalid value: "FieldsV2": must be `FieldsV1`'],
    ],
    // 65 characters of 130 bytes
    [
      'a long manager',
      manager({ manager: 'é'.repeat(65) }),
      [/^m\.managedFields\[0\]\.manager: Too long: may not be more than 128 bytes/],
    ],
    [
      'a long subresource',
      manager({ subresource: 'x'.repeat(257) }),
      [/^m\.managedFields\[0\]\.subresource: Too long: may not be more than 256 bytes/],
    ],
    [
      'a day that there is not',
      { creationTimestamp: '2023-02-29T00:00:00Z' },
      [/^m: Invalid value: .*: day out of range/],
    ],
    [
      'a deletion that is no time',
      { deletionTimestamp: 'now' },
      [/^m: Invalid value: .*parsing time "?\\?"now/],
    ],
    ['a name that is a number', { name: 5 }, [/^m: Invalid value: .*cannot unmarshal number/]],
  ])('with %s is refused', (_, metadata, wanted) => {
    const found = refusals(metadata);
    expect(found).toHaveLength(wanted.length);
    for (const [index, one] of wanted.entries()) {
      if (typeof one === 'string') expect(found[index]).toBe(one);
      else expect(found[index]).toMatch(one);
    }
  });
});
