import { type JsonObject, textAt } from '@archipelago/apimachinery';
import { beforeEach, describe, expect, test } from 'vitest';
import { metadataOf, withMetadata } from '../json/json-access.ts';
import { configMap, configMaps, TestServer, thing, things } from '../test-server.test-support.ts';

let api: TestServer;

beforeEach(() => {
  api = new TestServer();
});

const leases = '/apis/coordination.k8s.io/v1/namespaces/default/leases';

function lease(metadata: JsonObject): JsonObject {
  return { metadata: { name: 'l', ...metadata }, spec: { holderIdentity: 'me' } };
}

async function revisionOf(target: string): Promise<string> {
  return textAt((await api.get(target)).metadata, 'resourceVersion');
}

describe('optimistic concurrency', () => {
  const modified =
    'the object has been modified; please apply your changes to the latest version and try again';

  /** Ways to change `data` of ConfigMap `a` with something in its metadata. */
  const writes: readonly (readonly [
    string,
    (metadata: JsonObject) => Promise<{ status: number; message: string }>,
  ])[] = [
    [
      'PUT',
      (metadata) => api.send('PUT', `${configMaps}/a`, configMap('a', metadata, { data: { k: 'new' } })),
    ],
    ['merge', (metadata) => api.send('PATCH', `${configMaps}/a`, { metadata, data: { k: 'new' } })],
    [
      'strategic',
      (metadata) =>
        api.send('PATCH', `${configMaps}/a`, { metadata, data: { k: 'new' } }, { type: 'strategic' }),
    ],
    [
      'json-patch',
      (metadata) =>
        api.send(
          'PATCH',
          `${configMaps}/a`,
          [
            ...Object.entries(metadata).map(([name, value]) => ({
              op: 'add',
              path: `/metadata/${name}`,
              value,
            })),
            { op: 'add', path: '/data', value: { k: 'new' } },
          ],
          { type: 'json-patch' },
        ),
    ],
    [
      'apply',
      (metadata) =>
        api.send(
          'PATCH',
          `${configMaps}/a?fieldManager=m&force=true`,
          configMap('a', metadata, { data: { k: 'new' } }),
          { type: 'apply' },
        ),
    ],
  ];

  test.each(writes)('%s: the revision must be the stored one, or absent', async (_, write) => {
    await api.must('POST', configMaps, configMap('a', {}, { data: { k: 'old' } }));
    const stale = await revisionOf(`${configMaps}/a`);
    await api.must('PATCH', `${configMaps}/a`, { data: { k: 'other' } });
    const refused = await write({ resourceVersion: stale });
    expect([refused.status, refused.message]).toEqual([
      409,
      `Operation cannot be fulfilled on configmaps "a": ${modified}`,
    ]);
    expect((await write({ resourceVersion: '99999' })).status).toBe(409);
    expect((await api.get(`${configMaps}/a`)).body.data).toEqual({ k: 'other' });
    expect((await write({ resourceVersion: await revisionOf(`${configMaps}/a`) })).status).toBe(200);
    await api.must('PATCH', `${configMaps}/a`, { data: { k: 'other' } });
    expect((await write({})).status).toBe(200);
    expect((await api.get(`${configMaps}/a`)).body.data).toEqual({ k: 'new' });
  });

  test.each(writes)('%s: an object made again is another one', async (_, write) => {
    await api.must('POST', configMaps, configMap('a'));
    const { uid } = (await api.get(`${configMaps}/a`)).metadata;
    await api.must('DELETE', `${configMaps}/a`);
    await api.must('POST', configMaps, configMap('a', {}, { data: { k: 'old' } }));
    expect((await write({ uid })).status).toBeGreaterThan(400);
    expect((await api.get(`${configMaps}/a`)).body.data).toEqual({ k: 'old' });
    expect((await write({ uid: (await api.get(`${configMaps}/a`)).metadata.uid })).status).toBe(200);
  });

  test('an update of an object made again is a conflict about the uid', async () => {
    const { uid } = metadataOf(await api.must('POST', configMaps, configMap('a')));
    const answer = await api.send('PUT', `${configMaps}/a`, configMap('a', { uid: 'other' }));
    expect([answer.status, answer.message]).toEqual([
      409,
      `Operation cannot be fulfilled on configmaps "a": StorageError: invalid object, Code: 4, Key: /registry/configmaps/default/a, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: other, UID in object meta: ${uid}`,
    ]);
  });

  test('a custom resource wants the revision', async () => {
    await api.define([{ name: 'v1' }]);
    const made = await api.must('POST', things, thing('a'));
    const put = (metadata: JsonObject) => api.send('PUT', `${things}/a`, thing('a', { x: 1 }, metadata));
    const bare = await put({});
    expect([bare.status, bare.causes]).toEqual([422, ['metadata.resourceVersion']]);
    expect((await put({ resourceVersion: '0' })).status).toBe(422);
    expect((await put({ resourceVersion: 'x' })).status).toBe(500);
    expect((await put({ resourceVersion: metadataOf(made).resourceVersion })).status).toBe(200);
    expect((await put({ resourceVersion: metadataOf(made).resourceVersion })).status).toBe(409);
  });

  test('a new object has none', async () => {
    expect((await api.send('POST', configMaps, configMap('a', { resourceVersion: '1' }))).status).toBe(500);
    expect((await api.get(`${configMaps}/a`)).status).toBe(404);
  });

  test('of a write that changes nothing, nothing is left: no revision, no event', async () => {
    await api.must('POST', configMaps, configMap('a', {}, { data: { k: 'v' } }));
    const before = await api.get(`${configMaps}/a`);
    const watch = await api.watch(`${configMaps}?watch=1`);
    watch.news();
    api.pass(60);
    await api.must('PUT', `${configMaps}/a`, configMap('a', {}, { data: { k: 'v' } }));
    await api.must('PATCH', `${configMaps}/a`, { data: { k: 'v' } });
    expect(watch.news()).toEqual([]);
    expect((await api.get(`${configMaps}/a`)).text).toBe(before.text);
  });
});

