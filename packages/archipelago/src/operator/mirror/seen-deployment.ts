import { isJsonObject, type KubernetesObject, valueAt } from '@archipelago/apimachinery';
import type { SeenDeployment } from '../../reconcile/other-operators.ts';
import { serviceVersionOf } from '../../reconcile/service-version-of.ts';

/** What a Deployment tells of whether it runs. */
export function seenDeployment({ metadata, spec, status }: KubernetesObject): SeenDeployment {
  const { namespace = '', name, deletionTimestamp } = metadata;
  return {
    namespace,
    name,
    // the API server's default
    wanted: countAt(spec, 1),
    running: countAt(status, 0),
    isGoing: deletionTimestamp !== undefined,
    serviceVersion: serviceVersionOf(metadata),
  };
}

function countAt(part: unknown, absent: number): number {
  const replicas = isJsonObject(part) ? valueAt(part, 'replicas') : undefined;
  return typeof replicas === 'number' ? replicas : absent;
}
