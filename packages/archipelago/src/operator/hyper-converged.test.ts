import { applyMergePatch, type JsonObject, type JsonValue } from '@archipelago/apimachinery';
import { describe, expect, it } from 'vitest';
import { standardCluster } from '../cluster-facts/standard-cluster.ts';
import { deriveFacts } from '../config/derive-facts.ts';
import {
  adoptionPatch,
  finalizersOf,
  hasRecovered,
  ownerOf,
  releasePatch,
  specOf,
  statusIn,
} from './hyper-converged.ts';

const facts = deriveFacts(standardCluster, undefined);
const ours = 'kubevirt.io/hyperconverged';
const name = 'kubevirt-hyperconverged';

function hyperConverged(metadata: JsonObject, spec: JsonValue = {}): JsonObject {
  return { metadata: { name, resourceVersion: '7', uid: 'u', ...metadata }, spec };
}

/** The object as the server would have it after the patch. */
function adopted(object: JsonObject): JsonObject {
  const merged = applyMergePatch(object, adoptionPatch(object, facts) ?? {});
  return merged as JsonObject;
}

describe('what makes a HyperConverged ours', () => {
  it('adds our finalizer behind those of others, our label, and what is left out of the spec', () => {
    const object = hyperConverged({ finalizers: ['a/b'], labels: { mine: 'yes' } });
    const patch = adoptionPatch(object, facts);
    expect(patch).toMatchObject({
      metadata: { resourceVersion: '7', finalizers: ['a/b', ours], labels: { app: name } },
      spec: { evictionStrategy: 'LiveMigrate' },
    });
    expect(adopted(object).metadata).toMatchObject({ labels: { app: name, mine: 'yes' } });
  });

  it('is nothing where all of it is there', () => {
    expect(adoptionPatch(adopted(hyperConverged({})), facts)).toBeUndefined();
  });

  it.each<[string, JsonObject, readonly string[]]>([
    ['the finalizer', { finalizers: ['a/b'] }, ['finalizers', 'resourceVersion']],
    ['the label', { labels: { app: 'other' } }, ['labels', 'resourceVersion']],
  ])('is bound to the version that was looked at, also where only %s is missing', (_, change, members) => {
    const object = adopted(hyperConverged({}));
    const lacking = { ...object, metadata: { ...(object.metadata as JsonObject), ...change } };
    const patch = adoptionPatch(lacking, facts);
    expect(Object.keys(patch ?? {})).toEqual(['metadata']);
    expect(Object.keys((patch?.metadata ?? {}) as JsonObject).sort()).toEqual(members);
    expect(patch?.metadata).toMatchObject({ resourceVersion: '7' });
  });

  it('writes over nothing that is written', () => {
    const object = hyperConverged({}, { evictionStrategy: 'None' });
    expect(specOf(adopted(object)).evictionStrategy).toBe('None');
  });
});

describe('what lets a HyperConverged go', () => {
  it('takes our finalizer and no other, of the version that was looked at', () => {
    const object = hyperConverged({ finalizers: ['a/b', ours, 'c/d'] });
    expect(releasePatch(object)).toEqual({ metadata: { resourceVersion: '7', finalizers: ['a/b', 'c/d'] } });
    expect(releasePatch(hyperConverged({ finalizers: [ours] }))).toMatchObject({
      metadata: { finalizers: [] },
    });
  });
});

describe('what is read of it', () => {
  it('is nothing where it makes no sense', () => {
    const odd: JsonObject = { metadata: { name: 7, resourceVersion: 7, finalizers: [7, 'a/b'] }, spec: 'x' };
    expect([specOf(odd), statusIn(odd), finalizersOf(odd)]).toEqual([{}, {}, ['a/b']]);
    expect(finalizersOf({})).toEqual([]);
    expect(ownerOf(odd, 'here')).toEqual({ name: '', namespace: 'here', uid: '' });
    expect(ownerOf(hyperConverged({}), 'here')).toEqual({ name, namespace: 'here', uid: 'u' });
    for (const nobody of [{ metadata: { uid: 7 } }, { metadata: {} }, {}])
      expect(ownerOf(nobody, 'here').uid).toBe('');
  });

  it.each<[string, string, boolean]>([
    ['False', 'True', true],
    ['Unknown', 'True', false],
    ['True', 'True', false],
    ['False', 'False', false],
    ['False', 'Unknown', false],
  ])('after %s, %s is a recovery: %s', (before, now, expected) => {
    const status = (is: string) => ({
      conditions: [
        { type: 'Available', status: 'False' },
        { type: 'ReconcileComplete', status: is },
      ],
    });
    expect(hasRecovered(status(before), status(now))).toBe(expected);
    expect(hasRecovered({}, status(now))).toBe(false);
  });
});
