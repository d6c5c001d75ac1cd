import { type JsonObject, type KubernetesObject, numberAt, objectAt } from '@archipelago/apimachinery';
import { podFits } from '../players/pod-fits.ts';
import { type PlainCondition, timedConditions } from '../timed-conditions.ts';

/** Pods of a Deployment. */
interface Pods {
  readonly wanted: number;
  readonly available: number;
  readonly pending: number;
}

/** The status of a Deployment as its controller would give it: pods run where a node takes them, old ones until new ones do. */
export function deploymentStatus(
  deployment: KubernetesObject,
  nodes: readonly KubernetesObject[],
  now: string,
): JsonObject {
  const pods = podsOf(deployment, nodes);
  const { available, pending } = pods;
  const counts = {
    replicas: available + pending,
    updatedReplicas: pending > 0 ? pending : available,
    readyReplicas: available,
    availableReplicas: available,
    unavailableReplicas: pending,
  };
  return {
    observedGeneration: deployment.metadata.generation ?? 1,
    // API servers leave out what is 0
    ...Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0)),
    conditions: timedConditions(conditionsOf(pods), deployment, now),
  };
}

function podsOf(deployment: KubernetesObject, nodes: readonly KubernetesObject[]): Pods {
  const wanted = numberAt(deployment, 'spec', 'replicas') ?? 1;
  const podSpec = objectAt(deployment, 'spec', 'template', 'spec');
  if (nodes.some((node) => podFits(podSpec, node))) return { wanted, available: wanted, pending: 0 };
  const old = numberAt(deployment, 'status', 'availableReplicas') ?? 0;
  // one pod more than wanted while old ones go on
  return { wanted, available: Math.min(old, wanted), pending: old > 0 ? 1 : wanted };
}

function conditionsOf({ wanted, available, pending }: Pods): readonly PlainCondition[] {
  const isAvailable = available >= wanted;
  const isDone = pending === 0;
  return [
    {
      type: 'Available',
      status: isAvailable ? 'True' : 'False',
      reason: isAvailable ? 'MinimumReplicasAvailable' : 'MinimumReplicasUnavailable',
      message: `simulated: ${available} of ${wanted} pods are available`,
    },
    {
      type: 'Progressing',
      status: 'True',
      reason: isDone ? 'NewReplicaSetAvailable' : 'ReplicaSetUpdated',
      message: isDone
        ? 'simulated: pods are where nodes take them'
        : 'simulated: a pod is Pending: no node has its labels and tolerated taints',
    },
  ];
}
