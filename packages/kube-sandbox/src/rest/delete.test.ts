import { type JsonObject, objectAt, objectsAt, textAt } from '@archipelago/apimachinery';
import { beforeEach, describe, expect, test } from 'vitest';
import { metadataOf } from '../json/json-access.ts';
import { configMap, configMaps, TestServer, thing, things } from '../test-server.test-support.ts';

const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

let api: TestServer;

beforeEach(() => {
  api = new TestServer();
});

function options(changes: JsonObject): JsonObject {
  return { kind: 'DeleteOptions', apiVersion: 'v1', ...changes };
}

describe('preconditions', () => {
  test('bind a deletion to one object', async () => {
    const { uid } = metadataOf(await api.must('POST', configMaps, configMap('a')));
    await api.must('DELETE', `${configMaps}/a`);
    const again = metadataOf(await api.must('POST', configMaps, configMap('a')));
    const late = await api.send('DELETE', `${configMaps}/a`, options({ preconditions: { uid } }));
    expect([late.status, late.message]).toEqual([
      409,
      `Operation cannot be fulfilled on ConfigMap "a": the UID in the precondition (${uid}) does not match the UID in record (${again.uid}). The object might have been deleted and then recreated`,
    ]);
    expect((await api.get(`${configMaps}/a`)).status).toBe(200);
    await api.must('DELETE', `${configMaps}/a`, options({ preconditions: { uid: again.uid } }));
    expect((await api.get(`${configMaps}/a`)).status).toBe(404);
  });

  test('bind a deletion to one revision', async () => {
    const { resourceVersion } = metadataOf(await api.must('POST', configMaps, configMap('a')));
    const changed = metadataOf(await api.must('PATCH', `${configMaps}/a`, { data: { k: 'v' } }));
    const late = await api.send('DELETE', `${configMaps}/a`, options({ preconditions: { resourceVersion } }));
    expect([late.status, late.message]).toEqual([
      409,
      expect.stringContaining(
        `the ResourceVersion in the precondition (${resourceVersion}) does not match the ResourceVersion in record (${changed.resourceVersion})`,
      ),
    ]);
    const both = { uid: changed.uid, resourceVersion };
    expect((await api.send('DELETE', `${configMaps}/a`, options({ preconditions: both }))).status).toBe(409);
    const now = { uid: changed.uid, resourceVersion: changed.resourceVersion };
    expect((await api.send('DELETE', `${configMaps}/a`, options({ preconditions: now }))).status).toBe(200);
  });

  test('count for a dry run, for marked objects and for every object of a collection', async () => {
    const finalizers = ['example.com/hold'];
    await api.must('POST', configMaps, configMap('a', { finalizers }));
    const preconditions = { uid: 'other' };
    const tries = [`${configMaps}/a?dryRun=All`, `${configMaps}/a`, configMaps];
    for (const target of tries) {
      expect((await api.send('DELETE', target, options({ preconditions }))).status).toBe(409);
    }
    await api.must('DELETE', `${configMaps}/a`);
    expect((await api.send('DELETE', `${configMaps}/a`, options({ preconditions }))).status).toBe(409);
    expect((await api.get(`${configMaps}/a`)).metadata.finalizers).toEqual(finalizers);
  });
});

