import { type JsonObject, objectsAt, textAt, textsAt } from '@archipelago/apimachinery';
import { beforeEach, describe, expect, test } from 'vitest';
import { metadataOf } from '../json/json-access.ts';
import { configMap, configMaps, TestServer } from '../test-server.test-support.ts';

let api: TestServer;

beforeEach(() => {
  api = new TestServer();
});

async function uidOf(name: string): Promise<string> {
  return textAt((await api.get(`${configMaps}/${name}`)).metadata, 'uid');
}

async function reference(owner: string, changes: JsonObject = {}): Promise<JsonObject> {
  return { apiVersion: 'v1', kind: 'ConfigMap', name: owner, uid: await uidOf(owner), ...changes };
}

/** Makes a ConfigMap of some owners; each blocks its owner's deletion. */
async function make(name: string, owners: readonly string[] = [], metadata: JsonObject = {}): Promise<void> {
  const ownerReferences = await Promise.all(
    owners.map((owner) => reference(owner, { blockOwnerDeletion: true })),
  );
  await api.must('POST', configMaps, configMap(name, { ownerReferences, ...metadata }));
}

function remove(name: string, query = ''): Promise<JsonObject> {
  return api.must('DELETE', `${configMaps}/${name}${query}`);
}

async function release(name: string): Promise<void> {
  await api.must('PATCH', `${configMaps}/${name}`, { metadata: { finalizers: null } });
}

async function metadata(name: string): Promise<JsonObject> {
  return (await api.get(`${configMaps}/${name}`)).metadata;
}

async function ownersOf(name: string): Promise<readonly string[]> {
  return objectsAt(await metadata(name), 'ownerReferences').map((owner) => textAt(owner, 'name'));
}

async function names(): Promise<readonly string[]> {
  return (await api.get(configMaps)).names;
}

const policies = ['', '?propagationPolicy=Background', '?propagationPolicy=Foreground'];

describe('an object with a living owner', () => {
  test.each(policies)('stays when another goes, and names it no more: %s', async (policy) => {
    await make('first');
    await make('second');
    await make('third');
    await make('child', ['first', 'second', 'third']);
    await remove('second', policy);
    expect(await names()).toEqual(['child', 'first', 'third']);
    expect(await ownersOf('child')).toEqual(['first', 'third']);
    await remove('first', policy);
    expect(await ownersOf('child')).toEqual(['third']);
    await remove('third', policy);
    expect(await names()).toEqual([]);
  });

  test('stays when it is made with an owner that never was', async () => {
    await make('first');
    const ghost = { apiVersion: 'v1', kind: 'ConfigMap', name: 'ghost', uid: 'no-such-uid' };
    const ownerReferences = [ghost, await reference('first')];
    await api.must('POST', configMaps, configMap('child', { ownerReferences }));
    expect(await ownersOf('child')).toEqual(['first']);
  });

  test('stays while the owner waits for another finalizer', async () => {
    await make('owner', [], { finalizers: ['example.com/hold'] });
    await make('child', ['owner']);
    await remove('owner');
    await api.must('PATCH', `${configMaps}/child`, { data: { k: 'v' } });
    expect(await names()).toEqual(['child', 'owner']);
    expect(await ownersOf('child')).toEqual(['owner']);
    expect((await metadata('child')).deletionTimestamp).toBeUndefined();
    await release('owner');
    expect(await names()).toEqual([]);
  });

  test('is left alone while it is being deleted itself', async () => {
    await make('first');
    await make('second');
    await make('child', ['first', 'second'], { finalizers: ['example.com/hold'] });
    await remove('child');
    await remove('first');
    expect(await ownersOf('child')).toEqual(['first', 'second']);
    await release('child');
    expect(await names()).toEqual(['second']);
  });
});