describe('an object that is not there', () => {
  test('cannot be updated or patched', async () => {
    expect((await api.send('PUT', `${configMaps}/a`, configMap('a'))).status).toBe(404);
    expect((await api.send('PATCH', `${configMaps}/a`, {})).status).toBe(404);
    expect((await api.send('PUT', `${configMaps}/a/status`, configMap('a'))).status).toBe(404);
  });

  test('is made by an update where the kind allows it, unless the update is about a certain one', async () => {
    const gone = await api.send('PUT', `${leases}/l`, lease({ uid: 'gone' }));
    expect([gone.status, gone.message]).toEqual([409, expect.stringContaining('UID in precondition: gone')]);
    expect((await api.get(`${leases}/l`)).status).toBe(404);
    expect((await api.send('PUT', `${leases}/l?dryRun=All`, lease({}))).status).toBe(201);
    expect((await api.get(`${leases}/l`)).status).toBe(404);
    expect((await api.send('PUT', `${leases}/l`, lease({}))).status).toBe(201);
    expect((await api.send('PUT', `${leases}/l`, lease({}))).status).toBe(422);
  });
});

describe('an update', () => {
  beforeEach(() => api.must('POST', configMaps, configMap('a', {}, { data: { k: 'v' } })));

  const misplaced: readonly (readonly [string, JsonObject, number])[] = [
    ['another name', configMap('b'), 400],
    ['no name', { metadata: {} }, 400],
    ['another namespace', configMap('a', { namespace: 'kube-system' }), 400],
    ['its own namespace', configMap('a', { namespace: 'default' }), 200],
    ['another kind', { ...configMap('a'), kind: 'Secret' }, 400],
    ['another version', { ...configMap('a'), apiVersion: 'v2' }, 400],
  ];

  test.each(misplaced)('with %s', async (_, object, status) => {
    expect((await api.send('PUT', `${configMaps}/a`, object)).status).toBe(status);
  });

  test('does not reach what only the server sets', async () => {
    const before = (await api.get(`${configMaps}/a`)).metadata;
    api.pass(60);
    const forged = {
      creationTimestamp: '2001-01-01T00:00:00Z',
      generation: 7,
      selfLink: '/x',
      labels: { l: '1' },
    };
    for (const [method, body] of [
      ['PUT', configMap('a', forged)],
      ['PATCH', { metadata: forged }],
    ] as const) {
      const after = metadataOf(await api.must(method, `${configMaps}/a`, body));
      const names = [
        'uid',
        'creationTimestamp',
        'deletionTimestamp',
        'deletionGracePeriodSeconds',
        'generation',
        'selfLink',
      ];
      expect(names.map((name) => after[name])).toEqual(names.map((name) => before[name]));
      expect(after.labels).toEqual({ l: '1' });
    }
    const made = metadataOf(await api.must('POST', configMaps, configMap('b', { ...forged, uid: 'mine' })));
    expect([made.creationTimestamp, made.deletionTimestamp, made.selfLink]).toEqual([
      '2026-01-01T00:01:00Z',
      undefined,
      undefined,
    ]);
    expect(made.uid).not.toBe('mine');
  });

  test('in a dry run answers and changes nothing', async () => {
    const before = (await api.get(`${configMaps}/a`)).text;
    const revision = api.store.revision;
    const put = await api.must('PUT', `${configMaps}/a?dryRun=All`, configMap('a', {}, { data: { k: 'w' } }));
    const patched = await api.must('PATCH', `${configMaps}/a?dryRun=All`, { data: { k: 'w' } });
    const applied = await api.must(
      'PATCH',
      `${configMaps}/a?dryRun=All&fieldManager=m&force=1`,
      configMap('a', {}, { data: { k: 'w' } }),
      { type: 'apply' },
    );
    const made = await api.must('POST', `${configMaps}?dryRun=All`, configMap('b', {}, { data: { k: 'w' } }));
    expect([put, patched, applied, made].map(({ data }) => data)).toEqual(Array(4).fill({ k: 'w' }));
    expect((await api.get(`${configMaps}/a`)).text).toBe(before);
    expect([(await api.get(`${configMaps}/b`)).status, api.store.revision]).toEqual([404, revision]);
    expect((await api.send('POST', `${configMaps}?dryRun=All`, configMap('a'))).status).toBe(409);
    expect((await api.send('PATCH', `${configMaps}/a?dryRun=Some`, {})).status).toBe(422);
  });
});

