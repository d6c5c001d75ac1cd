import {
  conditionOf,
  type KubernetesObject,
  numberAt,
  objectAt,
  objectsAt,
  textAt,
} from '@archipelago/apimachinery';
import type { Planned, WorkloadWorld, WorkloadWrite } from '../plan/planned.ts';
import { ageOf, isActive, isEnded, isLeaving, nodeOf } from '../plan/pod-state.ts';
import { timedCondition } from '../plan/write-status.ts';
import { NodeRoom } from './node-room.ts';
import { placePod } from './place-pod.ts';
import { podDemand } from './pod-demand.ts';

const ours = 'default-scheduler';

/** What the scheduler does: pods without a node get one, the most urgent first, or the reason why they get none. */
export function planSchedule(world: WorkloadWorld, isLeft: (pod: KubernetesObject) => boolean): Planned {
  const pods = world.list('Pod');
  const waiting = pods.filter((pod) => waits(pod) && !isLeft(pod)).sort(byUrgency);
  if (waiting.length === 0) return { writes: [] };
  const room = new NodeRoom();
  for (const pod of pods) if (!isEnded(pod) && nodeOf(pod) !== '') room.take(nodeOf(pod), podDemand(pod));
  const nodes = world.list('Node').filter((node) => !isLeaving(node));
  return { writes: waiting.flatMap((pod) => place(pod, nodes, { room, now: world.now })) };
}

function waits(pod: KubernetesObject): boolean {
  return (
    nodeOf(pod) === '' &&
    isActive(pod) &&
    (textAt(pod, 'spec', 'schedulerName') || ours) === ours &&
    objectsAt(pod, 'spec', 'schedulingGates').length === 0
  );
}

function byUrgency(one: KubernetesObject, other: KubernetesObject): number {
  const [a, b] = [one, other].map((pod) => numberAt(pod, 'spec', 'priority') ?? 0);
  return (b ?? 0) - (a ?? 0) || (ageOf(one) < ageOf(other) ? -1 : 1);
}

function place(
  pod: KubernetesObject,
  nodes: readonly KubernetesObject[],
  { room, now }: { readonly room: NodeRoom; readonly now: number },
): readonly WorkloadWrite[] {
  const demand = podDemand(pod);
  const placed = placePod(objectAt(pod, 'spec'), nodes, room.load, (node) => room.shortages(node, demand));
  if (placed.kind === 'placed') {
    room.take(placed.node, demand);
    return [{ do: 'bind', object: pod, node: placed.node }];
  }
  const { message } = placed;
  const before = conditionOf(pod, 'PodScheduled');
  if (textAt(before, 'message') === message) return [];
  const said = { type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message } as const;
  const others = objectsAt(pod, 'status', 'conditions').filter(({ type }) => type !== 'PodScheduled');
  const conditions = [...others, timedCondition(pod, said, now)];
  return [
    { do: 'patchStatus', kind: 'Pod', object: pod, patch: { status: { conditions } } },
    { do: 'tell', about: pod, type: 'Warning', reason: 'FailedScheduling', message },
  ];
}
