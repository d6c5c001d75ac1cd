import { isJsonObject, type JsonObject, textAt } from '@archipelago/apimachinery';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ClusterExtension } from './cluster-extensions.ts';
import { type EmbeddedCluster, startEmbeddedCluster } from './start-embedded-cluster.ts';

const group = 'robots.example.com';
const root = `/apis/${group}/v1`;
const wave = `${root}/namespaces/default/arms/left/wave`;

const seen: JsonObject[] = [];
const selected: (readonly string[])[] = [];

/** Arms can only wave; moods are those of the cluster. */
const robots: ClusterExtension = {
  group,
  version: 'v1',
  resources: [
    { plural: 'arms', namespaced: true, subresources: [{ name: 'wave', verbs: ['update'] }] },
    { plural: 'moods', namespaced: false, own: { kind: 'Mood', singular: 'mood', verbs: ['get', 'list'] } },
  ],
  as: { name: 'robot', groups: ['system:authenticated'] },
  async answer({ signal, user, body, labelSelector, fieldSelector, ...asked }, transport) {
    selected.push([labelSelector, fieldSelector]);
    seen.push({ ...asked, user: user.name, body });
    if (asked.name === 'broken') throw new Error('no oil');
    if (asked.name === 'stiff')
      return {
        refusal: { code: 409, reason: 'Conflict', message: 'it is stiff', details: { name: 'stiff' } },
      };
    if (asked.name === 'nosy') {
      const path = '/api/v1/namespaces/default/secrets';
      const { status } = await transport.send({ method: 'GET', path, headers: {}, signal });
      return { code: 200, object: { status } };
    }
    return asked.resource === 'moods' ? { code: 200, object: { kind: 'Mood' } } : { code: 202 };
  },
};

let cluster: EmbeddedCluster;

beforeEach(async () => {
  seen.length = 0;
  selected.length = 0;
  cluster = await startEmbeddedCluster({ insecure: true, extensions: [robots] });
});
afterEach(() => cluster.stop());

interface Sent {
  readonly token?: string;
  readonly body?: string;
  readonly accept?: string;
}

async function send(method: string, path: string, { token, body, accept = 'application/json' }: Sent = {}) {
  const headers = { authorization: `Bearer ${token ?? cluster.adminToken}`, accept };
  const response = await fetch(`${cluster.url}${path}`, {
    method,
    headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body }),
  });
  return { code: response.status, text: await response.text() };
}

async function read(path: string, accept?: string): Promise<JsonObject> {
  const { text } = await send('GET', path, accept === undefined ? {} : { accept });
  const value: unknown = JSON.parse(text);
  return isJsonObject(value) ? value : expect.fail(text);
}

test('an extension hears who asks for what, and answers without an object', async () => {
  expect(await send('PUT', wave, { body: '{"often":true}' })).toEqual({ code: 202, text: '' });
  expect(await send('PUT', wave)).toEqual({ code: 202, text: '' });
  const asked = { verb: 'update', namespace: 'default', resource: 'arms', name: 'left', subresource: 'wave' };
  const user = 'kubernetes-admin';
  expect(seen).toEqual([
    { ...asked, user, body: { often: true } },
    { ...asked, user, body: undefined },
  ]);
});

test.each([
  ['GET', wave, 405],
  ['PUT', `${wave}/more`, 404],
  ['PUT', `${root}/namespaces/default/arms/left/jump`, 404],
  ['PUT', `${root}/arms/left/wave`, 404],
  ['GET', `${root}/namespaces/default/arms/left`, 404],
  ['GET', `${root}/legs`, 404],
  ['GET', `${root}/moods`, 200],
  ['GET', `${root}/moods?watch=true`, 405],
  ['GET', `${root}/moods/glad`, 200],
  ['DELETE', `${root}/moods/glad`, 405],
  ['GET', `${root}/namespaces/default/moods`, 404],
  ['GET', `/apis/${group}/v2/moods`, 404],
])('%s %s is answered with %i', async (method, path, code) => {
  expect((await send(method, path)).code).toBe(code);
  expect(seen).toHaveLength(code === 200 ? 1 : 0);
});

test('an extension hears which objects of a list are asked for', async () => {
  await send('GET', `${root}/moods`);
  await send('GET', `${root}/moods?labelSelector=a%3Db&fieldSelector=metadata.name%3Dglad`);
  expect(selected).toEqual([
    ['', ''],
    ['a=b', 'metadata.name=glad'],
  ]);
});

test('refusals, bugs and bad bodies become a Status', async () => {
  const told = async (name: string, body = '{}') =>
    JSON.parse((await send('PUT', wave.replace('left', name), { body })).text);
  expect(await told('stiff')).toEqual({
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message: 'it is stiff',
    reason: 'Conflict',
    details: { name: 'stiff' },
    code: 409,
  });
  expect(await told('broken')).toMatchObject({ code: 500, message: 'internal error: no oil' });
  expect(await told('left', '[')).toMatchObject({ code: 400, reason: 'BadRequest' });
});

test('RBAC is asked before the extension, and its code has no other rights than its user', async () => {
  const token = cluster.addUser({ name: 'visitor', groups: ['system:authenticated'] });
  const { code, text } = await send('PUT', wave, { token });
  const words = `User "visitor" cannot update resource "arms/wave" in API group "${group}" in the namespace "default"`;
  expect([code, textAt(JSON.parse(text), 'message')]).toEqual([
    403,
    `arms.${group} "left" is forbidden: ${words}`,
  ]);
  expect(seen).toEqual([]);
  expect(await send('PUT', wave.replace('left', 'nosy'))).toEqual({ code: 200, text: '{"status":403}' });
});

test('discovery lists it, and OpenAPI has no document that is not there', async () => {
  const groups = await read('/apis');
  expect(groups.groups).toContainEqual({
    name: group,
    versions: [{ groupVersion: `${group}/v1`, version: 'v1' }],
    preferredVersion: { groupVersion: `${group}/v1`, version: 'v1' },
  });
  expect(await read(`/apis/${group}`)).toMatchObject({ kind: 'APIGroup', name: group });
  expect(await read(root)).toEqual({
    kind: 'APIResourceList',
    apiVersion: 'v1',
    groupVersion: `${group}/v1`,
    resources: [
      { name: 'arms/wave', singularName: '', namespaced: true, kind: '', verbs: ['update'] },
      { name: 'moods', singularName: 'mood', namespaced: false, kind: 'Mood', verbs: ['get', 'list'] },
    ],
  });
  const aggregated = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
  const { items } = await read('/apis', aggregated);
  const none = { group: '', version: '', kind: '' };
  const [arms, moods] = [
    {
      resource: 'arms',
      responseKind: none,
      scope: 'Namespaced',
      singularResource: '',
      verbs: [],
      subresources: [{ subresource: 'wave', responseKind: none, verbs: ['update'] }],
    },
    {
      resource: 'moods',
      responseKind: { group, version: 'v1', kind: 'Mood' },
      scope: 'Cluster',
      singularResource: 'mood',
      verbs: ['get', 'list'],
    },
  ];
  expect(items).toContainEqual({
    metadata: { name: group, creationTimestamp: null },
    versions: [{ version: 'v1', resources: [arms, moods], freshness: 'Current' }],
  });
  expect(Object.keys(Object(await read('/openapi/v3')).paths)).not.toContain(`apis/${group}/v1`);
});
