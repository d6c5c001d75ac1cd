import type { JsonObject, KubernetesObject } from '@archipelago/apimachinery';
import type { ApiResult, KubernetesClient, Resource } from '@archipelago/kube-client';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { machineConfigGroup } from '../../packages/archipelago/src/layering/api/layering-names.ts';
import { World } from '../../packages/archipelago/src/layering/build-plan/simulated-world.test-support.ts';
import { layeringKinds } from '../../packages/archipelago/src/operator/layering/layering-kinds.ts';
import { layeredNode } from '../../packages/archipelago/src/operator/layering/mirrored-layering.ts';
import { RolloutPass } from '../../packages/archipelago/src/operator/layering/rollout-pass.ts';
import {
  createNamespace,
  createReadyNodes,
} from '../../packages/archipelago/src/simulation/actors/furnish-cluster.ts';
import { startNodeAgents } from '../../packages/archipelago/src/simulation/actors/node-agent/start-node-agents.ts';
import { simulatedNode } from '../../packages/archipelago/src/simulation/actors/simulated-nodes.ts';
import { adminClient, type TestServer, type TestServers } from '../support/test-servers.ts';

const { nodes, pods, configMaps } = layeringKinds;
const budgets: Resource = {
  group: 'policy',
  version: 'v1',
  plural: 'poddisruptionbudgets',
  kind: 'PodDisruptionBudget',
  namespaced: true,
};
const workers = { 'rollout-a': 'amd64', 'rollout-b': 'arm64' } as const;

function must<T>(result: ApiResult<T>): T {
  if (!result.ok) throw new Error(result.status.message);
  return result.value;
}

