import {
  isMissingPermission,
  type KubernetesStatus,
  type Resource,
  resourceName,
} from '@archipelago/kube-client';
import type { Saying } from '../advice/advice.ts';

/** Why objects could not be listed, and what to do where a right is missing. */
export function unlistedBecause(resource: Resource, status: KubernetesStatus): Saying {
  const name = resourceName(resource);
  const because = `${name} could not be listed: ${status.message}`;
  if (!isMissingPermission(status)) return () => because;
  return ({ chooseLogin }) =>
    `${because}; ask who administers the cluster for the right (kubectl auth can-i list ${name} tells whether it is there), or ${chooseLogin}`;
}
