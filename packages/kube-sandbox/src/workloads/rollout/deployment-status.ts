import {
  conditionOf,
  type JsonObject,
  type KubernetesObject,
  numberAt,
  objectsAt,
  textAt,
  timestamp,
} from '@archipelago/apimachinery';
import { counted } from '../plan/write-status.ts';
import { rolloutSize, sizeOf } from './deployment-sets.ts';

/** A Deployment and its sets. */
export interface Rollout {
  readonly deployment: KubernetesObject;
  /** With its template; undefined before it is made. */
  readonly fresh: KubernetesObject | undefined;
  readonly old: readonly KubernetesObject[];
  readonly now: number;
}

interface Counts {
  readonly replicas: number;
  readonly updated: number;
  readonly ready: number;
  readonly available: number;
}

/** The status of a Deployment, and how long until it is late, in milliseconds. */
export function deploymentStatus(rollout: Rollout): {
  readonly status: JsonObject;
  readonly lateInMs?: number;
} {
  const { deployment, fresh, old } = rollout;
  const counts = countsOf(fresh, old);
  const { replicas } = rolloutSize(deployment);
  const unavailable = Math.max(
    0,
    sum([...all(fresh), ...old], (set) => sizeOf(set).replicas) - counts.available,
  );
  const progress = progressing(rollout, counts);
  const others = objectsAt(deployment, 'status', 'conditions').filter(
    ({ type }) => type !== 'Available' && type !== 'Progressing',
  );
  const status = {
    observedGeneration: deployment.metadata.generation,
    replicas: counted(counts.replicas),
    updatedReplicas: counted(counts.updated),
    readyReplicas: counted(counts.ready),
    availableReplicas: counted(counts.available),
    unavailableReplicas: counted(unavailable),
    collisionCount: numberAt(deployment, 'status', 'collisionCount'),
    conditions: [...others, availability(rollout, counts, replicas), ...progress.conditions],
  };
  return { status, ...(progress.lateInMs === undefined ? {} : { lateInMs: progress.lateInMs }) };
}

function all(fresh: KubernetesObject | undefined): readonly KubernetesObject[] {
  return fresh === undefined ? [] : [fresh];
}

function sum(sets: readonly KubernetesObject[], of: (set: KubernetesObject) => number): number {
  return sets.reduce((total, set) => total + of(set), 0);
}

function countsOf(fresh: KubernetesObject | undefined, old: readonly KubernetesObject[]): Counts {
  const sets = [...all(fresh), ...old];
  const count = (name: string) => (set: KubernetesObject) => numberAt(set, 'status', name) ?? 0;
  return {
    replicas: sum(sets, count('replicas')),
    updated: sum(all(fresh), count('replicas')),
    ready: sum(sets, count('readyReplicas')),
    available: sum(sets, count('availableReplicas')),
  };
}

interface Told {
  readonly type: string;
  readonly status: 'True' | 'False' | 'Unknown';
  readonly reason: string;
  readonly message: string;
}

/** Conditions of Deployments say when something was last heard, too: `isNews` says that something was. */
function condition({ deployment, now }: Rollout, told: Told, isNews: boolean): JsonObject {
  const before = conditionOf(deployment, told.type);
  const isSame = before?.status === told.status && before.reason === told.reason && !isNews;
  if (isSame && before !== undefined) return { ...before, message: told.message };
  const since = before?.status === told.status ? textAt(before, 'lastTransitionTime') : timestamp(now);
  return { ...told, lastUpdateTime: timestamp(now), lastTransitionTime: since };
}

function availability(rollout: Rollout, { available }: Counts, replicas: number): JsonObject {
  const isEnough = available >= replicas - rolloutSize(rollout.deployment).maxUnavailable;
  const told: Omit<Told, 'type'> = isEnough
    ? { status: 'True', reason: 'MinimumReplicasAvailable', message: 'Deployment has minimum availability.' }
    : {
        status: 'False',
        reason: 'MinimumReplicasUnavailable',
        message: 'Deployment does not have minimum availability.',
      };
  return condition(rollout, { type: 'Available', ...told }, false);
}

interface Progress {
  readonly conditions: readonly JsonObject[];
  readonly lateInMs?: number;
}

const type = 'Progressing';

function progressing(rollout: Rollout, counts: Counts): Progress {
  const { deployment, fresh, now } = rollout;
  const before = conditionOf(deployment, type);
  if (fresh === undefined) return { conditions: before === undefined ? [] : [before] };
  const name = `ReplicaSet "${fresh.metadata.name}"`;
  const tell = (status: 'True' | 'False', reason: string, said: string, isNews = false) => [
    condition(rollout, { type, status, reason, message: `${name} ${said}.` }, isNews),
  ];
  if (isDone(deployment, counts))
    return { conditions: tell('True', 'NewReplicaSetAvailable', 'has successfully progressed') };
  const patience = patienceMs(deployment);
  if (before === undefined || before.reason === 'NewReplicaSetAvailable' || hasMoved(deployment, counts))
    return { conditions: tell('True', 'ReplicaSetUpdated', 'is progressing', true), lateInMs: patience };
  const left = Date.parse(textAt(before, 'lastUpdateTime')) + patience - now;
  if (left > 0 && before.status === 'True') return { conditions: [before], lateInMs: left };
  return { conditions: tell('False', 'ProgressDeadlineExceeded', 'has timed out progressing') };
}

function isDone(deployment: KubernetesObject, { updated, replicas, available }: Counts): boolean {
  const wanted = rolloutSize(deployment).replicas;
  return [updated, replicas, available].every((count) => count === wanted);
}

function patienceMs(deployment: KubernetesObject): number {
  return (numberAt(deployment, 'spec', 'progressDeadlineSeconds') ?? 600) * 1000;
}

function hasMoved(deployment: KubernetesObject, counts: Counts): boolean {
  const before = (name: string) => numberAt(deployment, 'status', name) ?? 0;
  return (
    counts.updated > before('updatedReplicas') ||
    counts.replicas - counts.updated < before('replicas') - before('updatedReplicas') ||
    counts.ready > before('readyReplicas') ||
    counts.available > before('availableReplicas')
  );
}
