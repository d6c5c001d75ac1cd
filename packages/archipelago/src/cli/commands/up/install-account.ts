import { digestOf } from '@archipelago/apimachinery';
import type { KubernetesClient, Resource } from '@archipelago/kube-client';
import type { EmbeddedCluster } from '@archipelago/kube-sandbox';
import { installationManifests } from '../../../operator/installation-manifests.ts';
import { operatorName } from '../../../operator/mirror/cluster-resources.ts';
import type { Installation } from '../../../operator/rights/permission.ts';
import type { Milestones } from '../../../simulation/milestones.ts';
import { installObjects } from './install-objects.ts';

const rbac = { group: 'rbac.authorization.k8s.io', version: 'v1' };
const kinds: readonly Resource[] = [
  { group: '', version: 'v1', plural: 'namespaces', kind: 'Namespace', namespaced: false },
  { group: '', version: 'v1', plural: 'serviceaccounts', kind: 'ServiceAccount', namespaced: true },
  { ...rbac, plural: 'clusterroles', kind: 'ClusterRole', namespaced: false },
  { ...rbac, plural: 'clusterrolebindings', kind: 'ClusterRoleBinding', namespaced: false },
  { ...rbac, plural: 'roles', kind: 'Role', namespaced: true },
  { ...rbac, plural: 'rolebindings', kind: 'RoleBinding', namespaced: true },
];

/**
 * Gives the operator its account, with the rights that an installation brings and no more; returns a token of it. What was taken away
 * since stays so, until another release brings other rights.
 */
export async function installAccount(
  { client, milestones }: { readonly client: KubernetesClient; readonly milestones: Milestones },
  cluster: Pick<EmbeddedCluster, 'addUser'>,
  installation: Installation,
): Promise<string> {
  const manifests = installationManifests(installation);
  const [before, digest] = [milestones.get('account'), digestOf([...manifests])];
  if (before !== digest) {
    await installObjects(client, kinds, manifests, before !== undefined);
    await milestones.reach('account', digest);
  }
  const { namespace } = installation;
  const groups = ['system:serviceaccounts', `system:serviceaccounts:${namespace}`, 'system:authenticated'];
  return cluster.addUser({ name: `system:serviceaccount:${namespace}:${operatorName}`, groups });
}
