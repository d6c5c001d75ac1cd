import { isConditionTrue, type KubernetesObject, numberAt, textAt } from '@archipelago/apimachinery';
import { createKubernetesClient, type KubernetesClient, type Resource } from '@archipelago/kube-client';
import { type EmbeddedCluster, inProcessTransport, startEmbeddedCluster } from '@archipelago/kube-sandbox';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { until } from '../../../../test/support/until.ts';
import { createDefinitions, createNamespace, createReadyNodes } from './actors/furnish-cluster.ts';
import { jobs } from './actors/jobs/send-write.ts';
import { startJobController } from './actors/jobs/start-job-controller.ts';
import { standardPools } from './actors/machine-config/standard-pools.ts';
import { startMachineConfigOperator } from './actors/machine-config/start-machine-config-operator.ts';
import { startNodeAgents } from './actors/node-agent/start-node-agents.ts';
import { startOperandControllers } from './actors/operand-controller.ts';
import type { Play } from './actors/players/play.ts';
import { startPlayer } from './actors/players/start-player.ts';
import { simulatedNode } from './actors/simulated-nodes.ts';
import { customResourceDefinition } from './definitions/declaration/resource-definition.ts';
import { kubevirt } from './definitions/kubevirt.ts';
import { machineConfigKinds } from './definitions/openshift/machine-config-kinds.ts';

const nodes: Resource = { group: '', version: 'v1', plural: 'nodes', kind: 'Node', namespaced: false };
const maps: Resource = { ...nodes, plural: 'configmaps', kind: 'ConfigMap', namespaced: true };
const configPools: Resource = {
  group: 'machineconfiguration.openshift.io',
  version: 'v1',
  plural: 'machineconfigpools',
  kind: 'MachineConfigPool',
  namespaced: false,
};
const namespace = 'shop';

let cluster: EmbeddedCluster;
let client: KubernetesClient;
let problems: string[];
const onProblem = (problem: string) => problems.push(problem);

beforeEach(async () => {
  problems = [];
  cluster = await startEmbeddedCluster({ insecure: true });
  client = createKubernetesClient({ transport: inProcessTransport(cluster), userAgent: 'test' });
  await createNamespace(client, namespace);
});

afterEach(async () => {
  client.close();
  await cluster.stop();
  expect(problems).toEqual([]);
});

interface Actor {
  /** Of which no watch shows anything. */
  readonly unshown: readonly string[];
  /** What it lists as it starts, and does not hear of any more. */
  prepare(): Promise<unknown>;
  start(client: KubernetesClient): { stop(): Promise<void> };
  isDone(): Promise<boolean>;
}

/** Makes a ConfigMap and counts in it, one look after the other. */
const counting: Play<'ConfigMap'> = {
  name: 'counting',
  resources: { ConfigMap: maps },
  look(world) {
    const [live] = world.list('ConfigMap').filter(({ metadata }) => metadata.name === 'count');
    const object = live ?? {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'count', namespace },
      data: { looks: '1' },
    };
    if (live === undefined) return { writes: [{ do: 'create', resource: maps, object }] };
    const looks = String(Number(textAt(live, 'data', 'looks')) + 1);
    return looks === '4'
      ? { writes: [] }
      : { writes: [{ do: 'patch', resource: maps, object, patch: { data: { looks } } }] };
  },
};

const actors: Readonly<Record<string, Actor>> = {
  'the agents of nodes': {
    unshown: ['nodes'],
    prepare: () => addNode({ 'layering.archipelago.dev/rollout-step': 'Stage/1' }),
    start: (blind) => startNodeAgents({ client: blind, takesMs: 1, onProblem }),
    isDone: async () => {
      const node = await found(nodes, 'worker');
      return node?.metadata.annotations?.['layering.archipelago.dev/agent-answer'] === 'Staged Stage/1';
    },
  },
  'the controllers of operands': {
    unshown: ['kubevirts'],
    prepare: async () => {
      await createDefinitions(client, [customResourceDefinition(kubevirt)]);
      await create(kubevirt, { ...typeOf(kubevirt), metadata: { name: 'kubevirt', namespace }, spec: {} });
    },
    start: (blind) => startOperandControllers({ client: blind, delayMs: 1, onProblem }),
    isDone: async () => isConditionTrue(await found(kubevirt, 'kubevirt'), 'Available'),
  },
  'the Machine Config Operator': {
    unshown: ['nodes', 'machineconfigs', 'machineconfigpools'],
    prepare: async () => {
      await createDefinitions(client, machineConfigKinds.map(customResourceDefinition));
      await addNode({});
      for (const object of standardPools({ os: 'registry.example/os@sha256:1', extensions: '' }))
        await create(machineConfigKinds.find(({ kind }) => kind === object.kind) ?? configPools, object);
    },
    start: (blind) =>
      startMachineConfigOperator({ client: blind, takesMs: 1, imageProblem: () => undefined, onProblem }),
    isDone: async () => numberAt(await found(configPools, 'worker'), 'status', 'updatedMachineCount') === 1,
  },
  'the controller of jobs': {
    unshown: ['jobs'],
    prepare: async () => {
      await addNode({});
      const spec = { restartPolicy: 'Never', containers: [{ name: 'build', image: 'builder' }] };
      await create(jobs, {
        ...typeOf(jobs),
        metadata: { name: 'build', namespace },
        spec: { template: { spec } },
      });
    },
    start: (blind) =>
      startJobController({ client: blind, run: async () => ({ exitCode: 0, log: '' }), onProblem }),
    isDone: async () => isConditionTrue(await found(jobs, 'build'), 'Complete'),
  },
  'a player': {
    unshown: ['configmaps'],
    prepare: async () => undefined,
    start: (blind) => startPlayer(counting, { client: blind, onProblem }),
    isDone: async () => textAt(await found(maps, 'count'), 'data', 'looks') === '3',
  },
};

test.each(Object.entries(actors))(
  '%s: what was written counts before any watch shows it',
  async (_, actor) => {
    await actor.prepare();
    const watch: KubernetesClient['watch'] = (kind, options) =>
      client.watch(
        kind,
        actor.unshown.includes(kind.plural) ? { ...options, labelSelector: 'shown=late' } : options,
      );
    const running = actor.start({ ...client, watch });
    await until(() => actor.isDone());
    await running.stop();
  },
);

async function addNode(annotations: Readonly<Record<string, string>>): Promise<void> {
  const machine = { name: 'worker', architecture: 'amd64', roles: ['worker'] };
  const node = simulatedNode(machine, { now: '2026-01-01T00:00:00Z', index: 1 });
  const metadata = { ...node.metadata, annotations: { ...node.metadata.annotations, ...annotations } };
  await createReadyNodes(client, [{ ...node, metadata }]);
}

function typeOf({ group, version, kind }: Resource) {
  return { apiVersion: `${group}/${version}`, kind };
}

async function create(resource: Resource, object: KubernetesObject): Promise<void> {
  const made = await client.create(resource, object);
  expect(made, JSON.stringify(made)).toMatchObject({ ok: true });
}

async function found(resource: Resource, name: string): Promise<KubernetesObject | undefined> {
  const answer = await client.get(resource, { name, ...(resource.namespaced ? { namespace } : {}) });
  return answer.ok ? answer.value : undefined;
}
