import { isJsonObject, type KubernetesObject, valueAt } from '@archipelago/apimachinery';
import type { SeenDeployment } from '../../reconcile/other-operators.ts';

/** What a Deployment tells of whether it runs. */
export function seenDeployment({ metadata, spec, status }: KubernetesObject): SeenDeployment {
  const { namespace = '', name, deletionTimestamp, ownerReferences = [] } = metadata;
  return {
    namespace,
    name,
    // the API server's default
    wanted: countAt(spec, 1),
    running: countAt(status, 0),
    isGoing: deletionTimestamp !== undefined,
    serviceVersion: ownerReferences.find(({ kind }) => kind === 'ClusterServiceVersion')?.name,
  };
}

function countAt(part: unknown, absent: number): number {
  const replicas = isJsonObject(part) ? valueAt(part, 'replicas') : undefined;
  return typeof replicas === 'number' ? replicas : absent;
}