describe('a deletion', () => {
  test('is answered with what went, at the revision it went', async () => {
    const made = await api.must('POST', configMaps, configMap('a'));
    expect(await api.must('DELETE', `${configMaps}/a`)).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Success',
      details: { name: 'a', kind: 'configmaps', uid: metadataOf(made).uid },
    });
    expect((await api.send('DELETE', `${configMaps}/a`)).status).toBe(404);
  });

  test('marks what finalizers hold, once', async () => {
    await api.must('POST', configMaps, configMap('a', { finalizers: ['example.com/hold'] }));
    api.pass(60);
    const marked = await api.must('DELETE', `${configMaps}/a`);
    expect(metadataOf(marked)).toMatchObject({
      deletionTimestamp: '2026-01-01T00:01:00Z',
      deletionGracePeriodSeconds: 0,
      finalizers: ['example.com/hold'],
    });
    api.pass(60);
    const again = await api.must('DELETE', `${configMaps}/a`);
    expect(again).toEqual(marked);
    const taken = await api.send('POST', configMaps, configMap('a'));
    expect([taken.status, taken.message]).toEqual([
      409,
      'object is being deleted: configmaps "a" already exists',
    ]);
  });

  test('in a dry run marks and removes nothing', async () => {
    const finalizers = ['example.com/hold'];
    await api.must('POST', configMaps, configMap('a', { finalizers }));
    await api.must('POST', configMaps, configMap('b'));
    const { revision } = api.store;
    for (const query of [
      'dryRun=All',
      'dryRun=All&propagationPolicy=Foreground',
      'dryRun=All&propagationPolicy=Orphan',
    ]) {
      expect(
        metadataOf(await api.must('DELETE', `${configMaps}/a?${query}`)).deletionTimestamp,
      ).toBeDefined();
      await api.must('DELETE', `${configMaps}/b?${query}`);
      await api.must('DELETE', `${configMaps}?${query}`);
    }
    await api.must('DELETE', `${configMaps}/b`, options({ dryRun: ['All'] }));
    expect((await api.get(configMaps)).names).toEqual(['a', 'b']);
    expect(api.store.revision).toBe(revision);
  });

  const bad: readonly (readonly [string, unknown, number])[] = [
    ['?propagationPolicy=Sideways', undefined, 422],
    ['?dryRun=Some', undefined, 422],
    ['?propagationPolicy=Orphan&orphanDependents=true', undefined, 422],
    ['?gracePeriodSeconds=soon', undefined, 400],
    ['', { kind: 'ConfigMap', apiVersion: 'v1' }, 400],
    ['', '[]', 400],
    ['', '{', 400],
    ['', 'x'.repeat(3 * 1024 * 1024 + 1), 413],
  ];

  test.each(bad)('with bad options is refused: %s %.40s', async (query, body, status) => {
    await api.must('POST', configMaps, configMap('a'));
    expect((await api.send('DELETE', `${configMaps}/a${query}`, body)).status).toBe(status);
    expect((await api.get(`${configMaps}/a`)).status).toBe(200);
  });

  test('of options in a body does not read the query', async () => {
    await api.must('POST', configMaps, configMap('a'));
    const kept = await api.must(
      'DELETE',
      `${configMaps}/a?propagationPolicy=Background`,
      options({ dryRun: ['All'] }),
    );
    expect(textAt(kept, 'status')).toBe('Success');
    expect((await api.get(`${configMaps}/a`)).status).toBe(200);
  });

  test('of namespaces that must stay is refused', async () => {
    const answers = await Promise.all(
      ['default', 'kube-system', 'kube-public'].map((name) =>
        api.send('DELETE', `/api/v1/namespaces/${name}`),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
    expect((await api.get('/api/v1/namespaces/default')).metadata.deletionTimestamp).toBeUndefined();
  });
});

describe('a deletion of a collection', () => {
  test('takes what the selectors pick, in its namespace', async () => {
    const other = '/api/v1/namespaces/kube-system/configmaps';
    for (const name of ['a', 'b', 'c']) {
      await api.must('POST', configMaps, configMap(name, { labels: { l: name } }));
      await api.must('POST', other, configMap(name, { labels: { l: name } }));
    }
    const answer = await api.send('DELETE', `${configMaps}?labelSelector=l%20in%20(a,b)`);
    expect(answer.names).toEqual(['a', 'b']);
    expect((await api.get(configMaps)).names).toEqual(['c']);
    await api.must('DELETE', `${configMaps}?fieldSelector=metadata.name%3Dx`);
    expect((await api.get(configMaps)).names).toEqual(['c']);
    await api.must('DELETE', configMaps);
    expect([(await api.get(configMaps)).names, (await api.get(other)).names]).toEqual([[], ['a', 'b', 'c']]);
  });

  test('of nodes is one, of namespaces there is none', async () => {
    expect((await api.send('DELETE', '/api/v1/namespaces')).status).toBe(405);
    expect((await api.send('DELETE', '/api/v1/configmaps')).status).toBe(405);
    expect((await api.send('DELETE', '/api/v1/nodes')).status).toBe(200);
  });
});