/** Evictions as servers answer them, and a rollout over nodes and pods of a server, with simulated agents. */
export function testRollout(servers: TestServers): void {
  describe(`rollout, ${servers.name}`, () => {
    let server: TestServer;
    let client: KubernetesClient;
    let owner: KubernetesObject;
    let namespace = '';
    let count = 0;

    beforeEach(async () => {
      server = await servers.lease('kubernetes');
      client = adminClient(server);
      // a real server keeps it: nobody empties it there
      count += 1;
      namespace = `rollout-${count}`;
      await createNamespace(client, namespace);
      owner = must(await client.create(configMaps, meta('ConfigMap', 'owner')));
    });
    afterEach(async () => {
      for (const name of Object.keys(workers)) await client.delete(nodes, { name });
      for (const { metadata } of must(await client.list(pods, { namespace })).items)
        await client.delete(pods, metadata, { gracePeriodSeconds: 0 });
      client.close();
      await server.release();
    });
    afterAll(() => servers.stop());

    function meta(kind: string, name: string, more: JsonObject = {}): KubernetesObject {
      const apiVersion = kind === budgets.kind ? 'policy/v1' : 'v1';
      return { apiVersion, kind, metadata: { name, namespace }, ...more };
    }

    async function addPod(name: string, node: string): Promise<void> {
      const { uid = '' } = owner.metadata;
      const pod = meta('Pod', name, {
        spec: { nodeName: node, terminationGracePeriodSeconds: 0, containers: [{ name: 'c', image: 'i' }] },
      });
      const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid, controller: true }];
      must(
        await client.create(pods, {
          ...pod,
          metadata: { ...pod.metadata, labels: { app: 'a' }, ownerReferences },
        }),
      );
      const status = { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] };
      must(await client.patchStatus(pods, { namespace, name }, { type: 'merge', body: { status } }));
    }

    async function addBudget(): Promise<void> {
      const selector = { matchLabels: { app: 'a' } };
      must(await client.create(budgets, meta(budgets.kind, 'b', { spec: { minAvailable: 1, selector } })));
    }

    /** As the disruption controller would write it. */
    async function allow(disruptionsAllowed: number): Promise<void> {
      const counts = { desiredHealthy: 1, currentHealthy: 1 + disruptionsAllowed, expectedPods: 2 };
      const status = { observedGeneration: 1, disruptionsAllowed, ...counts };
      must(await client.patchStatus(budgets, { namespace, name: 'b' }, { type: 'merge', body: { status } }));
    }

    const evict = async (name: string) => {
      const answer = await client.evict({ namespace, name });
      return answer.ok ? 'evicted' : `${answer.status.code} ${answer.status.message}`;
    };
    const violates = "429 Cannot evict pod as it would violate the pod's disruption budget.";

    it('a budget is asked: refused while nobody has counted, allowed as far as it goes, refused after that', async () => {
      await addPod('one', 'nowhere');
      await addPod('two', 'nowhere');
      await addBudget();
      expect(await evict('one')).toBe(violates);
      await allow(1);
      expect([await evict('one'), await evict('two')]).toEqual(['evicted', violates]);
      expect(await evict('none')).toBe('404 pods "none" not found');
      const listed = await client.list(pods, { fieldSelector: 'spec.nodeName=nowhere' });
      expect(
        must(listed).items.filter(({ metadata }) => metadata.deletionTimestamp === undefined),
      ).toHaveLength(1);
      const preconditions = { uid: 'another' };
      expect(await client.evict({ namespace, name: 'two' }, { preconditions })).toMatchObject({ ok: false });
    });

    it('nodes get the image one after the other; one that a budget holds waits until it does not', async () => {
      const made = Object.entries(workers).map(([name, architecture], index) => {
        const node = simulatedNode({ name, architecture, roles: ['worker'] }, { now, index });
        return { ...node, metadata: { ...node.metadata, labels: { ...node.metadata.labels, pool: 'edge' } } };
      });
      await createReadyNodes(client, made);
      await addPod('web', 'rollout-a');
      await addBudget();
      await allow(0);
      const rollout = startRollout(client);
      await rollout.until(() => rollout.told.some((line) => line.startsWith('DrainBlocked')));
      expect(rollout.told.at(-1)).toContain('the pod’s disruption budget'.replace('’', "'"));
      await allow(1);
      await rollout.until(() => rollout.told.filter((line) => line.startsWith('NodeUpdated')).length === 2);
      const steps = rollout.told.map((line) => line.split(':')[0]);
      const each = ['NodeUpdateStarted', 'NodeDraining', 'NodeDrained', 'NodeUpdated'];
      expect(steps.filter((reason) => reason !== 'DrainBlocked')).toEqual([...each, ...each]);
      for (const name of Object.keys(workers)) {
        const node = must(await client.get(nodes, { name }));
        const keys = Object.keys(node.metadata.annotations ?? {});
        expect(keys.filter((key) => key.includes('rollout'))).toEqual([]);
        expect(node.spec).not.toHaveProperty('unschedulable');
      }
      await rollout.stop();
    });
  });
}

const now = '2026-01-01T00:00:00Z';

/** The pass of the operator over the nodes of a server; config and build are of a planned world. */
function startRollout(client: KubernetesClient) {
  const world = new World({ nodes: { a: 'amd64', b: 'arm64' } }).run();
  const agents = startNodeAgents({ client, takesMs: 20, onProblem: () => undefined });
  const told: string[] = [];
  let seen: readonly KubernetesObject[] = [];
  let time = Date.now();
  const pass = new RolloutPass({
    writer: client,
    client,
    mirror: {
      groups: () => [machineConfigGroup],
      configs: () => [world.get('MachineOSConfig', 'edge')],
      observed: () => () => ({ ...world.observed(), nodes: seen }),
      unread: () => undefined,
      isInUse: () => true,
    },
    deployment: world.deployment(),
    isOurs: () => true,
    clock: { now: () => time, monotonic: () => time, after: () => () => undefined },
    onDone: () => undefined,
    onFinding: (_, { reason, message }) => told.push(`${reason}: ${message}`),
    onProblem: (message) => told.push(`problem: ${message}`),
  });
  const { signal } = new AbortController();
  return {
    told,
    /** Passes, each a second after the one before in the operator's time. */
    async until(holds: () => boolean): Promise<void> {
      for (let round = 0; round < 600; round += 1) {
        seen = must(await client.list(nodes)).items.map(layeredNode);
        await pass.run(signal, () => undefined);
        if (holds()) return;
        time += 1_000;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      throw new Error(`in vain: ${told.join('; ')}`);
    },
    stop: () => agents.stop(),
  };
}
