import { isConditionTrue, type JsonObject, numberAt, textAt } from '@archipelago/apimachinery';
import { createKubernetesClient, type KubernetesClient } from '@archipelago/kube-client';
import { type EmbeddedCluster, inProcessTransport, startEmbeddedCluster } from '@archipelago/kube-sandbox';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { until } from '../../../../../../test/support/until.ts';
import { customResourceDefinition } from '../../definitions/declaration/resource-definition.ts';
import { machineConfigKinds } from '../../definitions/openshift/machine-config-kinds.ts';
import { createDefinitions, createNamespace, createReadyNodes } from '../furnish-cluster.ts';
import { simulatedNode } from '../simulated-nodes.ts';
import { keys } from './machine-config-keys.ts';
import { machineConfigResources as resources } from './machine-config-resources.ts';
import { standardPools } from './standard-pools.ts';
import { startMachineConfigOperator } from './start-machine-config-operator.ts';

const apiVersion = 'machineconfiguration.openshift.io/v1';
let cluster: EmbeddedCluster;
let client: KubernetesClient;
let operator: { stop(): Promise<void> };
let problems: string[];
/** What no machine can fetch. */
let broken: string | undefined;
let mostAway: number;

beforeEach(async () => {
  problems = [];
  broken = undefined;
  mostAway = 0;
  cluster = await startEmbeddedCluster({ insecure: true });
  client = createKubernetesClient({ transport: inProcessTransport(cluster), userAgent: 'test' });
  await createDefinitions(client, machineConfigKinds.map(customResourceDefinition));
  await createReadyNodes(client, ['amd64', 'arm64', 's390x'].map(worker));
  for (const object of standardPools({
    os: 'registry.example/os@sha256:1',
    extensions: 'registry.example/e',
  }))
    await client.create(object.kind === 'MachineConfig' ? resources.machineConfigs : resources.pools, object);
  operator = startMachineConfigOperator({
    client,
    takesMs: 1,
    imageProblem: (image) => (image === broken ? `no ${image}` : undefined),
    onProblem: (problem) => problems.push(problem),
  });
  await isUpdated('registry.example/os@sha256:1');
});

afterEach(async () => {
  await operator.stop();
  client.close();
  await cluster.stop();
  expect(problems).toEqual([]);
});

function worker(architecture: string, index: number) {
  const machine = { name: `worker-${architecture}`, architecture, roles: ['worker'] };
  return simulatedNode(machine, { now: '2026-01-01T00:00:00Z', index });
}

async function nodes() {
  const listed = await client.list(resources.nodes);
  return listed.ok ? listed.value.items : [];
}

async function pool(): Promise<unknown> {
  const found = await client.get(resources.pools, { name: 'worker' });
  return found.ok ? found.value : undefined;
}

/** The pool says so, and each node is configured with this image, ready and takes pods. */
async function isUpdated(image: string): Promise<void> {
  await until(async () => {
    const all = await nodes();
    const away = all.filter((node) => !isConditionTrue(node, 'Ready'));
    mostAway = Math.max(mostAway, away.length);
    const now = await pool();
    const config = textAt(now, 'status', 'configuration', 'name');
    const rendered = await client.get(resources.machineConfigs, { name: config === '' ? 'none' : config });
    if (!rendered.ok || textAt(rendered.value, 'spec', 'osImageURL') !== image) return false;
    return (
      away.length === 0 &&
      numberAt(now, 'status', 'updatedMachineCount') === all.length &&
      all.every((node) => node.metadata.annotations?.[keys.currentConfig] === config)
    );
  });
}

async function apply(name: string, spec: JsonObject): Promise<void> {
  const object = {
    apiVersion,
    kind: 'MachineConfig',
    metadata: { name, labels: { [keys.role]: 'worker' } },
    spec,
  };
  expect((await client.create(resources.machineConfigs, object)).ok).toBe(true);
}

test('brings an image to all nodes, one after the other, and takes it back', async () => {
  await apply('99-image', { osImageURL: 'registry.example/mine@sha256:2' });
  await isUpdated('registry.example/mine@sha256:2');
  expect(mostAway).toBeLessThanOrEqual(1);
  const [node] = await nodes();
  expect(textAt(node, 'status', 'nodeInfo', 'osImage')).toBe('simulated registry.example/mine@sha256:2');
  await client.delete(resources.machineConfigs, { name: '99-image' });
  await isUpdated('registry.example/os@sha256:1');
});

test('stops at the first node that cannot have it, and goes on with another image', async () => {
  broken = 'registry.example/broken@sha256:3';
  await apply('99-image', { osImageURL: broken });
  await until(async () => isConditionTrue(await pool(), 'Degraded'));
  const degraded = (await nodes()).filter(
    ({ metadata }) => metadata.annotations?.[keys.state] === 'Degraded',
  );
  expect(degraded.map(({ metadata }) => metadata.annotations?.[keys.reason])).toEqual([`no ${broken}`]);
  await client.delete(resources.machineConfigs, { name: '99-image' });
  // as on a real cluster: it is cordoned and so counts as away, until somebody lets it take pods again
  const name = degraded[0]?.metadata.name ?? '';
  await client.patch(resources.nodes, { name }, { type: 'merge', body: { spec: { unschedulable: null } } });
  await isUpdated('registry.example/os@sha256:1');
});

test('drains by eviction', async () => {
  await createNamespace(client, 'apps');
  const pods = { group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespaced: true };
  const pod = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'web', namespace: 'apps' },
    spec: { nodeName: 'worker-arm64', containers: [{ name: 'c', image: 'i' }] },
  };
  expect((await client.create(pods, pod)).ok).toBe(true);
  await apply('99-image', { osImageURL: 'registry.example/mine@sha256:2' });
  await isUpdated('registry.example/mine@sha256:2');
  expect((await client.get(pods, { name: 'web', namespace: 'apps' })).ok).toBe(false);
});
