import {
  conditionOf,
  type JsonObject,
  jsonEqual,
  type KubernetesObject,
  objectAt,
  textAt,
  valueAt,
} from '@archipelago/apimachinery';
import { authorityMap, defaultAccount } from '../nodes/plan-namespace.ts';
import { controllerOf } from '../plan/owner-reference.ts';
import type { WorkloadWorld } from '../plan/planned.ts';
import { isEnded, isLeaving, nodeOf } from '../plan/pod-state.ts';
import { isWorkloadKind, type WorkloadKind } from '../plan/workload-kinds.ts';

/** One object that a controller is to look at, or the scheduler. */
export interface WorkKey {
  readonly kind: WorkloadKind | 'Scheduler';
  readonly namespace: string;
  readonly name: string;
}

/** What has happened to an object of one of the kinds. */
interface WorkloadChange {
  readonly kind: WorkloadKind;
  readonly object: KubernetesObject;
  readonly previous: KubernetesObject | undefined;
  readonly isGone: boolean;
}

export const scheduler: WorkKey = { kind: 'Scheduler', namespace: '', name: '' };

const podOwners = ['ReplicaSet', 'ReplicationController', 'DaemonSet', 'StatefulSet'] as const;
const scaledKinds: readonly WorkloadKind[] = [
  'Deployment',
  'ReplicaSet',
  'ReplicationController',
  'StatefulSet',
];

/** What is to be looked at after a change: the object, who has made it, and whoever counts on it. */
export function affectedKeys(change: WorkloadChange, world: WorkloadWorld): readonly WorkKey[] {
  const { kind, object, previous, isGone } = change;
  return [
    ...(isGone ? [] : [keyOf(kind, object)]),
    ...ownersOf(object),
    ...(previous === undefined ? [] : ownersOf(previous)),
    ...adopters(change, world),
    ...(kind === 'Pod' ? ofPod(change, world) : []),
    ...(kind === 'Node' ? ofNode(change, world) : []),
    ...(scaledKinds.includes(kind) ? keysOf('PodDisruptionBudget', object.metadata.namespace, world) : []),
    ...(isGone ? ofNamespace(kind, object) : []),
    ...(kind === 'Job' && (isGone || isLeaving(object)) ? podsOf(object, world) : []),
  ];
}

export function keyOf(kind: WorkloadKind, { metadata: { namespace = '', name } }: KubernetesObject): WorkKey {
  return { kind, namespace, name };
}

function keysOf(kind: WorkloadKind, namespace: string | undefined, world: WorkloadWorld): readonly WorkKey[] {
  return world.list(kind, namespace).map((object) => keyOf(kind, object));
}

function ownersOf(object: KubernetesObject): readonly WorkKey[] {
  const owner = controllerOf(object);
  const { namespace = '' } = object.metadata;
  return owner !== undefined && isWorkloadKind(owner.kind)
    ? [{ kind: owner.kind, namespace, name: owner.name }]
    : [];
}

/** Who might take in an object that has no controller. */
function adopters({ kind, object, isGone }: WorkloadChange, world: WorkloadWorld): readonly WorkKey[] {
  if (isGone || controllerOf(object) !== undefined) return [];
  const { namespace } = object.metadata;
  if (kind === 'ReplicaSet') return keysOf('Deployment', namespace, world);
  return kind === 'Pod' ? podOwners.flatMap((owner) => keysOf(owner, namespace, world)) : [];
}

function ofPod({ object, isGone }: WorkloadChange, world: WorkloadWorld): readonly WorkKey[] {
  const isForScheduler = isGone || isEnded(object) || nodeOf(object) === '';
  return [
    ...(isForScheduler ? [scheduler] : []),
    ...keysOf('PodDisruptionBudget', object.metadata.namespace, world),
  ];
}

/** They wait for nobody any more. */
function podsOf(job: KubernetesObject, world: WorkloadWorld): readonly WorkKey[] {
  return world.controlledBy('Pod', job).map((pod) => keyOf('Pod', pod));
}

function ofNode(change: WorkloadChange, world: WorkloadWorld): readonly WorkKey[] {
  if (!isNews(change)) return [];
  const { name } = change.object.metadata;
  const pods = world.list('Pod').filter((pod) => nodeOf(pod) === name);
  return [scheduler, ...keysOf('DaemonSet', undefined, world), ...pods.map((pod) => keyOf('Pod', pod))];
}

/** Nodes are written all the time; most of it changes nothing for pods. */
function isNews({ object, previous, isGone }: WorkloadChange): boolean {
  return isGone || previous === undefined || !jsonEqual(whatCounts(object), whatCounts(previous));
}

function whatCounts(node: KubernetesObject): JsonObject {
  const { labels = {} } = node.metadata;
  return {
    labels: { ...labels },
    taints: valueAt(node, 'spec', 'taints') ?? null,
    unschedulable: valueAt(node, 'spec', 'unschedulable') ?? null,
    ready: textAt(conditionOf(node, 'Ready'), 'status'),
    allocatable: objectAt(node, 'status', 'allocatable'),
  };
}

function ofNamespace(
  kind: WorkloadKind,
  { metadata: { name, namespace = '' } }: KubernetesObject,
): readonly WorkKey[] {
  const isOurs =
    (kind === 'ServiceAccount' && name === defaultAccount) || (kind === 'ConfigMap' && name === authorityMap);
  return isOurs ? [{ kind: 'Namespace', namespace: '', name: namespace }] : [];
}
