import { type KubernetesObject, numberAt, textAt, valueAt } from '@archipelago/apimachinery';
import { claimDependents } from '../plan/claim-dependents.ts';
import { controllerOf } from '../plan/owner-reference.ts';
import { type Planned, soonest, type WorkloadWorld, type WorkloadWrite } from '../plan/planned.ts';
import { ageOf, isActive, isLeaving } from '../plan/pod-state.ts';
import { writeStatus } from '../plan/write-status.ts';
import {
  currentSet,
  isResized,
  missingAnnotations,
  newSet,
  revisionAnnotation,
  revisionOf,
  rolloutSize,
  sizeOf,
} from './deployment-sets.ts';
import { deploymentStatus, type Rollout } from './deployment-status.ts';
import { proportionalSizes, type Resizing, rollingUpdate } from './rolling-update.ts';

/** What the deployment controller does: a ReplicaSet for each template, and from one to the next as the strategy says. */
export function planDeployment(deployment: KubernetesObject, world: WorkloadWorld): Planned {
  const { own, writes } = claimDependents('ReplicaSet', deployment, world);
  const sets = own.filter((set) => !isLeaving(set));
  const fresh = currentSet(deployment, sets);
  const old = sets.filter((set) => set !== fresh).sort((a, b) => (ageOf(a) < ageOf(b) ? -1 : 1));
  const rollout: Rollout = { deployment, fresh, old, now: world.now };
  const { status, lateInMs } = deploymentStatus(rollout);
  const steps = isLeaving(deployment) ? [] : nextSteps(rollout, world);
  return {
    writes: [...writes, ...steps, ...writeStatus('Deployment', deployment, status)],
    afterMs: soonest(lateInMs),
  };
}

function nextSteps(rollout: Rollout, world: WorkloadWorld): readonly WorkloadWrite[] {
  const { deployment, fresh, old } = rollout;
  const sets = fresh === undefined ? old : [fresh, ...old];
  const isPaused = valueAt(deployment, 'spec', 'paused') === true;
  if (isPaused || isResized(deployment, sets)) return [...resize(rollout, scaled(rollout)), ...tidy(rollout)];
  const revision = Math.max(0, ...old.map(revisionOf)) + 1;
  if (fresh === undefined) return create(rollout, world, revision);
  // a set that has not looked at its size yet does not tell what is available
  const isSettled = sets.every(
    (set) => numberAt(set, 'status', 'observedGeneration') === set.metadata.generation,
  );
  const resizing = isSettled ? strategy(rollout, fresh, world) : new Map();
  return [
    ...annotate(rollout, fresh, revision),
    ...resize(rollout, resizing),
    ...(resizing.size === 0 ? tidy(rollout) : []),
  ];
}

/** Makes the set of a template. Under a name that another one has, it is tried once more under the next. */
function create(rollout: Rollout, world: WorkloadWorld, revision: number): readonly WorkloadWrite[] {
  const { deployment, old } = rollout;
  const size = rolloutSize(deployment);
  const isRecreated = textAt(deployment, 'spec', 'strategy', 'type') === 'Recreate';
  if (isRecreated && havePods(rollout, world)) return resize(rollout, emptied(old));
  const collisions = numberAt(deployment, 'status', 'collisionCount') ?? 0;
  const first = rollingUpdate({ name: '', replicas: 0, available: 0 }, old.map(sizeOf), size).get('') ?? 0;
  const object = newSet(deployment, { revision, collisions, replicas: first });
  const name = textAt(object, 'metadata', 'name');
  if (world.get('ReplicaSet', name, deployment.metadata.namespace) !== undefined) {
    const patch = { status: { collisionCount: collisions + 1 } };
    return [{ do: 'patchStatus', kind: 'Deployment', object: deployment, patch }];
  }
  return [{ do: 'create', kind: 'ReplicaSet', object }, tell(deployment, name, { from: 0, to: first })];
}

function havePods({ old }: Rollout, world: WorkloadWorld): boolean {
  return old.some(
    (set) =>
      sizeOf(set).replicas > 0 ||
      world.controlledBy('Pod', set).some((pod) => isActive(pod) || isLeaving(pod)),
  );
}

function emptied(old: readonly KubernetesObject[]): Resizing {
  return new Map(old.filter((set) => sizeOf(set).replicas > 0).map((set) => [set.metadata.name, 0]));
}

