import {
  isConditionTrue,
  type JsonObject,
  type KubernetesObject,
  objectAt,
  objectsAt,
  textAt,
  timestamp,
  valueAt,
} from '@archipelago/apimachinery';
import { isForgotten, untracked } from '../batch/job-tracking.ts';
import { type Planned, soonest, type WorkloadWorld, type WorkloadWrite } from '../plan/planned.ts';
import { isActive, nodeOf } from '../plan/pod-state.ts';
import { timedCondition, writeStatus } from '../plan/write-status.ts';
import { planLostPod } from '../scheduling/plan-lost-pods.ts';
import { containerStatus, type PodMoment, statusOf } from './container-status.ts';
import { podAddress } from './pod-address.ts';
import { podFate } from './pod-fate.ts';
import type { PodPlay } from './pod-play.ts';

/** What a kubelet does about a pod of its node, and what becomes of it when the node is lost. Nothing is executed. */
export function planPod(pod: KubernetesObject, world: WorkloadWorld, play: PodPlay): Planned {
  if (isForgotten(pod, world)) return { writes: [untracked(pod)] };
  const node = world.get('Node', nodeOf(pod));
  if (nodeOf(pod) === '' || !isActive(pod)) return { writes: [] };
  const lost = planLostPod(pod, world);
  if (node === undefined || lost.writes.length > 0) return lost;
  const labels = label(pod, play);
  if (labels !== undefined) return { writes: [labels] };
  const told = tell(pod, node, { world, play });
  return { writes: told.writes, afterMs: soonest(told.afterMs, lost.afterMs) };
}

/** Says that the pod is played. */
function label(pod: KubernetesObject, { annotations }: PodPlay): WorkloadWrite | undefined {
  const missing = Object.entries(annotations).filter(
    ([key, value]) => pod.metadata.annotations?.[key] !== value,
  );
  if (missing.length === 0) return undefined;
  const patch = { metadata: { annotations: Object.fromEntries(missing) } };
  return { do: 'patch', kind: 'Pod', object: pod, patch };
}

function tell(
  pod: KubernetesObject,
  node: KubernetesObject,
  { world: { now }, play }: { readonly world: WorkloadWorld; readonly play: PodPlay },
): Planned {
  const restartPolicy = textAt(pod, 'spec', 'restartPolicy') || 'Always';
  const moment = { now, fate: podFate(pod, node, play), restartPolicy };
  const containers = objectsAt(pod, 'spec', 'containers').map((container) => {
    const before = statusOf(valueAt(pod, 'status', 'containerStatuses'), textAt(container, 'name'));
    return containerStatus(container, before, moment);
  });
  const statuses = containers.map(({ status }) => status);
  const phase = phaseOf(statuses);
  const status = {
    ...objectAt(pod, 'status'),
    phase,
    ...podAddress(pod, node),
    startTime: textAt(pod, 'status', 'startTime') || timestamp(now),
    conditions: conditionsOf(pod, { phase, statuses, now, isNodeReady: isConditionTrue(node, 'Ready') }),
    ...initialized(pod, moment),
    containerStatuses: statuses,
  };
  const afterMs = soonest(...containers.map((one) => one.afterMs));
  return { writes: writeStatus('Pod', pod, status), afterMs };
}

function phaseOf(statuses: readonly JsonObject[]): string {
  const codes = statuses.map((status) => valueAt(status, 'state', 'terminated', 'exitCode'));
  if (codes.length === 0 || codes.some((code) => code === undefined)) return 'Running';
  return codes.every((code) => code === 0) ? 'Succeeded' : 'Failed';
}

/** Containers that come before the others have ended well, or go on beside them. */
function initialized(pod: KubernetesObject, { now }: PodMoment): JsonObject {
  const containers = objectsAt(pod, 'spec', 'initContainers');
  if (containers.length === 0) return {};
  const before = valueAt(pod, 'status', 'initContainerStatuses');
  const initContainerStatuses = containers.map((container) => {
    const name = textAt(container, 'name');
    const known = statusOf(before, name);
    if (Object.keys(known).length > 0) return known;
    const at = timestamp(now);
    const isSidecar = textAt(container, 'restartPolicy') === 'Always';
    const state = isSidecar
      ? { running: { startedAt: at } }
      : { terminated: { exitCode: 0, reason: 'Completed', startedAt: at, finishedAt: at } };
    const image = textAt(container, 'image');
    return { name, image, imageID: '', restartCount: 0, ready: true, started: isSidecar, state };
  });
  return { initContainerStatuses };
}

interface Facts {
  readonly phase: string;
  readonly statuses: readonly JsonObject[];
  readonly now: number;
  readonly isNodeReady: boolean;
}

function conditionsOf(pod: KubernetesObject, { phase, statuses, now, isNodeReady }: Facts) {
  const areReady = statuses.every(({ ready }) => ready === true);
  const isOver = phase === 'Succeeded';
  const why = isOver
    ? { reason: 'PodCompleted' }
    : areReady
      ? {}
      : { reason: 'ContainersNotReady', message: `containers with unready status: [${unready(statuses)}]` };
  const yes = (is: boolean) => (is ? 'True' : 'False');
  const ours = [
    { type: 'PodReadyToStartContainers', status: yes(phase === 'Running') },
    { type: 'Initialized', status: 'True' as const },
    { type: 'Ready', status: yes(areReady && isNodeReady), ...why },
    { type: 'ContainersReady', status: yes(areReady), ...why },
    { type: 'PodScheduled', status: 'True' as const },
  ] as const;
  const others = objectsAt(pod, 'status', 'conditions').filter(
    ({ type }) => !ours.some((one) => one.type === type),
  );
  return [...ours.map((one) => timedCondition(pod, one, now)), ...others];
}

function unready(statuses: readonly JsonObject[]): string {
  return statuses
    .filter(({ ready }) => ready !== true)
    .map((status) => textAt(status, 'name'))
    .join(' ');
}
