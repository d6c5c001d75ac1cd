import type { Clock, KubernetesObject } from '@archipelago/apimachinery';
import type { ApiRequest } from '../requests/api-request.ts';
import type { ApiResponse } from '../requests/api-response.ts';
import type { ObjectStore } from '../storage/object-store.ts';
import { planCronJob } from './batch/plan-cron-job.ts';
import { planJob } from './batch/plan-job.ts';
import { planDisruptionBudget } from './nodes/plan-disruption-budget.ts';
import { planNamespace } from './nodes/plan-namespace.ts';
import { planNode } from './nodes/plan-node.ts';
import { planPod } from './nodes/plan-pod.ts';
import { type PodPlay, plainPlay } from './nodes/pod-play.ts';
import { controllerOf } from './plan/owner-reference.ts';
import type { Planned, WorkloadWorld } from './plan/planned.ts';
import { isWorkloadKind, type WorkloadKind } from './plan/workload-kinds.ts';
import { planDaemonSet } from './rollout/plan-daemon-set.ts';
import { planDeployment } from './rollout/plan-deployment.ts';
import { planReplicaSet } from './rollout/plan-replica-set.ts';
import { planStatefulSet } from './rollout/plan-stateful-set.ts';
import type { WorkKey } from './running/affected-keys.ts';
import { StoreWorld } from './running/store-world.ts';
import { WorkloadLoop } from './running/workload-loop.ts';
import { planSchedule } from './scheduling/plan-schedule.ts';

/** Controllers of workloads, a scheduler and kubelets that execute nothing. */
export interface WorkloadOptions extends Partial<PodPlay> {
  /** Pods and jobs that somebody else plays: nothing is done about them, but their place on nodes counts. Told with what controls them. */
  readonly isLeft?: (object: KubernetesObject, controller: KubernetesObject | undefined) => boolean;
}

/** The server that they work on. */
interface WorkloadServer {
  readonly store: ObjectStore;
  readonly clock: Clock;
  /** Of somebody who may do everything. */
  readonly token: string;
  /** PEM of the authority, for those who run in the cluster. */
  readonly authority: string | undefined;
  handle(request: ApiRequest): Promise<ApiResponse>;
}

type Plan = (object: KubernetesObject, world: WorkloadWorld) => Planned;

/** Starts the controllers; the result ends them. */
export function startWorkloads(server: WorkloadServer, options: WorkloadOptions): () => void {
  const { store, clock } = server;
  const play: PodPlay = { ...plainPlay, ...options };
  const world = new StoreWorld(store, () => clock.now());
  const isLeft = (object: KubernetesObject) => options.isLeft?.(object, ownerOf(object, world)) ?? false;
  const plans = plansOf({ play, authority: server.authority });
  const client = {
    handle: (request: ApiRequest) => server.handle(request),
    token: server.token,
    world,
    annotations: play.annotations,
  };
  const plan = ({ kind, name, namespace }: WorkKey): Planned => {
    if (kind === 'Scheduler') return planSchedule(world, isLeft);
    const object = plans[kind] === undefined ? undefined : world.get(kind, name, namespace);
    return object === undefined || isLeft(object)
      ? { writes: [] }
      : (plans[kind]?.(object, world) ?? { writes: [] });
  };
  const loop = new WorkloadLoop({ store, world, client, clock, plan });
  loop.start();
  return () => loop.stop();
}

function ownerOf(object: KubernetesObject, world: WorkloadWorld): KubernetesObject | undefined {
  const owner = controllerOf(object);
  return owner !== undefined && isWorkloadKind(owner.kind)
    ? world.get(owner.kind, owner.name, object.metadata.namespace)
    : undefined;
}

function plansOf({
  play,
  authority,
}: {
  readonly play: PodPlay;
  readonly authority: string | undefined;
}): Readonly<Partial<Record<WorkloadKind, Plan>>> {
  return {
    CronJob: planCronJob,
    DaemonSet: planDaemonSet,
    Deployment: planDeployment,
    Job: (object, world) => planJob(object, world, play.prefix),
    Namespace: (object, world) => planNamespace(object, world, authority),
    Node: planNode,
    Pod: (object, world) => planPod(object, world, play),
    PodDisruptionBudget: planDisruptionBudget,
    ReplicaSet: planReplicaSet,
    ReplicationController: planReplicaSet,
    StatefulSet: planStatefulSet,
  };
}