describe('a definition that is deleted', () => {
  beforeEach(() => api.define([{ name: 'v1' }]));

  test('takes its objects along, and its type', async () => {
    await api.must('POST', things, thing('a'));
    await api.must('DELETE', `${definitions}/things.example.com`);
    expect((await api.get(things)).status).toBe(404);
    await api.define([{ name: 'v1' }]);
    expect((await api.get(things)).names).toEqual([]);
  });

  test('waits for its objects and takes no new ones', async () => {
    await api.must('POST', things, thing('a', {}, { finalizers: ['example.com/hold'] }));
    await api.must('DELETE', `${definitions}/things.example.com`);
    const first = (await api.get(`${definitions}/things.example.com`)).metadata;
    expect(first.finalizers).toEqual(['customresourcecleanup.apiextensions.k8s.io']);
    expect((await api.send('POST', things, thing('b'))).status).toBe(403);
    expect((await api.get(things)).names).toEqual(['a']);
    api.pass(60);
    await api.must('DELETE', `${definitions}/things.example.com?propagationPolicy=Foreground`);
    const second = (await api.get(`${definitions}/things.example.com`)).metadata;
    expect(second.deletionTimestamp).toBe(first.deletionTimestamp);
    await api.must('PATCH', `${things}/a`, { metadata: { finalizers: null } });
    expect((await api.get(things)).status).toBe(404);
  });
});

describe('a namespace that is deleted', () => {
  const inside = '/api/v1/namespaces/n/configmaps';

  test('empties itself, says what holds it, takes nothing new and goes with the last object', async () => {
    await api.must('POST', '/api/v1/namespaces', { metadata: { name: 'n' } });
    await api.must('POST', inside, configMap('a'));
    await api.must('POST', inside, configMap('b', { finalizers: ['example.com/hold'] }));
    await api.must('POST', configMaps, configMap('c'));
    await api.must('DELETE', '/api/v1/namespaces/n');
    expect((await api.get(inside)).names).toEqual(['b']);
    const { body } = await api.get('/api/v1/namespaces/n');
    const conditions = objectsAt(objectAt(body, 'status'), 'conditions');
    expect(textAt(objectAt(body, 'status'), 'phase')).toBe('Terminating');
    expect(conditions.map(({ type, status, reason }) => [type, status, reason])).toEqual([
      ['NamespaceDeletionDiscoveryFailure', 'False', 'ResourcesDiscovered'],
      ['NamespaceDeletionGroupVersionParsingFailure', 'False', 'ParsedGroupVersions'],
      ['NamespaceDeletionContentFailure', 'False', 'ContentDeleted'],
      ['NamespaceContentRemaining', 'True', 'SomeResourcesRemain'],
      ['NamespaceFinalizersRemaining', 'True', 'SomeFinalizersRemain'],
    ]);
    expect(conditions.slice(3).map(({ message }) => message)).toEqual([
      'Some resources are remaining: configmaps. has 1 resource instances',
      'Some content in the namespace has finalizers remaining: example.com/hold in 1 resource instances',
    ]);
    const refused = await api.send('POST', inside, configMap('d'));
    expect([refused.status, refused.message]).toEqual([
      403,
      'configmaps "d" is forbidden: unable to create new content in namespace n because it is being terminated',
    ]);
    await api.must('PATCH', `${inside}/b`, { metadata: { finalizers: null } });
    expect((await api.get('/api/v1/namespaces/n')).status).toBe(404);
    expect((await api.get(configMaps)).names).toEqual(['c']);
  });

  test('takes custom resources along; one that never was takes nothing', async () => {
    await api.define([{ name: 'v1' }]);
    await api.must('POST', '/api/v1/namespaces', { metadata: { name: 'n' } });
    const inThere = '/apis/example.com/v1/namespaces/n/things';
    await api.must('POST', inThere, thing('a'));
    await api.must('DELETE', '/api/v1/namespaces/n');
    expect((await api.get('/apis/example.com/v1/things')).names).toEqual([]);
    expect((await api.send('POST', inThere, thing('a'))).status).toBe(404);
    expect(
      (await api.send('PATCH', `${inThere}/a?fieldManager=m`, thing('a'), { type: 'apply' })).status,
    ).toBe(404);
  });
});