describe('the last finalizer', () => {
  const hold = { finalizers: ['example.com/one', 'example.com/two'] };

  beforeEach(async () => {
    await api.must('POST', configMaps, configMap('a', hold));
    await api.must('DELETE', `${configMaps}/a`);
  });

  const removals: readonly (readonly [
    string,
    (query: string, finalizers: readonly string[]) => Promise<JsonObject>,
  ])[] = [
    [
      'PUT',
      (query, finalizers) => api.must('PUT', `${configMaps}/a${query}`, configMap('a', { finalizers })),
    ],
    [
      'PATCH',
      (query, finalizers) => api.must('PATCH', `${configMaps}/a${query}`, { metadata: { finalizers } }),
    ],
    [
      'a JSON patch',
      (query, finalizers) => {
        const patch = [{ op: 'replace', path: '/metadata/finalizers', value: finalizers }];
        return api.must('PATCH', `${configMaps}/a${query}`, patch, { type: 'json-patch' });
      },
    ],
  ];

  test.each(removals)('taken off by %s lets the object go; a dry run does not', async (_, remove) => {
    const revision = api.store.revision;
    await remove('?dryRun=All', []);
    expect((await api.get(`${configMaps}/a`)).metadata).toMatchObject(hold);
    await remove('?dryRun=All', ['example.com/two']);
    expect([(await api.get(`${configMaps}/a`)).status, api.store.revision]).toEqual([200, revision]);
    await remove('', ['example.com/two']);
    expect((await api.get(`${configMaps}/a`)).metadata.finalizers).toEqual(['example.com/two']);
    const watch = await api.watch(`${configMaps}?watch=1&resourceVersion=${api.store.revision}`);
    await remove('', []);
    expect((await api.get(`${configMaps}/a`)).status).toBe(404);
    expect(watch.news()).toEqual(['DELETED a']);
  });

  test('is not joined by new ones while the object is being deleted', async () => {
    const add = { metadata: { finalizers: [...hold.finalizers, 'example.com/three'] } };
    const answer = await api.send('PATCH', `${configMaps}/a`, add);
    expect([answer.status, answer.causes[0]]).toEqual([422, 'metadata.finalizers']);
  });

  test('of an object that nobody deletes is only a finalizer', async () => {
    await api.must('POST', configMaps, configMap('b', hold));
    await api.must('PATCH', `${configMaps}/b`, { metadata: { finalizers: null } });
    expect((await api.get(`${configMaps}/b`)).status).toBe(200);
  });

  test('of a namespace is in its spec: both kinds hold it', async () => {
    const finalizers = ['example.com/hold'];
    await api.must('POST', '/api/v1/namespaces', { metadata: { name: 'n', finalizers } });
    await api.must('POST', '/api/v1/namespaces/n/configmaps', configMap('c', { finalizers }));
    await api.must('DELETE', '/api/v1/namespaces/n');
    await api.must('PATCH', '/api/v1/namespaces/n', { metadata: { finalizers: null } });
    expect((await api.get('/api/v1/namespaces/n')).status).toBe(200);
    await api.must('PATCH', '/api/v1/namespaces/n/configmaps/c', { metadata: { finalizers: null } });
    expect((await api.get('/api/v1/namespaces/n')).status).toBe(404);
  });
});

