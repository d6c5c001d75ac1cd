import { randomUUID } from 'node:crypto';
import { createServer } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { FakeClock } from '../../../test/support/fake-clock.ts';
import { emptyFolder, removeFolders } from './persistence/kept-store.test-support.ts';
import type { ApiRequest } from './requests/api-request.ts';
import { isStream } from './requests/api-response.ts';
import { type EmbeddedCluster, startEmbeddedCluster } from './start-embedded-cluster.ts';

// Clusters that end and begin again in the same folder.

afterAll(removeFolders);

const start = (dataDir: string) => startEmbeddedCluster({ insecure: true, dataDir });

function request(cluster: EmbeddedCluster, method: string, url: string, body?: object): ApiRequest {
  const [path = '', query = ''] = url.split('?');
  return {
    method,
    path,
    query: new URLSearchParams(query),
    headers: { authorization: `Bearer ${cluster.adminToken}`, 'content-type': 'application/json' },
    body: Buffer.from(body === undefined ? '' : JSON.stringify(body)),
  };
}

/** The text of an answer; of a watch, what it says at once. */
async function ask(cluster: EmbeddedCluster, method: string, url: string, body?: object): Promise<string> {
  const answer = await cluster.handle(request(cluster, method, url, body));
  if (!isStream(answer.body)) return Buffer.from(answer.body).toString();
  let text = '';
  answer.body.start({ write: (chunk) => (text += chunk), end: () => undefined })();
  return text;
}

const maps = '/api/v1/namespaces/default/configmaps';
const map = (name: string, extra: object = {}) => ({ metadata: { name, ...extra } });
const definition = {
  metadata: { name: 'toys.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'toys', singular: 'toy', kind: 'Toy', listKind: 'ToyList' },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
  },
};

test('ids, tokens, certificates and the port stay; custom kinds are served; watchers go on where they were', async () => {
  const folder = emptyFolder();
  const first = await startEmbeddedCluster({ dataDir: folder });
  await ask(first, 'POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', definition);
  await ask(first, 'POST', '/apis/example.com/v1/namespaces/default/toys', {
    ...{ apiVersion: 'example.com/v1', kind: 'Toy' },
    ...map('bear'),
  });
  const before = JSON.parse(await ask(first, 'POST', maps, map('seen')));
  await ask(first, 'POST', maps, map('missed'));
  await ask(first, 'POST', '/api/v1/namespaces/default/serviceaccounts', map('robot'));
  const issued = await ask(first, 'POST', '/api/v1/namespaces/default/serviceaccounts/robot/token', {});
  const { token } = JSON.parse(issued).status;
  const [kubeconfig, user] = [first.kubeconfig(), first.addUser({ name: 'jane', groups: [] })];
  await first.stop();

  const second = await startEmbeddedCluster({ dataDir: folder });
  expect([first.isRestored, second.isRestored]).toEqual([false, true]);
  expect(second.kubeconfig()).toBe(kubeconfig);
  expect(second.addUser({ name: 'jane', groups: [] })).toBe(user);
  expect(JSON.parse(await ask(second, 'GET', `${maps}/seen`))).toEqual(before);
  expect(await ask(second, 'GET', '/apis/example.com/v1/toys')).toContain('"bear"');
  const review = { spec: { token } };
  expect(await ask(second, 'POST', '/apis/authentication.k8s.io/v1/tokenreviews', review)).toContain(
    '"authenticated":true',
  );
  const { resourceVersion } = before.metadata;
  const events = await ask(second, 'GET', `${maps}?watch=1&resourceVersion=${resourceVersion}`);
  expect(events.trim().split('\n')).toEqual([expect.stringMatching(/"ADDED".*"missed"/)]);
  expect(await ask(second, 'GET', `${maps}?watch=1&resourceVersion=7`)).toContain('"code":410');
  await second.stop();
});

test('a port that somebody else has taken meanwhile is no obstacle, unless it was asked for', async () => {
  const folder = emptyFolder();
  const first = await start(folder);
  const port = Number(new URL(first.url).port);
  await first.stop();
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
  await expect(startEmbeddedCluster({ insecure: true, dataDir: folder, port })).rejects.toThrow('EADDRINUSE');
  const second = await start(folder);
  expect(second.url).not.toBe(first.url);
  await second.stop();
  other.close();
});

test('what is deleted stays deleted, and owners that come later in the folder are found', async () => {
  const folder = emptyFolder();
  const first = await start(folder);
  const { metadata } = JSON.parse(await ask(first, 'POST', maps, map('z-owner')));
  const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'z-owner', uid: metadata.uid }];
  await ask(first, 'POST', maps, map('a-owned', { ownerReferences }));
  await ask(first, 'POST', maps, map('gone'));
  await ask(first, 'DELETE', `${maps}/gone`);
  await first.stop();
  const second = await start(folder);
  const { items } = JSON.parse(await ask(second, 'GET', maps));
  expect(items.map((item: { metadata: { name: string } }) => item.metadata.name)).toEqual([
    'a-owned',
    'z-owner',
  ]);
  await ask(second, 'DELETE', `${maps}/z-owner`);
  expect(JSON.parse(await ask(second, 'GET', maps)).items).toEqual([]);
  await second.stop();
});

test('a second cluster in the folder is refused and told where the first is', async () => {
  const folder = emptyFolder();
  const first = await startEmbeddedCluster({ insecure: true, dataDir: folder, fsync: true });
  first.tellOthers('kubeconfig /k');
  await expect(start(folder)).rejects.toThrow(
    `by this process, at ${first.url}, kubeconfig /k; use that one`,
  );
  expect(await ask(first, 'POST', maps, map('one'))).toContain('"uid"');
  await first.stop();
});

test('events go after their hour, and stay gone', async () => {
  const [dataDir, clock] = [emptyFolder(), new FakeClock()];
  const environment = { now: () => clock.now(), uuid: randomUUID, random: () => 0 };
  const begin = () => startEmbeddedCluster({ insecure: true, dataDir, clock, environment });
  const events = '/api/v1/namespaces/default/events';
  const names = async (of: EmbeddedCluster) =>
    JSON.parse(await ask(of, 'GET', events)).items.map((one: typeof definition) => one.metadata.name);
  const event = (name: string) => ({ ...map(name), involvedObject: { namespace: 'default' } });
  const first = await begin();
  await ask(first, 'POST', events, event('early'));
  await clock.advance(1_800_000);
  await ask(first, 'POST', events, event('late'));
  expect(await names(first)).toEqual(['early', 'late']);
  await clock.advance(1_800_000);
  expect(await names(first)).toEqual(['late']);
  await first.stop();
  const second = await begin();
  expect(await names(second)).toEqual(['late']);
  await clock.advance(1_800_000);
  expect(await names(second)).toEqual([]);
  await second.stop();
});
