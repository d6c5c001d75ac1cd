import {
  type JsonObject,
  jsonEqual,
  type KubernetesObject,
  objectsAt,
  textAt,
  timestamp,
  valueAt,
} from '@archipelago/apimachinery';
import type { Planned, WorkloadWorld } from '../plan/planned.ts';

const notReady = 'node.kubernetes.io/not-ready';
const unreachable = 'node.kubernetes.io/unreachable';
const unschedulable = 'node.kubernetes.io/unschedulable';
const ours = [notReady, unreachable, unschedulable];

/** What the node lifecycle controller does: taints of a node say what its condition Ready, and a cordon, say. */
export function planNode(object: KubernetesObject, { now }: Pick<WorkloadWorld, 'now'>): Planned {
  const before = objectsAt(object, 'spec', 'taints');
  const taints = taintsOf(object, timestamp(now));
  if (jsonEqual([...before], [...taints])) return { writes: [] };
  const patch = { spec: { taints: taints.length === 0 ? null : [...taints] } };
  return { writes: [{ do: 'patch', kind: 'Node', object, patch }] };
}

/** Those that are there stay as and where they are; those that are missing come last. */
function taintsOf(object: KubernetesObject, now: string): readonly JsonObject[] {
  const wanted = wantedOf(object);
  const before = objectsAt(object, 'spec', 'taints');
  const isWanted = (taint: JsonObject) =>
    wanted.some(({ key, effect }) => key === taint.key && effect === taint.effect);
  const kept = before.filter((taint) => !ours.includes(textAt(taint, 'key')) || isWanted(taint));
  const missing = wanted
    .filter(({ key, effect }) => !kept.some((taint) => taint.key === key && taint.effect === effect))
    // pods may stay for a while: since when counts
    .map((taint) => (taint.effect === 'NoExecute' ? { ...taint, timeAdded: now } : taint));
  return [...kept, ...missing];
}

/** A node that has not said anything yet is not ready. */
function wantedOf(object: KubernetesObject) {
  const ready = objectsAt(object, 'status', 'conditions').find(({ type }) => type === 'Ready');
  const isCordoned = valueAt(object, 'spec', 'unschedulable') === true;
  const effects = ['NoSchedule', 'NoExecute'];
  const failing = { True: undefined, False: notReady, Unknown: unreachable }[readiness(ready)];
  return [
    ...(failing === undefined ? [] : effects.map((effect) => ({ key: failing, effect }))),
    ...(isCordoned ? [{ key: unschedulable, effect: 'NoSchedule' }] : []),
  ];
}

function readiness(ready: JsonObject | undefined): 'True' | 'False' | 'Unknown' {
  const status = textAt(ready, 'status');
  return status === 'True' || status === 'Unknown' ? status : 'False';
}
