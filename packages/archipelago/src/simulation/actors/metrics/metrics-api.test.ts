import {
  type JsonObject,
  type KubernetesObject,
  objectAt,
  objectsAt,
  textAt,
} from '@archipelago/apimachinery';
import { createKubernetesClient, type KubernetesClient, type Resource } from '@archipelago/kube-client';
import { type EmbeddedCluster, inProcessTransport, startEmbeddedCluster } from '@archipelago/kube-sandbox';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createObjects } from '../create-objects.ts';
import { createReadyNodes } from '../furnish-cluster.ts';
import { simulatedNode } from '../simulated-nodes.ts';
import { metricsApi } from './metrics-api.ts';
import { metricsReader } from './metrics-reader.ts';

const now = '2026-01-01T00:00:00Z';
const pods: Resource = { group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespaced: true };
const nodes: Resource = { group: '', version: 'v1', plural: 'nodes', kind: 'Node', namespaced: false };
const bindings: Resource = {
  group: 'rbac.authorization.k8s.io',
  version: 'v1',
  plural: 'rolebindings',
  kind: 'RoleBinding',
  namespaced: true,
};

let cluster: EmbeddedCluster;
let client: KubernetesClient;

beforeEach(async () => {
  cluster = await startEmbeddedCluster({
    insecure: true,
    extensions: [metricsApi(() => Date.parse(now))],
  });
  client = createKubernetesClient({ transport: inProcessTransport(cluster) });
  await createReadyNodes(
    client,
    ['one', 'two'].map((name, index) =>
      simulatedNode({ name, architecture: 'amd64', roles: ['worker'] }, { now, index }),
    ),
  );
  await run('web', 'default', 'one');
  await run('shop', 'default', 'two');
  await run('agent', 'kube-system', 'one');
});

afterEach(() => cluster.stop());

async function run(name: string, namespace: string, nodeName: string, phase = 'Running'): Promise<void> {
  const containers = [{ name: 'main', image: 'web', resources: { requests: { cpu: '1', memory: '1Gi' } } }];
  const metadata = { name, namespace, labels: { app: name } };
  const pod = { apiVersion: 'v1', kind: 'Pod', metadata, spec: { nodeName, containers } };
  expect(await client.create(pods, pod)).toMatchObject({ ok: true });
  const told = { type: 'merge', body: { status: { phase } } } as const;
  expect(await client.patchStatus(pods, metadata, told)).toMatchObject({ ok: true });
}

async function ask(path: string, token = cluster.adminToken): Promise<JsonObject> {
  const response = await fetch(`${cluster.url}/apis/metrics.k8s.io/v1beta1${path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return Object(await response.json());
}

const namesOf = (list: JsonObject) =>
  objectsAt(list, 'items').map((item) => textAt(item, 'metadata', 'name'));

test.each([
  ['/nodes', ['one', 'two']],
  ['/nodes?labelSelector=kubernetes.io/hostname%3Dtwo', ['two']],
  ['/pods', ['shop', 'web', 'agent']],
  ['/pods?labelSelector=app%3Dweb', ['web']],
  ['/pods?fieldSelector=spec.nodeName%3Done', ['web', 'agent']],
  ['/namespaces/kube-system/pods', ['agent']],
  ['/namespaces/nowhere/pods', []],
])('%s lists %j', async (path, names) => {
  const kind = path.includes('/pods') ? 'PodMetricsList' : 'NodeMetricsList';
  const list = await ask(path);
  expect(list).toMatchObject({ kind, apiVersion: 'metrics.k8s.io/v1beta1', metadata: {} });
  expect(namesOf(list)).toEqual(names);
});

test('metrics look as those of a metrics-server, and say that they are simulated', async () => {
  const simulated = { 'archipelago.dev/simulated': 'true' };
  const quantities = {
    cpu: expect.stringMatching(/^\d+n$/),
    memory: expect.stringMatching(/^\d+Ki$/),
  };
  expect(await ask('/namespaces/default/pods/web')).toEqual({
    kind: 'PodMetrics',
    apiVersion: 'metrics.k8s.io/v1beta1',
    metadata: {
      name: 'web',
      namespace: 'default',
      creationTimestamp: now,
      labels: { app: 'web' },
      annotations: simulated,
    },
    timestamp: now,
    window: '15s',
    containers: [{ name: 'main', usage: quantities }],
  });
  expect(await ask('/nodes/one')).toMatchObject({
    kind: 'NodeMetrics',
    metadata: { name: 'one', annotations: simulated },
    usage: quantities,
  });
});

test('a node uses what its pods use', async () => {
  const cpu = async () => Number.parseInt(textAt(objectAt(await ask('/nodes/one'), 'usage'), 'cpu'), 10);
  const before = await cpu();
  await run('more', 'default', 'one');
  const usage = objectsAt(await ask('/namespaces/default/pods/more'), 'containers')[0]?.usage;
  expect(await cpu()).toBe(before + Number.parseInt(textAt(Object(usage), 'cpu'), 10));
});

test('there are none of pods that do not run, and none of a node that is not ready', async () => {
  await run('done', 'default', 'one', 'Succeeded');
  expect(namesOf(await ask('/namespaces/default/pods'))).toEqual(['shop', 'web']);
  const conditions = [{ type: 'Ready', status: 'Unknown' }];
  await client.patchStatus(nodes, { name: 'one' }, { type: 'merge', body: { status: { conditions } } });
  expect(namesOf(await ask('/nodes'))).toEqual(['two']);
  expect(namesOf(await ask('/pods'))).toEqual(['shop']);
});

test.each([
  ['/namespaces/default/pods/none', 404, 'podmetrics.metrics.k8s.io "default/none" not found'],
  ['/nodes/none', 404, 'nodemetrics.metrics.k8s.io "none" not found'],
  ['/pods?labelSelector=a%20b', 400, /^unable to parse requirement/],
])('%s is refused with %i', async (path, code, message) => {
  expect(await ask(path)).toMatchObject({
    kind: 'Status',
    code,
    message: typeof message === 'string' ? message : expect.stringMatching(message),
  });
});

test('who may view a namespace may see what its pods use, and not those of others', async () => {
  await createObjects(client, [metricsReader]);
  const token = cluster.addUser({ name: 'reader', groups: ['system:authenticated'] });
  const binding: KubernetesObject = {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'RoleBinding',
    metadata: { name: 'reader', namespace: 'default' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' },
    subjects: [{ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'reader' }],
  };
  expect(await client.create(bindings, binding)).toMatchObject({ ok: true });
  expect(namesOf(await ask('/namespaces/default/pods', token))).toEqual(['shop', 'web']);
  expect(await ask('/namespaces/kube-system/pods', token)).toMatchObject({ code: 403 });
  expect(await ask('/nodes', token)).toMatchObject({ code: 403 });
});
