import {
  type Clock,
  type JsonObject,
  MovableClock,
  objectAt,
  systemClock,
  textAt,
} from '@archipelago/apimachinery';
import { createKubernetesClient, type KubernetesClient, type Resource } from '@archipelago/kube-client';
import { type EmbeddedCluster, inProcessTransport, startEmbeddedCluster } from '@archipelago/kube-sandbox';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from '../../../../../../test/support/eventually.ts';
import { createNamespace, createReadyNodes } from '../furnish-cluster.ts';
import { simulatedNode } from '../simulated-nodes.ts';
import { advancePath, clockApi, clockPath } from './clock-api.ts';

const hour = 3_600_000;
const start = Date.parse('2026-03-01T00:00:00Z');

/** In spring, whenever the test runs: a year later is not about the turn of a year. */
const spring: Clock = { ...systemClock, now: () => start + systemClock.monotonic() };
const core = { group: '', version: 'v1', namespaced: true };
const configMaps: Resource = { ...core, plural: 'configmaps', kind: 'ConfigMap' };
const events: Resource = { ...core, plural: 'events', kind: 'Event' };
const batch = { group: 'batch', version: 'v1', namespaced: true };
const cronJobs: Resource = { ...batch, plural: 'cronjobs', kind: 'CronJob' };
const jobs: Resource = { ...batch, plural: 'jobs', kind: 'Job' };

let clock: MovableClock;
let cluster: EmbeddedCluster;
let client: KubernetesClient;

beforeEach(async () => {
  clock = new MovableClock(spring);
  cluster = await startEmbeddedCluster({
    insecure: true,
    clock,
    extensions: [clockApi(clock)],
    workloads: {},
  });
  client = createKubernetesClient({ transport: inProcessTransport(cluster) });
  await createNamespace(client, 'kube-system');
});

afterEach(() => cluster.stop());

async function ask(method: string, path: string, body?: JsonObject, token = cluster.adminToken) {
  const response = await fetch(`${cluster.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer: JsonObject = Object(await response.json());
  return { code: response.status, answer };
}

const advance = (by: string, token?: string) => ask('PUT', advancePath, { by }, token);

test('who reads the clock is told the time, how far it is ahead, and that it is simulated', async () => {
  const { code, answer } = await ask('GET', clockPath);
  expect([code, answer]).toEqual([
    200,
    {
      kind: 'Clock',
      apiVersion: 'sandbox.archipelago.dev/v1',
      metadata: { name: 'cluster', annotations: { 'archipelago.dev/simulated': 'true' } },
      status: { now: expect.stringMatching(/^\d{4}-.*Z$/), ahead: '0s' },
    },
  ]);
  const list = await ask('GET', '/apis/sandbox.archipelago.dev/v1/clocks');
  expect(list.answer).toMatchObject({ kind: 'ClockList', items: [{ metadata: { name: 'cluster' } }] });
});

test('it is moved on, remembered in the cluster, and what is written then has the later time', async () => {
  const { code, answer } = await advance('25h');
  expect([code, textAt(answer, 'status', 'ahead')]).toEqual([200, '25h0m0s']);
  const told = await client.get(configMaps, { namespace: 'kube-system', name: 'archipelago-sandbox' });
  expect(told.ok && objectAt(told.value, 'data')).toEqual({ clock: '25h0m0s' });
  const made = await client.create(configMaps, {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'later', namespace: 'default' },
  });
  const stamp = made.ok ? Date.parse(made.value.metadata.creationTimestamp ?? '') : 0;
  expect(stamp).toBeGreaterThanOrEqual(start + 25 * hour);
});

test('moved by several at once it goes on by all of them, and remembers the sum', async () => {
  await Promise.all(['1h', '2h', '3h'].map((by) => advance(by)));
  expect(clock.aheadMs).toBe(6 * hour);
  const told = await client.get(configMaps, { namespace: 'kube-system', name: 'archipelago-sandbox' });
  expect(told.ok && objectAt(told.value, 'data')).toEqual({ clock: '6h0m0s' });
});

test.each([
  ['-1h', 'by: must be longer than nothing: the clock does not go back'],
  ['0', 'by: must be longer than nothing: the clock does not go back'],
  ['tomorrow', 'by: must be a duration such as 25h or 90m'],
  ['', 'by: must be a duration such as 25h or 90m'],
  ['87601h', "by: would bring the clock more than 87600h0m0s ahead of this machine's"],
])('by %j it is not moved', async (by, message) => {
  const { code, answer } = await advance(by);
  expect([code, textAt(answer, 'message'), clock.aheadMs]).toEqual([400, message, 0]);
});

test('there is one clock, and nobody but an administrator reads or moves it', async () => {
  const other = await ask('GET', clockPath.replace('cluster', 'tower'));
  expect([other.code, textAt(other.answer, 'message')]).toEqual([
    404,
    'clocks.sandbox.archipelago.dev "tower" not found',
  ]);
  const token = cluster.addUser({ name: 'visitor', groups: ['system:authenticated'] });
  expect([(await ask('GET', clockPath, undefined, token)).code, (await advance('1h', token)).code]).toEqual([
    403, 403,
  ]);
  expect(clock.aheadMs).toBe(0);
});

async function names(resource: Resource): Promise<readonly string[]> {
  const found = await client.list(resource, { namespace: 'default' });
  return found.ok
    ? found.value.items.map(({ metadata }) => metadata.name)
    : expect.fail(found.status.message);
}

const podSpec = { restartPolicy: 'Never', containers: [{ name: 'main', image: 'main' }] };

test('a schedule and a time to live come due', async () => {
  const machine = { name: 'one', architecture: 'amd64', roles: ['worker'] };
  await createReadyNodes(client, [simulatedNode(machine, { now: '2026-03-01T00:00:00Z', index: 0 })]);
  await client.create(cronJobs, {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: { name: 'yearly', namespace: 'default' },
    spec: {
      schedule: '@yearly',
      jobTemplate: { spec: { ttlSecondsAfterFinished: 864_000, template: { spec: podSpec } } },
    },
  });
  expect(await names(jobs)).toEqual([]);
  await advance('8784h');
  await eventually(async () => expect(await names(jobs)).toHaveLength(1));
  const [name = ''] = await names(jobs);
  await eventually(async () => {
    const job = await client.get(jobs, { namespace: 'default', name });
    expect(job.ok && objectAt(job.value, 'status').succeeded).toBe(1);
  });
  await advance('240h');
  await eventually(async () => expect(await names(jobs)).toEqual([]));
});

test('events end, and tokens of accounts expire', async () => {
  await client.create(events, {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name: 'seen', namespace: 'default' },
    involvedObject: { kind: 'Pod', name: 'web', namespace: 'default' },
  });
  const accounts = '/api/v1/namespaces/default/serviceaccounts/default/token';
  const body = {
    apiVersion: 'authentication.k8s.io/v1',
    kind: 'TokenRequest',
    spec: { expirationSeconds: 7200 },
  };
  const { answer } = await eventually(async () => {
    const asked = await ask('POST', accounts, body);
    expect(asked.code).toBe(201);
    return asked;
  });
  const token = textAt(answer, 'status', 'token');
  expect((await ask('GET', '/version', undefined, token)).code).toBe(200);
  await advance('121m');
  expect((await ask('GET', '/version', undefined, token)).code).toBe(401);
  await eventually(async () => expect(await names(events)).not.toContain('seen'));
});
