import { isJsonObject } from '@archipelago/apimachinery';
import { createKubernetesClient, type KubernetesClient, nodeTransport } from '@archipelago/kube-client';
import { type EmbeddedCluster, startEmbeddedCluster } from '@archipelago/kube-sandbox';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { customResourceDefinition } from '../definitions/declaration/resource-definition.ts';
import { dns } from '../definitions/openshift/dns.ts';
import { infrastructure } from '../definitions/openshift/infrastructure.ts';
import { sandboxDefinitions } from '../definitions/sandbox-definitions.ts';
import { createDefinitions, createInstances, createNamespace, createReadyNodes } from './furnish-cluster.ts';
import { simulatedNodes } from './simulated-nodes.ts';

let cluster: EmbeddedCluster;
let client: KubernetesClient;

beforeEach(async () => {
  cluster = await startEmbeddedCluster({ insecure: true });
  const material = { headers: { authorization: `Bearer ${cluster.adminToken}` }, tls: { insecure: false } };
  client = createKubernetesClient({
    transport: nodeTransport({
      server: new URL(cluster.url),
      namespace: 'default',
      material: async () => material,
      refused: () => false,
    }),
  });
});

afterEach(async () => {
  client.close();
  await cluster.stop();
});

test('all of OpenShift is established, its configuration there with status and marked as simulated', async () => {
  const { definitions, instances } = sandboxDefinitions('openshift');
  await createDefinitions(client, definitions.map(customResourceDefinition));
  for (const definition of definitions) {
    expect(await client.served(definition), definition.kind).toEqual({ ok: true, value: true });
  }
  await createInstances(client, instances);
  const marked = { annotations: { 'archipelago.dev/simulated': 'true' } };
  expect(await client.get(infrastructure.definition, { name: 'cluster' })).toMatchObject({
    value: { metadata: marked, status: infrastructure.instance.status },
  });
  expect(await client.get(dns.definition, { name: 'cluster' })).toMatchObject({
    value: { metadata: marked, spec: { baseDomain: 'example.com' } },
  });
});

test('nodes keep the status they are made with; those that are Ready are not tainted as not ready', async () => {
  const nodes = simulatedNodes('2026-01-02T03:04:05Z');
  await createReadyNodes(client, nodes);
  const resource = { group: '', version: 'v1', plural: 'nodes', kind: 'Node', namespaced: false };
  const listed = await client.list(resource);
  expect(listed.ok && listed.value.items.length).toBe(nodes.length);
  expect(await client.get(resource, { name: 'worker-s390x-0' })).toMatchObject({
    value: { status: { nodeInfo: { architecture: 's390x' }, conditions: [{}, {}, {}, { type: 'Ready' }] } },
  });
  const taintsOf = async (name: string) => {
    const node = await client.get(resource, { name });
    return node.ok && isJsonObject(node.value.spec) ? node.value.spec.taints : 'no spec';
  };
  expect(await taintsOf('worker-s390x-0')).toBeUndefined();
  expect(await taintsOf('control-plane-0')).toEqual([
    { key: 'node-role.kubernetes.io/control-plane', effect: 'NoSchedule' },
  ]);
  const [worker = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'x' } }] = nodes.slice(-1);
  await createReadyNodes(client, [{ ...worker, metadata: { name: 'silent' }, status: {} }]);
  expect(await taintsOf('silent')).toEqual([{ key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' }]);
});

test('what the server refuses is a bug of ours, named', async () => {
  await expect(createNamespace(client, 'Wrong_Name')).rejects.toThrow(
    /^namespace Wrong_Name: .*Invalid value/,
  );
  await expect(createDefinitions(client, [{ kind: 'x' }])).rejects.toThrow(
    'lacks apiVersion, kind or metadata',
  );
});
