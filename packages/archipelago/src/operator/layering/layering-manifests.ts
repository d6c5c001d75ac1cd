import type { JsonObject } from '@archipelago/apimachinery';
import { layeringDefinitions } from '../../layering/api/layering-definitions.ts';
import { type LayeringGroup, machineConfigGroup, ownGroup } from '../../layering/api/layering-names.ts';
import { jobsAccount } from '../options/layering-choices.ts';
import { buildsNamespace, type Installation } from '../rights/permission.ts';
import { type Account, accountManifest, roleManifests } from '../rights/role-manifests.ts';
import { jobsPermissions } from './layering-permissions.ts';

/**
 * The kinds of layering, the namespace of its builds, and the account of its jobs. On OpenShift the other group is the Machine
 * Config Operator's.
 */
export function layeringManifests(
  installation: Pick<Installation, 'namespace' | 'platform' | 'layeringNamespace'>,
): readonly JsonObject[] {
  const { platform } = installation;
  const namespace = buildsNamespace(installation);
  const labels = { 'app.kubernetes.io/name': 'archipelago', 'app.kubernetes.io/component': 'layering' };
  const account = { name: jobsAccount, namespace, labels };
  return [
    ...layeringKindsOf(platform),
    // the operator's own stands before
    ...(namespace === installation.namespace ? [] : [placeOfBuilds(namespace, labels)]),
    accountManifest(account),
    ...roleManifests(account, jobsPermissions(namespace)),
    ...(platform === 'openshift' ? [privilegedPods(account)] : []),
  ];
}

/** Builds make namespaces and mounts, for which the filters of their containers are off: no other level lets them. */
function placeOfBuilds(name: string, labels: Account['labels']): JsonObject {
  return {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name, labels: { ...labels, 'pod-security.kubernetes.io/enforce': 'privileged' } },
  };
}

/** Builds mount; OpenShift lets pods do that whose account may use this constraint. */
function privilegedPods({ name, namespace, labels }: Account): JsonObject {
  return {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'RoleBinding',
    metadata: { name: `${name}-privileged`, namespace, labels },
    roleRef: {
      apiGroup: 'rbac.authorization.k8s.io',
      kind: 'ClusterRole',
      name: 'system:openshift:scc:privileged',
    },
    subjects: [{ kind: 'ServiceAccount', name, namespace }],
  };
}

/** Definitions of the groups that are ours to bring. */
export function layeringKindsOf(platform: Installation['platform']): readonly JsonObject[] {
  const groups: readonly LayeringGroup[] =
    platform === 'openshift' ? [ownGroup] : [ownGroup, machineConfigGroup];
  return groups.flatMap((group) => layeringDefinitions(group));
}
