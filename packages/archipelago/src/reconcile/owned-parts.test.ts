import type { JsonObject } from '@archipelago/apimachinery';
import { describe, expect, it } from 'vitest';
import { cdi } from '../config/operands/cdi/cdi.ts';
import { kubevirt } from '../config/operands/kubevirt/kubevirt.ts';
import type { Rendered } from '../config/render.ts';
import { settings } from '../config/settings.ts';
import { ownedParts, successorOf, withOwnedParts } from './owned-parts.ts';

const evenParity = 'alpha.kubevirt.io/EmulatorThreadCompleteToEvenParity';
const ours = { apiVersion: 'hco.kubevirt.io/v1beta1', kind: 'HyperConverged', name: 'hc', uid: 'u-hc' };
const mine = { ...ours, controller: true, blockOwnerDeletion: true };
const node = { apiVersion: 'v1', kind: 'Node', name: 'n', uid: 'u-n' };
const usurper = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd', uid: 'u-d', controller: true };

const wanted: Rendered = {
  operand: kubevirt,
  manifest: {
    apiVersion: 'kubevirt.io/v1',
    kind: 'KubeVirt',
    metadata: { name: 'kv', namespace: 'here', labels: { app: 'ours' }, ownerReferences: [mine] },
    spec: { wanted: true },
  },
  causes: [],
};
const annotated: Rendered = {
  ...wanted,
  manifest: {
    ...wanted.manifest,
    metadata: { ...meta(wanted.manifest), annotations: { [evenParity]: '' } },
  },
};
const unowned: Rendered = { ...wanted, operand: { ...kubevirt, owned: false } };

const theirs = {
  name: 'kv',
  namespace: 'here',
  uid: 'u-1',
  resourceVersion: '7',
  generation: 3,
  creationTimestamp: '2026-01-01T00:00:00Z',
  finalizers: ['foregroundDeleteKubeVirt', 'somebody/else'],
};
const live: JsonObject = {
  apiVersion: 'kubevirt.io/v1',
  kind: 'KubeVirt',
  metadata: {
    ...theirs,
    labels: { app: 'wrong', mine: 'yes' },
    annotations: { note: 'theirs', [evenParity]: 'stale' },
    ownerReferences: [node, { ...ours, uid: 'u-former' }, usurper],
  },
  spec: { wanted: false, more: 1 },
  status: { phase: 'Deployed' },
  data: { of: 'somebody' },
};

function meta(object: JsonObject): JsonObject {
  return object.metadata as JsonObject;
}

describe('an object with our part of it', () => {
  it('keeps identity, version, finalizers, status and members of others', () => {
    expect(withOwnedParts(live, wanted)).toMatchObject({
      ...live,
      metadata: theirs,
      spec: { wanted: true },
    });
  });

  it('keeps the status whatever is wanted', () => {
    const told = { ...wanted, manifest: { ...wanted.manifest, status: { phase: 'Wanted' } } };
    expect(withOwnedParts(live, told).status).toEqual({ phase: 'Deployed' });
    expect(ownedParts(live, told)).not.toHaveProperty('status');
  });

  it('has exactly the spec that is wanted', () => {
    expect(withOwnedParts(live, wanted).spec).toEqual({ wanted: true });
  });

  it('keeps labels of others and takes back ours', () => {
    expect(meta(withOwnedParts(live, wanted)).labels).toEqual({ app: 'ours', mine: 'yes' });
  });

  it('keeps annotations of others; one of ours is there only while it is wanted', () => {
    expect(meta(withOwnedParts(live, wanted)).annotations).toEqual({ note: 'theirs' });
    expect(meta(withOwnedParts(live, annotated)).annotations).toEqual({ note: 'theirs', [evenParity]: '' });
    const bare = { ...live, metadata: { ...theirs, annotations: { [evenParity]: 'stale' } } };
    expect(meta(withOwnedParts(bare, wanted))).not.toHaveProperty('annotations');
  });

  it('keeps other owners; a former owner of our kind and another controller make way', () => {
    expect(meta(withOwnedParts(live, wanted)).ownerReferences).toEqual([node, mine]);
  });

  it('is left its owners where it has none of ours', () => {
    expect(meta(withOwnedParts(live, unowned)).ownerReferences).toEqual(meta(live).ownerReferences);
  });

  it('is compared by that part', () => {
    expect(ownedParts(withOwnedParts(live, wanted), wanted)).toEqual(ownedParts(wanted.manifest, wanted));
    expect(ownedParts(live, wanted)).toEqual({
      metadata: {
        labels: { app: 'wrong' },
        annotations: { [evenParity]: 'stale' },
        ownerReferences: [{ ...ours, uid: 'u-former' }, usurper],
      },
      spec: { wanted: false, more: 1 },
    });
    expect(ownedParts(live, unowned).metadata).not.toHaveProperty('ownerReferences');
  });

  it('knows the annotations that settings write, each on its operand only', () => {
    const annotations = { [evenParity]: 'stale' };
    const other: Rendered = { ...wanted, operand: cdi };
    expect(ownedParts({ metadata: { annotations } }, other).metadata).toMatchObject({ annotations: {} });
    const written = settings.flatMap(({ landings }) =>
      landings.flatMap((landing) =>
        landing.kind === 'field' && landing.operand === kubevirt ? [landing.field] : [],
      ),
    );
    expect(written.some((field) => field.includes(evenParity))).toBe(true);
  });
});

describe('a successor', () => {
  it('is as wanted, with labels and annotations of others, and nothing else of the one before', () => {
    expect(successorOf(live, wanted)).toEqual({
      ...wanted.manifest,
      metadata: {
        ...meta(wanted.manifest),
        labels: { app: 'ours', mine: 'yes' },
        annotations: { note: 'theirs' },
      },
    });
    const bare = { ...live, metadata: theirs };
    expect(successorOf(bare, wanted)).toEqual(wanted.manifest);
  });
});