describe('an object without a living owner', () => {
  test('goes, and so do those it owns', async () => {
    await make('owner');
    await make('child', ['owner']);
    await make('grandchild', ['child']);
    await make('bystander');
    await remove('owner');
    expect(await names()).toEqual(['bystander']);
  });

  test('goes when it is given an owner that is gone, or an owner made again', async () => {
    await make('owner');
    const owner = await reference('owner');
    await remove('owner');
    await make('owner');
    await make('child');
    await api.must('PATCH', `${configMaps}/child`, { metadata: { ownerReferences: [owner] } });
    await api.must('POST', configMaps, configMap('late', { ownerReferences: [owner] }));
    expect(await names()).toEqual(['owner']);
  });

  test('goes when its owner is in another namespace; outside of all namespaces it stays', async () => {
    await make('owner');
    const ownerReferences = [await reference('owner')];
    const elsewhere = '/api/v1/namespaces/kube-system/configmaps';
    await api.must('POST', elsewhere, configMap('child', { ownerReferences }));
    await api.must('POST', '/api/v1/nodes', { metadata: { name: 'n', ownerReferences } });
    expect((await api.get(elsewhere)).names).toEqual([]);
    await remove('owner');
    expect((await api.get('/api/v1/nodes')).names).toEqual(['n']);
    const node = textAt((await api.get('/api/v1/nodes/n')).metadata, 'uid');
    const ofNode = { apiVersion: 'v1', kind: 'Node', name: 'n', uid: node };
    await api.must('POST', elsewhere, configMap('child', { ownerReferences: [ofNode] }));
    expect((await api.get(elsewhere)).names).toEqual(['child']);
  });

  test('stays when it ceased to name the owner in time', async () => {
    await make('owner');
    await make('child', ['owner']);
    await api.must('PATCH', `${configMaps}/child`, { metadata: { ownerReferences: null } });
    await remove('owner');
    expect(await names()).toEqual(['child']);
  });

  test('waits for its own finalizers', async () => {
    await make('owner');
    await make('child', ['owner'], { finalizers: ['example.com/hold'] });
    await make('grandchild', ['child']);
    await remove('owner');
    expect(await names()).toEqual(['child', 'grandchild']);
    expect(textAt(await metadata('child'), 'deletionTimestamp')).not.toBe('');
    await release('child');
    expect(await names()).toEqual([]);
  });

  test('goes from every kind: a definition takes its dependents along', async () => {
    const definition = await api.define([{ name: 'v1' }]);
    const owner = {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      name: 'things.example.com',
      uid: textAt(metadataOf(definition), 'uid'),
    };
    await api.must('POST', configMaps, configMap('child', { ownerReferences: [owner] }));
    await api.must('DELETE', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions/things.example.com');
    expect(await names()).toEqual([]);
  });
});

describe('a deletion in the foreground', () => {
  const foreground = '?propagationPolicy=Foreground';

  test('waits for dependents that block it', async () => {
    await make('owner');
    await make('child', ['owner'], { finalizers: ['example.com/hold'] });
    const answer = await remove('owner', foreground);
    expect(metadataOf(answer)).toMatchObject({
      finalizers: ['foregroundDeletion'],
      deletionTimestamp: '2026-01-01T00:00:00Z',
      deletionGracePeriodSeconds: 0,
    });
    expect(textAt(await metadata('child'), 'deletionTimestamp')).toBe('2026-01-01T00:00:00Z');
    expect(await names()).toEqual(['child', 'owner']);
    await release('child');
    expect(await names()).toEqual([]);
  });

  test.each([false, undefined])('does not wait for those that do not: %s', async (blockOwnerDeletion) => {
    await make('owner');
    const ownerReferences = [await reference('owner', { blockOwnerDeletion })];
    await api.must(
      'POST',
      configMaps,
      configMap('child', { ownerReferences, finalizers: ['example.com/hold'] }),
    );
    await remove('owner', foreground);
    expect(await names()).toEqual(['child']);
    expect(textAt(await metadata('child'), 'deletionTimestamp')).not.toBe('');
  });

  test('takes what nothing holds at once, the owner last', async () => {
    await make('owner');
    await make('child', ['owner']);
    const watch = await api.watch(`${configMaps}?watch=1&resourceVersion=${api.store.revision}`);
    await remove('owner', foreground);
    expect(watch.news()).toEqual(['MODIFIED owner', 'DELETED child', 'DELETED owner']);
  });

  test('waits for the last of several, and for theirs', async () => {
    await make('owner');
    await make('one', ['owner'], { finalizers: ['example.com/hold'] });
    await make('two', ['owner']);
    await make('below', ['two'], { finalizers: ['example.com/hold'] });
    await remove('owner', foreground);
    expect(await names()).toEqual(['below', 'one', 'owner', 'two']);
    expect(textsAt(await metadata('two'), 'finalizers')).toEqual(['foregroundDeletion']);
    await release('one');
    expect(await names()).toEqual(['below', 'owner', 'two']);
    await release('below');
    expect(await names()).toEqual([]);
  });

  test('keeps what others hold', async () => {
    await make('owner', [], { finalizers: ['example.com/hold'] });
    await make('child', ['owner']);
    await remove('owner', foreground);
    expect(await names()).toEqual(['owner']);
    expect(textsAt(await metadata('owner'), 'finalizers')).toEqual(['example.com/hold']);
    await release('owner');
    expect(await names()).toEqual([]);
  });

  test('is not undone by a second deletion, but may become one that leaves orphans', async () => {
    await make('owner');
    await make('child', ['owner'], { finalizers: ['example.com/hold'] });
    await remove('owner', foreground);
    await remove('owner');
    expect(textsAt(await metadata('owner'), 'finalizers')).toEqual(['foregroundDeletion']);
    await remove('owner', '?propagationPolicy=Background');
    expect(await names()).toEqual(['child']);
  });
});

describe('a deletion that leaves orphans', () => {
  const orphan = '?propagationPolicy=Orphan';

  test.each([orphan, '?orphanDependents=true'])('strikes the owner off: %s', async (query) => {
    await make('owner');
    await make('other');
    await make('child', ['owner', 'other']);
    await make('only', ['owner']);
    await remove('owner', query);
    expect(await names()).toEqual(['child', 'only', 'other']);
    expect([await ownersOf('child'), await ownersOf('only')]).toEqual([['other'], []]);
    expect((await metadata('only')).ownerReferences).toBeUndefined();
  });

  test('does not touch what named the owner once', async () => {
    await make('owner');
    await make('child', ['owner']);
    await api.must('PATCH', `${configMaps}/child`, { metadata: { ownerReferences: null } });
    const watch = await api.watch(`${configMaps}?watch=1&resourceVersion=${api.store.revision}`);
    await remove('owner', orphan);
    expect(watch.news()).toEqual(['MODIFIED owner', 'DELETED owner']);
  });

  test('without orphans is an ordinary one', async () => {
    await make('owner');
    await make('child', ['owner']);
    await remove('owner', '?orphanDependents=false');
    expect(await names()).toEqual([]);
  });

  test('keeps what others hold, and the dependents free', async () => {
    await make('owner', [], { finalizers: ['example.com/hold'] });
    await make('child', ['owner']);
    await remove('owner', orphan);
    expect(textsAt(await metadata('owner'), 'finalizers')).toEqual(['example.com/hold']);
    await release('owner');
    expect(await names()).toEqual(['child']);
  });

  test('is a finalizer a client may put itself: it counts whatever the deletion says later', async () => {
    await make('owner', [], { finalizers: ['orphan'] });
    await make('child', ['owner']);
    await remove('owner');
    expect(await names()).toEqual(['child']);
  });

  test('of a dependent holds for what that one owns', async () => {
    await make('owner');
    await make('child', ['owner'], { finalizers: ['orphan'] });
    await make('grandchild', ['child']);
    await remove('owner', '?propagationPolicy=Foreground');
    expect(await names()).toEqual(['grandchild']);
    expect(await ownersOf('grandchild')).toEqual([]);
  });
});

test('an owner that is struck off is no field of its manager any more', async () => {
  await make('first');
  await make('second');
  await make('both', ['first', 'second']);
  const [first, second] = [await uidOf('first'), await uidOf('second')];
  expect(JSON.stringify((await metadata('both')).managedFields)).toContain(first);
  await remove('first');
  const fields = JSON.stringify((await metadata('both')).managedFields);
  expect([fields.includes(first), fields.includes(second)]).toEqual([false, true]);
});

test('a dry run deletes nothing', async () => {
  await make('owner');
  await make('child', ['owner']);
  for (const policy of ['Background', 'Foreground', 'Orphan']) {
    await remove('owner', `?dryRun=All&propagationPolicy=${policy}`);
    expect(await names()).toEqual(['child', 'owner']);
    expect((await metadata('owner')).deletionTimestamp).toBeUndefined();
    expect(await ownersOf('child')).toEqual(['owner']);
  }
});