function strategy({ deployment, old }: Rollout, fresh: KubernetesObject, world: WorkloadWorld): Resizing {
  const size = rolloutSize(deployment);
  if (textAt(deployment, 'spec', 'strategy', 'type') !== 'Recreate')
    return rollingUpdate(sizeOf(fresh), old.map(sizeOf), size);
  const rollout = { deployment, old, fresh, now: world.now };
  if (havePods(rollout, world)) return emptied(old);
  const { name, replicas } = sizeOf(fresh);
  return replicas === size.replicas ? new Map() : new Map([[name, size.replicas]]);
}

/** Sizes for a Deployment whose own has changed, or which is paused. */
function scaled({ deployment, fresh, old }: Rollout): Resizing {
  const size = rolloutSize(deployment);
  const newestFirst = [...present(fresh), ...old.toReversed()].map(sizeOf);
  const active = newestFirst.filter(({ replicas }) => replicas > 0);
  if (active.length > 1)
    return isFull(fresh, size.replicas) ? emptied(old) : proportionalSizes(newestFirst, size);
  const [one] = [...active, ...newestFirst];
  return one === undefined || one.replicas === size.replicas
    ? new Map()
    : new Map([[one.name, size.replicas]]);
}

function present(set: KubernetesObject | undefined): readonly KubernetesObject[] {
  return set === undefined ? [] : [set];
}

function isFull(set: KubernetesObject | undefined, replicas: number): boolean {
  return present(set)
    .map(sizeOf)
    .some((size) => size.replicas === replicas && size.available === replicas);
}

function resize({ deployment, fresh, old }: Rollout, sizes: Resizing): readonly WorkloadWrite[] {
  const sets = fresh === undefined ? old : [fresh, ...old];
  return sets.flatMap((set): readonly WorkloadWrite[] => {
    const replicas = sizes.get(set.metadata.name);
    const annotations = missingAnnotations(deployment, set, undefined);
    if (replicas === undefined && annotations === undefined) return [];
    const patch = {
      ...(annotations === undefined ? {} : { metadata: { annotations } }),
      ...(replicas === undefined ? {} : { spec: { replicas } }),
    };
    const write: WorkloadWrite = { do: 'patch', kind: 'ReplicaSet', object: set, patch };
    const { name } = set.metadata;
    return replicas === undefined
      ? [write]
      : [write, tell(deployment, name, { from: sizeOf(set).replicas, to: replicas })];
  });
}

function tell(
  about: KubernetesObject,
  name: string,
  { from, to }: { readonly from: number; readonly to: number },
): WorkloadWrite {
  const message = `Scaled ${to > from ? 'up' : 'down'} replica set ${name} from ${from} to ${to}`;
  return { do: 'tell', about, type: 'Normal', reason: 'ScalingReplicaSet', message };
}

function annotate(
  { deployment }: Rollout,
  fresh: KubernetesObject,
  revision: number,
): readonly WorkloadWrite[] {
  const wanted = Math.max(revision, revisionOf(fresh));
  const minReadySeconds = numberAt(deployment, 'spec', 'minReadySeconds') ?? 0;
  const isSlow = (numberAt(fresh, 'spec', 'minReadySeconds') ?? 0) === minReadySeconds;
  const annotations = missingAnnotations(deployment, fresh, wanted);
  const own = revisionOf(deployment) === wanted;
  const spec = isSlow ? {} : { spec: { minReadySeconds } };
  const isRight = annotations === undefined && isSlow;
  const patch = { ...(annotations === undefined ? {} : { metadata: { annotations } }), ...spec };
  return [
    ...(isRight ? [] : [{ do: 'patch', kind: 'ReplicaSet', object: fresh, patch } as const]),
    ...(own
      ? []
      : [
          {
            do: 'patch',
            kind: 'Deployment',
            object: deployment,
            patch: { metadata: { annotations: revisionAnnotation(wanted) } },
          } as const,
        ]),
  ];
}

/** Sets that are older than anybody is to go back go, once nothing is left of them. */
function tidy({ deployment, old }: Rollout): readonly WorkloadWrite[] {
  const limit = numberAt(deployment, 'spec', 'revisionHistoryLimit') ?? 10;
  const empty = old.filter(
    (set) =>
      sizeOf(set).replicas === 0 &&
      (numberAt(set, 'status', 'replicas') ?? 0) === 0 &&
      controllerOf(set) !== undefined,
  );
  const surplus = [...empty]
    .sort((one, other) => revisionOf(one) - revisionOf(other))
    .slice(0, Math.max(0, empty.length - limit));
  return surplus.map((object) => ({ do: 'delete', kind: 'ReplicaSet', object }));
}
