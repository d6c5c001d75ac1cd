import { request } from 'node:https';
import { expect, test } from 'vitest';
import type { JsonObject } from '../api/json-value.ts';
import { isStream } from './rest/api-response.ts';
import { type EmbeddedCluster, startEmbeddedCluster } from './start-embedded-cluster.ts';

interface Body {
  readonly metadata: JsonObject & { readonly continue?: string };
  readonly items: readonly { readonly metadata: { readonly name: string } }[];
}

interface Answer {
  readonly status: number;
  readonly body: Body;
}

/** A PATCH is a merge patch. */
async function call(
  cluster: EmbeddedCluster,
  method: string,
  target: string,
  body?: unknown,
): Promise<Answer> {
  const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
  const [path = '', query] = target.split('?');
  const response = await cluster.handle({
    method,
    path,
    query: new URLSearchParams(query),
    headers: { authorization: `Bearer ${cluster.adminToken}`, 'content-type': type, 'user-agent': 'test/1' },
    body: body === undefined ? new Uint8Array() : new TextEncoder().encode(JSON.stringify(body)),
  });
  if (isStream(response.body)) throw new Error('a stream');
  return { status: response.status, body: JSON.parse(response.body.toString()) };
}

const configMaps = '/api/v1/namespaces/default/configmaps';

function configMap(name: string, metadata: JsonObject = {}) {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, ...metadata } };
}

async function withCluster(work: (cluster: EmbeddedCluster) => Promise<void>): Promise<void> {
  const cluster = await startEmbeddedCluster({ insecure: true });
  try {
    await work(cluster);
  } finally {
    await cluster.stop();
  }
}

async function ownedBy(cluster: EmbeddedCluster, owner: string, name: string) {
  const { body } = await call(cluster, 'GET', `${configMaps}/${owner}`);
  const reference = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    name: owner,
    uid: body.metadata.uid,
    blockOwnerDeletion: true,
  };
  return call(cluster, 'POST', configMaps, configMap(name, { ownerReferences: [reference] }));
}

test('dependents go with their owner, in the background and in the foreground', () =>
  withCluster(async (cluster) => {
    for (const policy of ['Background', 'Foreground']) {
      await call(cluster, 'POST', configMaps, configMap('owner'));
      await ownedBy(cluster, 'owner', 'child');
      await ownedBy(cluster, 'child', 'grandchild');
      await call(cluster, 'DELETE', `${configMaps}/owner?propagationPolicy=${policy}`);
      for (const name of ['owner', 'child', 'grandchild']) {
        expect([policy, name, (await call(cluster, 'GET', `${configMaps}/${name}`)).status]).toEqual([
          policy,
          name,
          404,
        ]);
      }
    }
  }));

test('a finalizer of a dependent holds a foreground deletion up', () =>
  withCluster(async (cluster) => {
    await call(cluster, 'POST', configMaps, configMap('owner'));
    await ownedBy(cluster, 'owner', 'child');
    await call(cluster, 'PATCH', `${configMaps}/child`, { metadata: { finalizers: ['example.com/x'] } });
    const deletion = await call(cluster, 'DELETE', `${configMaps}/owner?propagationPolicy=Foreground`);
    expect(deletion.body.metadata.finalizers).toEqual(['foregroundDeletion']);
    expect((await call(cluster, 'GET', `${configMaps}/owner`)).status).toBe(200);
    await call(cluster, 'PATCH', `${configMaps}/child`, { metadata: { finalizers: null } });
    expect((await call(cluster, 'GET', `${configMaps}/owner`)).status).toBe(404);
  }));

test('orphans stay without their owner', () =>
  withCluster(async (cluster) => {
    await call(cluster, 'POST', configMaps, configMap('owner'));
    await ownedBy(cluster, 'owner', 'child');
    await call(cluster, 'DELETE', `${configMaps}/owner?propagationPolicy=Orphan`);
    const child = await call(cluster, 'GET', `${configMaps}/child`);
    expect(child.body.metadata.ownerReferences).toBeUndefined();
  }));

test('an object whose owner never was is collected', () =>
  withCluster(async (cluster) => {
    const reference = { apiVersion: 'v1', kind: 'ConfigMap', name: 'ghost', uid: 'no-such-uid' };
    await call(cluster, 'POST', configMaps, configMap('child', { ownerReferences: [reference] }));
    expect((await call(cluster, 'GET', `${configMaps}/child`)).status).toBe(404);
  }));

