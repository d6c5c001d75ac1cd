import type { KubernetesObject } from '@archipelago/apimachinery';
import { operatorName } from '../../../operator/mirror/cluster-resources.ts';

/** Those of the operator's Deployment, whatever else runs in its namespace. */
export function operatorPods<T extends Pick<KubernetesObject, 'metadata'>>(pods: readonly T[]): readonly T[] {
  return pods.filter(({ metadata }) => metadata.name.startsWith(`${operatorName}-`));
}