describe('the status', () => {
  const subresources = { status: {} };
  const deployments = '/apis/apps/v1/namespaces/default/deployments';
  const container = { name: 'c', image: 'i' };
  const deployment = {
    metadata: { name: 'a' },
    spec: {
      selector: { matchLabels: { a: 'b' } },
      template: { metadata: { labels: { a: 'b' } }, spec: { containers: [container] } },
    },
  };

  async function replace(target: string, changes: JsonObject): Promise<JsonObject> {
    const path = target.replace('/status', '');
    return api.must('PUT', target, { ...(await api.get(path)).body, ...changes });
  }

  test('of a custom resource is written by itself, and nothing else with it', async () => {
    await api.define([{ name: 'v1', subresources }]);
    const made = await api.must('POST', things, thing('a', { spec: { x: 1 }, status: { s: 1 } }));
    expect([made.spec, made.status, metadataOf(made).generation]).toEqual([{ x: 1 }, undefined, 1]);
    const target = `${things}/a`;
    const said = await replace(`${target}/status`, { spec: { x: 2 }, status: { s: 2 } });
    expect([said.spec, said.status, metadataOf(said).generation]).toEqual([{ x: 1 }, { s: 2 }, 1]);
    const changed = await replace(target, { spec: { x: 3 }, status: { s: 3 } });
    expect([changed.spec, changed.status, metadataOf(changed).generation]).toEqual([{ x: 3 }, { s: 2 }, 2]);
    await api.must('PATCH', target, { status: { s: 4 } });
    await api.must('PATCH', `${target}/status`, { spec: { x: 4 }, metadata: { labels: { l: '1' } } });
    const { body } = await api.get(target);
    expect([body.spec, body.status, metadataOf(body).labels]).toEqual([{ x: 3 }, { s: 2 }, undefined]);
    const emptied = await replace(`${target}/status`, { status: undefined });
    expect([emptied.status, metadataOf(emptied).generation]).toEqual([undefined, 2]);
  });

  test('of a custom resource without that subresource is a field like any other', async () => {
    await api.define([{ name: 'v1' }]);
    const made = await api.must('POST', things, thing('a', { status: { s: 1 } }));
    expect([made.status, metadataOf(made).generation]).toEqual([{ s: 1 }, 1]);
    const changed = await api.must('PATCH', `${things}/a`, { status: { s: 2 } });
    expect([changed.status, metadataOf(changed).generation]).toEqual([{ s: 2 }, 2]);
    expect((await api.send('PATCH', `${things}/a/status`, { status: { s: 3 } })).status).toBe(404);
  });

  test('of a built-in kind, too', async () => {
    const made = await api.must('POST', deployments, { ...deployment, status: { replicas: 5 } });
    expect([made.status, metadataOf(made).generation]).toEqual([{}, 1]);
    const said = await replace(`${deployments}/a/status`, {
      status: { replicas: 2 },
      spec: { ...deployment.spec, replicas: 9 },
    });
    expect([said.spec, said.status, metadataOf(said).generation]).toMatchObject([
      { replicas: 1 },
      { replicas: 2 },
      1,
    ]);
    const changed = await api.must('PATCH', `${deployments}/a`, {
      spec: { replicas: 3 },
      status: { replicas: 7 },
    });
    expect([changed.spec, changed.status, metadataOf(changed).generation]).toMatchObject([
      { replicas: 3 },
      { replicas: 2 },
      2,
    ]);
  });

  test('is owned apart from the rest', async () => {
    await api.define([{ name: 'v1', subresources }]);
    await api.must('POST', `${things}?fieldManager=maker`, thing('a', { spec: { x: 1 }, status: { s: 1 } }));
    await api.must('PATCH', `${things}/a/status?fieldManager=teller`, { spec: { x: 2 }, status: { s: 1 } });
    const { metadata } = await api.get(`${things}/a`);
    expect(metadata.managedFields).toMatchObject([
      { manager: 'maker', operation: 'Update', fieldsV1: { 'f:spec': { 'f:x': {} } } },
      {
        manager: 'teller',
        operation: 'Update',
        subresource: 'status',
        fieldsV1: { 'f:status': { 'f:s': {} } },
      },
    ]);
    expect(JSON.stringify(metadata.managedFields)).not.toContain('"f:status":{"f:s":{}},"f:spec"');
  });

  test('has preconditions of its own', async () => {
    await api.define([{ name: 'v1', subresources }]);
    const made = await api.must('POST', things, thing('a', { spec: { x: 1 } }));
    await api.must('PATCH', `${things}/a`, { spec: { x: 2 } });
    const stale = await api.send('PUT', `${things}/a/status`, { ...made, status: { s: 1 } });
    const foreign = withMetadata((await api.get(`${things}/a`)).body, { uid: 'other' });
    expect([stale.status, (await api.send('PUT', `${things}/a/status`, foreign)).status]).toEqual([409, 409]);
    expect((await api.get(`${things}/a`)).body.status).toBeUndefined();
  });
});

describe('the generation', () => {
  test('counts changes of what is wanted only', async () => {
    await api.define([{ name: 'v1', subresources: { status: {} } }]);
    await api.must('POST', things, thing('a', { spec: { x: 1 }, data: 1 }, { generation: 9 }));
    const generations: unknown[] = [];
    const changes = [
      { metadata: { labels: { l: '1' } } },
      { metadata: { annotations: { l: '1' } } },
      { metadata: { finalizers: ['example.com/x'] } },
      { spec: { x: 1 } },
      { spec: { x: 2 } },
      { data: 2 },
      { spec: null },
    ];
    for (const change of changes)
      generations.push(metadataOf(await api.must('PATCH', `${things}/a`, change)).generation);
    expect(generations).toEqual([1, 1, 1, 1, 2, 3, 4]);
    expect(metadataOf(await api.must('DELETE', `${things}/a`)).generation).toBe(5);
  });
});
