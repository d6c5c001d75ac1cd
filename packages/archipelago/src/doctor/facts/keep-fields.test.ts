import { describe, expect, it } from 'vitest';
import { keepFields } from './keep-fields.ts';

const metadata = { name: 'one', uid: '1', labels: { a: 'b' }, annotations: { 'example.com/a': 'b' } };
const object = {
  apiVersion: 'v1',
  kind: 'Thing',
  metadata: { ...metadata, managedFields: [{ manager: 'kubectl' }] },
  spec: { list: [{ name: 'x', secret: 'y' }, { secret: 'z' }], other: true },
};
const { apiVersion, kind, spec } = object;

describe('keepFields', () => {
  it.each<readonly [string, readonly string[] | 'whole', object]>([
    ['everything but who wrote it', 'whole', { apiVersion, kind, metadata, spec }],
    ['metadata where no path is named', [], { apiVersion, kind, metadata }],
    ['what a path names', ['spec.other'], { apiVersion, kind, metadata, spec: { other: true } }],
    [
      'members of the elements of a list, and that there are elements',
      ['spec.list.name'],
      { apiVersion, kind, metadata, spec: { list: [{ name: 'x' }, {}] } },
    ],
    [
      'of the metadata what paths name, where one names any',
      ['metadata.name', 'metadata.annotations'],
      { apiVersion, kind, metadata: { name: 'one', annotations: metadata.annotations } },
    ],
  ])('keeps %s', (_, paths, kept) => {
    expect(keepFields(object, paths)).toEqual(kept);
  });
});