test('a deleted namespace takes its objects along', () =>
  withCluster(async (cluster) => {
    await call(cluster, 'POST', '/api/v1/namespaces', { metadata: { name: 'gone' } });
    await call(cluster, 'POST', '/api/v1/namespaces/gone/configmaps', configMap('a'));
    await call(cluster, 'DELETE', '/api/v1/namespaces/gone');
    expect((await call(cluster, 'GET', '/api/v1/namespaces/gone')).status).toBe(404);
    expect((await call(cluster, 'GET', '/api/v1/configmaps')).body.items).toEqual([]);
  }));

test('pages go on where they ended, at the revision they began with', () =>
  withCluster(async (cluster) => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) await call(cluster, 'POST', configMaps, configMap(name));
    const names: string[] = [];
    let token = '';
    do {
      const page = await call(cluster, 'GET', `${configMaps}?limit=2&continue=${token}`);
      names.push(...page.body.items.map((item) => item.metadata.name));
      token = page.body.metadata.continue ?? '';
      await call(cluster, 'POST', configMaps, configMap(`late-${names.length}`));
    } while (token !== '');
    expect(names).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect((await call(cluster, 'GET', `${configMaps}?limit=2&continue=nonsense`)).status).toBe(400);
  }));

test('roles decide what a user may do', () =>
  withCluster(async (cluster) => {
    const token = cluster.addUser({ name: 'alice', groups: ['system:authenticated'] });
    const list = () =>
      cluster.handle({
        method: 'GET',
        path: configMaps,
        query: new URLSearchParams(),
        headers: { authorization: `Bearer ${token}` },
        body: new Uint8Array(),
      });
    expect((await list()).status).toBe(403);
    const rbac = '/apis/rbac.authorization.k8s.io/v1/namespaces/default';
    await call(cluster, 'POST', `${rbac}/roles`, {
      metadata: { name: 'reader' },
      rules: [{ apiGroups: [''], resources: ['configmaps'], verbs: ['list'] }],
    });
    await call(cluster, 'POST', `${rbac}/rolebindings`, {
      metadata: { name: 'alice' },
      roleRef: { kind: 'Role', name: 'reader' },
      subjects: [{ kind: 'User', name: 'alice' }],
    });
    expect((await list()).status).toBe(200);
  }));

test('requests are told to whoever wants to count them', async () => {
  const seen: string[] = [];
  const cluster = await startEmbeddedCluster({
    insecure: true,
    onRequest: ({ method, path, userAgent, status }) => seen.push(`${method} ${path} ${userAgent} ${status}`),
  });
  await call(cluster, 'GET', '/api/v1/nodes');
  await cluster.stop();
  expect(seen).toEqual(['GET /api/v1/nodes test/1 200']);
});

test('bad bodies get a Status, never a crash', () =>
  withCluster(async (cluster) => {
    const bodies = [
      '',
      'null',
      '[]',
      '{"metadata":[]}',
      '{"metadata":{"name":{}}}',
      `{"metadata":${'['.repeat(5000)}`,
      '{"__proto__":{}}',
      `metadata: ${'{a: '.repeat(1500)}1${'}'.repeat(1500)}`,
      `a: &a [x]\n${Array.from({ length: 9 }, (_, n) => `${'abcdefghij'[n + 1]}: &${'abcdefghij'[n + 1]} [${`*${'abcdefghij'[n]},`.repeat(9)}]`).join('\n')}`,
    ];
    for (const text of bodies) {
      for (const type of ['application/json', 'application/yaml', 'application/vnd.kubernetes.protobuf']) {
        const response = await cluster.handle({
          method: 'POST',
          path: configMaps,
          query: new URLSearchParams(),
          headers: { authorization: `Bearer ${cluster.adminToken}`, 'content-type': type },
          body: new TextEncoder().encode(text),
        });
        expect([text.slice(0, 20), type, [400, 415, 422].includes(response.status)]).toEqual([
          text.slice(0, 20),
          type,
          true,
        ]);
      }
    }
  }));

test('HTTPS with the generated authority; stopping ends open watches', async () => {
  const cluster = await startEmbeddedCluster();
  const { port } = new URL(cluster.url);
  const options = {
    host: '127.0.0.1',
    port,
    ca: cluster.caCertificate,
    headers: { authorization: `Bearer ${cluster.adminToken}` },
  };
  const ended = await new Promise((resolve, reject) => {
    const outgoing = request({ ...options, path: `${configMaps}?watch=1` }, (message) => {
      message.resume().on('close', () => resolve('ended'));
      cluster.stop().catch(reject);
    });
    outgoing.on('error', reject).end();
  });
  expect(ended).toBe('ended');
  expect(cluster.kubeconfig()).toContain('certificate-authority-data');
});
