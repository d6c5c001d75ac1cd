import {
  type JsonObject,
  jsonEqual,
  type KubernetesObject,
  matchesPodPlacement,
  objectAt,
  timestamp,
} from '@archipelago/apimachinery';
import type { Resource } from '@archipelago/kube-client';
import { simulatedAnnotation } from '../../definitions/declaration/simulated.ts';
import {
  nodeNetworkEnactment,
  nodeNetworkPolicy,
  nodeNetworkState,
} from '../../definitions/networks/network-kinds.ts';
import type { Play, PlayedWorld, PlayedWrite } from '../players/play.ts';
import { configureNodes, madeInterfaces, type NodeOutcome } from './configure-nodes.ts';
import { enactmentStatus, policyStatus } from './network-status.ts';
import { nodeInterfaces } from './node-interfaces.ts';

const resources = {
  Node: { group: '', version: 'v1', plural: 'nodes', kind: 'Node', namespaced: false },
  Policy: nodeNetworkPolicy,
  Enactment: nodeNetworkEnactment,
  State: nodeNetworkState,
} as const satisfies Readonly<Record<string, Resource>>;

type World = PlayedWorld<keyof typeof resources>;

/** Plays kubernetes-nmstate on nodes that say that they are simulated: states, policies, and what becomes of them on each node. */
export const nodeNetworks: Play<keyof typeof resources> = {
  name: 'node networks',
  resources,
  look(world) {
    const nodes = world
      .list('Node')
      .filter(({ metadata }) => metadata.annotations?.[simulatedAnnotation] === 'true');
    const policies = world.list('Policy').filter(({ metadata }) => metadata.deletionTimestamp === undefined);
    const interfaces = new Map(nodes.map((node) => [node.metadata.name, [...nodeInterfaces(node)]]));
    const writes = policies.flatMap((policy) => {
      const outcomes = outcomesOf(policy, nodes, interfaces);
      for (const [name, { is }] of outcomes)
        if (is === 'configured') interfaces.get(name)?.push(...madeInterfaces(objectAt(policy, 'spec')));
      return policyWrites(policy, outcomes, world);
    });
    return { writes: [...writes, ...stateWrites(interfaces, world)] };
  },
};

type Interfaces = ReadonlyMap<string, readonly string[]>;

function outcomesOf(policy: KubernetesObject, nodes: readonly KubernetesObject[], interfaces: Interfaces) {
  const nodeSelector = objectAt(policy, 'spec', 'nodeSelector');
  const chosen = nodes
    .map(({ metadata: { name, labels = {} } }) => ({ name, labels, interfaces: interfaces.get(name) ?? [] }))
    .filter((node) => matchesPodPlacement({ nodeSelector }, node));
  return configureNodes(objectAt(policy, 'spec'), chosen);
}

function policyWrites(
  policy: KubernetesObject,
  outcomes: ReadonlyMap<string, NodeOutcome>,
  world: World,
): readonly PlayedWrite[] {
  const now = timestamp(world.now);
  const { name } = policy.metadata;
  const own = world
    .list('Enactment')
    .filter(({ metadata }) => metadata.labels?.['nmstate.io/policy'] === name);
  const gone = own.filter(({ metadata }) => !outcomes.has(metadata.labels?.['nmstate.io/node'] ?? ''));
  return [
    ...gone.map((object): PlayedWrite => ({ do: 'delete', resource: resources.Enactment, object })),
    ...[...outcomes].flatMap(([node, outcome]) => {
      const before = world.get('Enactment', `${node}.${name}`);
      if (before === undefined) return [created(resources.Enactment, newEnactment(node, policy))];
      return told(resources.Enactment, before, enactmentStatus(outcome, policy, { before, now }));
    }),
    ...told(resources.Policy, policy, policyStatus([...outcomes.values()], policy, now)),
  ];
}

function stateWrites(interfaces: Interfaces, world: World): readonly PlayedWrite[] {
  return [...interfaces].flatMap(([node, names]) => {
    const before = world.get('State', node);
    if (before === undefined) return [created(resources.State, simulated(resources.State, node))];
    const list = [...new Set(names)].map((name): JsonObject => ({ name, state: 'up' }));
    return told(resources.State, before, { currentState: { interfaces: list } });
  });
}

function created(resource: Resource, object: KubernetesObject): PlayedWrite {
  return { do: 'create', resource, object };
}

/** Only what is not so already. */
function told(resource: Resource, object: KubernetesObject, status: JsonObject): readonly PlayedWrite[] {
  const before = objectAt(object, 'status');
  const isSame = Object.entries(status).every(([field, value]) => jsonEqual(before[field], value));
  return isSame ? [] : [{ do: 'patchStatus', resource, object, patch: { status } }];
}

function simulated({ group, version, kind }: Resource, name: string): KubernetesObject {
  return {
    apiVersion: `${group}/${version}`,
    kind,
    metadata: { name, annotations: { [simulatedAnnotation]: 'true' } },
  };
}

function newEnactment(node: string, { metadata }: KubernetesObject): KubernetesObject {
  const { name, uid = '' } = metadata;
  const enactment = simulated(resources.Enactment, `${node}.${name}`);
  return {
    ...enactment,
    metadata: {
      ...enactment.metadata,
      labels: { 'nmstate.io/node': node, 'nmstate.io/policy': name },
      ownerReferences: [{ apiVersion: 'nmstate.io/v1', kind: resources.Policy.kind, name, uid }],
    },
  };
}
