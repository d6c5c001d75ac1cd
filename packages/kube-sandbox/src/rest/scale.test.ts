import { type JsonObject, objectAt, valueAt } from '@archipelago/apimachinery';
import { beforeEach, describe, expect, test } from 'vitest';
import { metadataOf } from '../json/json-access.ts';
import { TestServer, thing, things } from '../test-server.test-support.ts';

const deployments = '/apis/apps/v1/namespaces/default/deployments';
const scale = {
  specReplicasPath: '.spec.wanted.count',
  statusReplicasPath: '.status.have',
  labelSelectorPath: '.status.selector',
};

let api: TestServer;

beforeEach(async () => {
  api = new TestServer();
  await api.must('POST', deployments, {
    metadata: { name: 'a' },
    spec: {
      replicas: 2,
      selector: { matchLabels: { x: 'y' } },
      template: { metadata: { labels: { x: 'y' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
    },
  });
  await api.define([{ name: 'v1', subresources: { status: {}, scale } }]);
  await api.must('POST', things, thing('a', { spec: { wanted: { count: 2, other: 1 } } }));
  await api.must('PATCH', `${things}/a/status`, { status: { have: 1, selector: 'x=y' } });
});

/** Where replicas are wanted, in either kind. */
const kinds = [
  { target: `${deployments}/a`, selector: 'x=y', path: ['spec', 'replicas'] },
  { target: `${things}/a`, selector: 'x=y', path: ['spec', 'wanted', 'count'] },
];

describe.each(kinds)('the scale of $target', ({ target, selector, path }) => {
  const at = `${target}/scale`;
  const replicas = async () => valueAt((await api.get(target)).body, ...path);

  function wanted(count: number, metadata: JsonObject = {}): JsonObject {
    return {
      apiVersion: 'autoscaling/v1',
      kind: 'Scale',
      metadata: { name: 'a', namespace: 'default', ...metadata },
      spec: { replicas: count },
    };
  }

  test('shows the object, its numbers and its selector', async () => {
    const object = (await api.get(target)).metadata;
    const { body } = await api.get(at);
    expect(body).toMatchObject({
      kind: 'Scale',
      apiVersion: 'autoscaling/v1',
      metadata: {
        name: 'a',
        namespace: 'default',
        uid: object.uid,
        resourceVersion: object.resourceVersion,
        creationTimestamp: object.creationTimestamp,
      },
      spec: { replicas: 2 },
      status: { selector },
    });
    expect(metadataOf(body).managedFields).toBeUndefined();
  });

  test('writes the number and nothing else', async () => {
    const before = (await api.get(target)).body;
    const answer = await api.must('PUT', at, { ...wanted(5), status: { replicas: 9, selector: 'no' } });
    expect(objectAt(answer, 'spec')).toEqual({ replicas: 5 });
    const after = (await api.get(target)).body;
    expect(valueAt(after, ...path)).toBe(5);
    expect(after.status).toEqual(before.status);
    expect([metadataOf(before).generation, metadataOf(after).generation]).toEqual([1, 2]);
    expect(metadataOf(answer).resourceVersion).toBe(metadataOf(after).resourceVersion);
    await api.must('PATCH', at, { spec: { replicas: 0 } });
    expect(await replicas()).toBe(0);
    await api.must(
      'PATCH',
      at,
      [
        { op: 'replace', path: '/metadata/name', value: 'a' },
        { op: 'add', path: '/spec/replicas', value: 4 },
      ],
      { type: 'json-patch' },
    );
    expect(await replicas()).toBe(4);
  });

  test('has the revision of the object: one that is not the stored one is refused', async () => {
    const { resourceVersion } = (await api.get(at)).metadata;
    await api.must('PUT', at, wanted(3, { resourceVersion }));
    expect((await api.send('PUT', at, wanted(4, { resourceVersion }))).status).toBe(409);
    expect(
      (await api.send('PATCH', at, { metadata: { resourceVersion }, spec: { replicas: 4 } })).status,
    ).toBe(409);
    expect((await api.send('PUT', `${at}?dryRun=All`, wanted(4, { resourceVersion }))).status).toBe(409);
    expect(await replicas()).toBe(3);
    const now = (await api.get(at)).metadata.resourceVersion;
    await api.must('PATCH', at, { metadata: { resourceVersion: now }, spec: { replicas: 4 } });
    await api.must('PUT', at, wanted(6));
    expect(await replicas()).toBe(6);
  });

  test('has the uid of the object: one of an object that is gone is refused', async () => {
    const { uid } = (await api.get(at)).metadata;
    const stale = await api.send('PUT', at, wanted(3, { uid: 'gone' }));
    expect([stale.status, await replicas()]).toEqual([409, 2]);
    await api.must('PUT', at, wanted(3, { uid }));
    expect(await replicas()).toBe(3);
  });

  test('in a dry run changes nothing', async () => {
    const { revision } = api.store;
    const answer = await api.must('PUT', `${at}?dryRun=All`, wanted(5));
    expect(objectAt(answer, 'spec')).toEqual({ replicas: 5 });
    expect([await replicas(), api.store.revision]).toEqual([2, revision]);
  });

  const refused: readonly (readonly [string, unknown, number])[] = [
    ['a negative number', { spec: { replicas: -1 } }, 422],
    ['a text', { spec: { replicas: 'many' } }, 422],
    ['more than 32 bits', { spec: { replicas: 2_147_483_648 } }, 422],
    ['another name', { metadata: { name: 'b' } }, 400],
  ];

  test.each(refused)('refuses %s', async (_, patch, status) => {
    expect((await api.send('PATCH', at, patch)).status).toBe(status);
    expect(await replicas()).toBe(2);
  });

  test('is only of objects that are there, and cannot be made or deleted', async () => {
    const missing = at.replace('/a/', '/b/');
    expect((await api.get(missing)).status).toBe(404);
    expect((await api.send('PATCH', missing, { spec: { replicas: 1 } })).status).toBe(404);
    expect((await api.send('POST', at, wanted(1))).status).toBe(405);
    expect((await api.send('DELETE', at)).status).toBe(405);
  });
});

test('each version of a definition has its own paths', async () => {
  api = new TestServer();
  await api.define([
    { name: 'v1', subresources: { scale } },
    {
      name: 'v2',
      subresources: { scale: { specReplicasPath: '.spec.size', statusReplicasPath: '.status.size' } },
    },
    { name: 'v3' },
  ]);
  await api.must(
    'POST',
    things,
    thing('a', { spec: { wanted: { count: 2 }, size: 7 }, status: { have: 1, size: 3 } }),
  );
  const of = (version: string) => `${things.replace('/v1/', `/${version}/`)}/a/scale`;
  expect([(await api.get(of('v1'))).body, (await api.get(of('v2'))).body]).toMatchObject([
    { spec: { replicas: 2 }, status: { replicas: 1 } },
    { spec: { replicas: 7 }, status: { replicas: 3 } },
  ]);
  expect((await api.get(of('v3'))).status).toBe(404);
  await api.must('PATCH', of('v2'), { spec: { replicas: 9 } });
  expect((await api.get(`${things}/a`)).body.spec).toEqual({ wanted: { count: 2 }, size: 9 });
  const bad = await api.send('PATCH', `${things}/a`, { spec: { wanted: { count: -1 } } });
  expect([bad.status, bad.causes]).toEqual([422, ['.spec.wanted.count']]);
});
