import { type JsonValue, type KubernetesObject, numberAt, objectAt, textAt } from '@archipelago/apimachinery';
import { claimDependents } from '../plan/claim-dependents.ts';
import { type Planned, soonest, type WorkloadWorld, type WorkloadWrite } from '../plan/planned.ts';
import { podFromTemplate } from '../plan/pod-from-template.ts';
import { ageOf, availableIn, isActive, isLeaving, isReady, nodeOf } from '../plan/pod-state.ts';
import { counted, writeStatus } from '../plan/write-status.ts';

/** As many are made or ended at a time as by Kubernetes. */
const burst = 500;

/** What the controller of ReplicaSets, and of ReplicationControllers, does: as many pods as are asked for. */
export function planReplicaSet(set: KubernetesObject, world: WorkloadWorld): Planned {
  const kind = set.kind === 'ReplicationController' ? 'ReplicationController' : 'ReplicaSet';
  const { own, writes } = claimDependents('Pod', set, world);
  const pods = own.filter(isActive);
  const minReady = numberAt(set, 'spec', 'minReadySeconds') ?? 0;
  const waits = pods.map((pod) => availableIn(pod, minReady, world.now));
  const labels = Object.entries(objectAt(set, 'spec', 'template', 'metadata', 'labels'));
  const status = {
    replicas: pods.length,
    fullyLabeledReplicas: counted(pods.filter((pod) => hasAll(pod, labels)).length),
    readyReplicas: counted(pods.filter(isReady).length),
    availableReplicas: counted(waits.filter((wait) => wait === 0).length),
    observedGeneration: set.metadata.generation,
  };
  return {
    writes: [...writes, ...(isLeaving(set) ? [] : adjust(set, pods)), ...writeStatus(kind, set, status)],
    afterMs: soonest(...waits.filter((wait) => wait > 0)),
  };
}

function hasAll(
  { metadata }: KubernetesObject,
  labels: readonly (readonly [string, JsonValue | undefined])[],
): boolean {
  return labels.every(([key, value]) => metadata.labels?.[key] === value);
}

function adjust(set: KubernetesObject, pods: readonly KubernetesObject[]): readonly WorkloadWrite[] {
  const missing = (numberAt(set, 'spec', 'replicas') ?? 1) - pods.length;
  if (missing > 0) return Array.from({ length: Math.min(missing, burst) }, () => podFromTemplate(set));
  if (missing === 0) return [];
  const surplus = [...pods].sort(byWorth).slice(0, Math.min(-missing, burst));
  return surplus.map((object) => ({ do: 'delete', kind: 'Pod', object }));
}

/** Those that are missed least come first: without a node, not running, not ready, cheap by their annotation, young. */
function byWorth(one: KubernetesObject, other: KubernetesObject): number {
  const [a, b] = [worthOf(one), worthOf(other)];
  const at = a.findIndex((value, index) => value !== b[index]);
  if (at !== -1) return (a[at] ?? 0) - (b[at] ?? 0);
  return ageOf(one) > ageOf(other) ? -1 : 1;
}

function worthOf(pod: KubernetesObject): readonly number[] {
  const cost = Number(pod.metadata.annotations?.['controller.kubernetes.io/pod-deletion-cost'] ?? 0);
  return [
    nodeOf(pod) === '' ? 0 : 1,
    textAt(pod, 'status', 'phase') === 'Running' ? 1 : 0,
    isReady(pod) ? 1 : 0,
    Number.isFinite(cost) ? cost : 0,
  ];
}
