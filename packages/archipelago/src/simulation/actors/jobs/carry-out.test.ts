import type { JsonObject, KubernetesObject } from '@archipelago/apimachinery';
import { createKubernetesClient, type KubernetesClient } from '@archipelago/kube-client';
import { type EmbeddedCluster, inProcessTransport, startEmbeddedCluster } from '@archipelago/kube-sandbox';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { simulatedNode } from '../simulated-nodes.ts';
import { carryOut } from './carry-out.ts';
import type { JobsWrite } from './jobs-write.ts';
import { PodRuns } from './pod-runs.ts';
import { pods } from './send-write.ts';

let cluster: EmbeddedCluster;
let client: KubernetesClient;

beforeEach(async () => {
  cluster = await startEmbeddedCluster({ insecure: true });
  client = createKubernetesClient({ transport: inProcessTransport(cluster), userAgent: 'test' });
});

afterEach(async () => {
  client.close();
  await cluster.stop();
});

const containers = [{ name: 'c', image: 'i' }];

function pod(name: string, spec: JsonObject = { containers }, status: JsonObject = {}): KubernetesObject {
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace: 'default' }, spec, status };
}

/** Nodes of two names that differ in nothing else. */
const nodes = ['w1', 'w2'].map((name, index) =>
  simulatedNode({ name, architecture: 'amd64', roles: ['worker'] }, { now: '2026-01-01T00:00:00Z', index }),
);

function carried(work: {
  readonly writes?: readonly JobsWrite[];
  readonly pods?: readonly KubernetesObject[];
  readonly allPods?: readonly KubernetesObject[];
}): Promise<string | undefined> {
  const runs = new PodRuns(
    async () => ({ exitCode: 0, log: '' }),
    cluster.logs,
    () => {},
  );
  const { signal } = new AbortController();
  const place = { client, runs, nodes, allPods: work.allPods ?? [], now: 0, signal };
  return carryOut({ job: undefined, writes: work.writes ?? [], pods: work.pods ?? [] }, place);
}

test('the first problem is told, and the other writes are made', async () => {
  const problem = await carried({
    writes: [
      { do: 'create', object: pod('UPPER') },
      { do: 'create', object: pod('a') },
      { do: 'create', object: pod('LOUD') },
    ],
  });
  expect(problem).toMatch(/^Pod UPPER: Pod "UPPER" is invalid: /);
  expect((await client.get(pods, { name: 'a', namespace: 'default' })).ok).toBe(true);
});

test('what has changed meanwhile is no problem: the watch tells of it', async () => {
  const create: JobsWrite = { do: 'create', object: pod('a') };
  expect(await carried({ writes: [create] })).toBeUndefined();
  expect(await carried({ writes: [create] })).toBeUndefined();
  expect(await carried({ writes: [{ do: 'patch', object: pod('gone'), patch: {} }] })).toBeUndefined();
});

test.each([
  [
    'fewer pods that have not ended',
    [pod('x', { nodeName: 'w1' }), pod('y', { nodeName: 'w2' }, { phase: 'Failed' })],
    'w2',
  ],
  [
    'as few pods as the others, and the first name',
    [pod('x'), pod('y', { nodeName: 'w2' }, { phase: 'Succeeded' })],
    'w1',
  ],
  [
    'one pod where the other has two',
    [pod('x', { nodeName: 'w1' }), pod('y', { nodeName: 'w1' }), pod('z', { nodeName: 'w2' })],
    'w2',
  ],
])('a pod goes to the node with %s', async (_, allPods, node) => {
  await carried({ writes: [{ do: 'create', object: pod('new') }] });
  const created = await client.get(pods, { name: 'new', namespace: 'default' });
  if (!created.ok) throw new Error(created.status.message);
  expect(await carried({ pods: [created.value], allPods })).toBeUndefined();
  const placed = await client.get(pods, { name: 'new', namespace: 'default' });
  expect(placed.ok && placed.value.spec).toMatchObject({ nodeName: node });
});
