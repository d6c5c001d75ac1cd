import {
  isJsonObject,
  type JsonObject,
  type KubernetesObject,
  numberAt,
  objectAt,
  textAt,
} from '@archipelago/apimachinery';
import { claimDependents } from '../plan/claim-dependents.ts';
import { type Planned, soonest, type WorkloadWorld, type WorkloadWrite } from '../plan/planned.ts';
import { availableIn, isEnded, isLeaving, isReady } from '../plan/pod-state.ts';
import { counted, writeStatus } from '../plan/write-status.ts';
import { controllerRevisions, revisionLabel } from './controller-revisions.ts';
import { memberClaims, memberPod, ordinalOf } from './stateful-members.ts';

/** A StatefulSet with its pods by ordinal. */
interface Members {
  readonly set: KubernetesObject;
  readonly pods: ReadonlyMap<number, KubernetesObject>;
  /** Of the template that it has now, and of that before. */
  readonly update: string;
  readonly current: string;
  readonly revisions: readonly KubernetesObject[];
  readonly isHealthy: (pod: KubernetesObject | undefined) => boolean;
}

/** What the stateful set controller does: numbered pods with their claims, one after the other unless they are `Parallel`. */
export function planStatefulSet(set: KubernetesObject, world: WorkloadWorld): Planned {
  const { own, writes } = claimDependents('Pod', set, world);
  if (isLeaving(set)) return { writes };
  const revisions = controllerRevisions(set, world, ({ metadata }) =>
    own.some((pod) => pod.metadata.labels?.[revisionLabel] === metadata.name),
  );
  const minReady = numberAt(set, 'spec', 'minReadySeconds') ?? 0;
  const members: Members = {
    set,
    pods: new Map(own.map((pod) => [ordinalOf(pod, set), pod])),
    update: revisions.name,
    current: textAt(set, 'status', 'currentRevision') || revisions.name,
    revisions: revisions.all,
    isHealthy: (pod) => pod !== undefined && !isLeaving(pod) && availableIn(pod, minReady, world.now) === 0,
  };
  const waits = own.map((pod) => availableIn(pod, minReady, world.now)).filter((wait) => wait > 0);
  return {
    writes: [
      ...writes,
      ...revisions.writes,
      ...memberClaims(set, ordinals(set), world),
      ...steps(members),
      ...writeStatus('StatefulSet', set, statusOf(members)),
    ],
    afterMs: soonest(...waits),
  };
}

function ordinals(set: KubernetesObject): readonly number[] {
  const first = numberAt(set, 'spec', 'ordinals', 'start') ?? 0;
  return Array.from({ length: numberAt(set, 'spec', 'replicas') ?? 1 }, (_, index) => first + index);
}

/** In order: those that are missing come, then those that are too many go from the end, then old ones are replaced from the end. */
function steps(members: Members): readonly WorkloadWrite[] {
  const { set, pods, isHealthy } = members;
  const isParallel = textAt(set, 'spec', 'podManagementPolicy') === 'Parallel';
  const wanted = ordinals(set);
  const made: WorkloadWrite[] = [];
  for (const ordinal of wanted) {
    const pod = pods.get(ordinal);
    made.push(...renewal(members, ordinal));
    if (!isParallel && (made.length > 0 || !isHealthy(pod))) return [...made, ...unblock(members, pod)];
  }
  const surplus = [...pods].filter(([ordinal]) => !wanted.includes(ordinal)).sort(([a], [b]) => b - a);
  const going = surplus.filter(([, pod]) => !isLeaving(pod)).map(([, pod]) => deletion(pod));
  if (surplus.length > 0) return [...made, ...(isParallel ? going : going.slice(0, 1))];
  return made.length > 0 ? made : replace(members, wanted);
}

/** One that is missing comes; one that has ended makes room for itself. */
function renewal(members: Members, ordinal: number): readonly WorkloadWrite[] {
  const pod = members.pods.get(ordinal);
  if (pod === undefined) return [memberPod(members.set, ordinal, templateOf(members, ordinal))];
  return isEnded(pod) && !isLeaving(pod) ? [deletion(pod)] : [];
}

/** A pod of an old template that never becomes ready would be in the way of the new one for ever. */
function unblock(members: Members, pod: KubernetesObject | undefined): readonly WorkloadWrite[] {
  const isOld = pod?.metadata.labels?.[revisionLabel] !== members.update;
  const isBroken = pod !== undefined && !isLeaving(pod) && !isEnded(pod) && !isReady(pod);
  const isRolling = textAt(members.set, 'spec', 'updateStrategy', 'type') !== 'OnDelete';
  return isOld && isBroken && isRolling && ordinalOf(pod, members.set) >= partitionOf(members.set)
    ? [deletion(pod)]
    : [];
}

function partitionOf(set: KubernetesObject): number {
  return numberAt(set, 'spec', 'updateStrategy', 'rollingUpdate', 'partition') ?? 0;
}

function replace(members: Members, wanted: readonly number[]): readonly WorkloadWrite[] {
  const { set, pods, update, isHealthy } = members;
  if (textAt(set, 'spec', 'updateStrategy', 'type') === 'OnDelete') return [];
  for (const ordinal of wanted.toReversed()) {
    const pod = pods.get(ordinal);
    if (ordinal < partitionOf(set) || pod === undefined) return [];
    if (pod.metadata.labels?.[revisionLabel] !== update) return isLeaving(pod) ? [] : [deletion(pod)];
    if (!isHealthy(pod)) return [];
  }
  return [];
}

function deletion(object: KubernetesObject): WorkloadWrite {
  return { do: 'delete', kind: 'Pod', object };
}

/** Below the partition pods keep to the template before. */
function templateOf({ set, update, current, revisions }: Members, ordinal: number) {
  const old = revisions.find(({ metadata }) => metadata.name === current);
  const template = objectAt(old, 'data', 'spec', 'template');
  if (ordinal >= partitionOf(set) || old === undefined || !isJsonObject(template))
    return { template: objectAt(set, 'spec', 'template'), revision: update };
  const { $patch: _patch, ...plain } = template;
  return { template: plain, revision: current };
}

function statusOf(members: Members): JsonObject {
  const { set, pods, update, current, isHealthy } = members;
  const all = [...pods.values()].filter((pod) => !isEnded(pod));
  const of = (revision: string) =>
    all.filter(({ metadata }) => metadata.labels?.[revisionLabel] === revision).length;
  const isDone = of(update) === ordinals(set).length && all.length === of(update) && all.every(isHealthy);
  const now = isDone ? update : current;
  return {
    observedGeneration: set.metadata.generation,
    replicas: all.length,
    readyReplicas: counted(all.filter(isReady).length),
    availableReplicas: all.filter(isHealthy).length,
    currentReplicas: counted(of(now)),
    updatedReplicas: counted(of(update)),
    currentRevision: now,
    updateRevision: update,
    collisionCount: 0,
  };
}
