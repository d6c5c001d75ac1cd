import { isKubernetesObject, type JsonObject } from '@archipelago/apimachinery';
import type { KubernetesClient, Resource } from '@archipelago/kube-client';
import type { EmbeddedCluster } from '@archipelago/kube-sandbox';
import { installationManifests } from '../../../operator/installation-manifests.ts';
import { operatorName } from '../../../operator/mirror/cluster-resources.ts';
import type { Installation } from '../../../operator/rights/permission.ts';

const rbac = { group: 'rbac.authorization.k8s.io', version: 'v1' };
const kinds: readonly Resource[] = [
  { group: '', version: 'v1', plural: 'namespaces', kind: 'Namespace', namespaced: false },
  { group: '', version: 'v1', plural: 'serviceaccounts', kind: 'ServiceAccount', namespaced: true },
  { ...rbac, plural: 'clusterroles', kind: 'ClusterRole', namespaced: false },
  { ...rbac, plural: 'clusterrolebindings', kind: 'ClusterRoleBinding', namespaced: false },
  { ...rbac, plural: 'roles', kind: 'Role', namespaced: true },
  { ...rbac, plural: 'rolebindings', kind: 'RoleBinding', namespaced: true },
];

/** Gives the operator its account, with the rights that an installation brings and no more; returns a token of it. */
export async function installAccount(
  admin: KubernetesClient,
  cluster: Pick<EmbeddedCluster, 'addUser'>,
  installation: Installation,
): Promise<string> {
  for (const manifest of installationManifests(installation)) await create(admin, manifest);
  const { namespace } = installation;
  const groups = ['system:serviceaccounts', `system:serviceaccounts:${namespace}`, 'system:authenticated'];
  return cluster.addUser({ name: `system:serviceaccount:${namespace}:${operatorName}`, groups });
}

const alreadyExists = 409;

/** What is none of an account is there already, or stands behind no Service here. */
async function create(admin: KubernetesClient, manifest: JsonObject): Promise<void> {
  const resource = kinds.find(({ kind }) => kind === manifest.kind);
  if (resource === undefined || !isKubernetesObject(manifest)) return;
  const created = await admin.create(resource, manifest);
  if (created.ok || created.status.code === alreadyExists) return;
  throw new Error(`${resource.kind} ${manifest.metadata.name}: ${created.status.message}`);
}
