import { isJsonObject, type KubernetesObject } from '@archipelago/apimachinery';
import type { KubernetesClient, Resource } from '@archipelago/kube-client';
import { sandboxDefinitions } from '../definitions/sandbox-definitions.ts';

function builtIn(apiVersion: string, plural: string, kind: string, namespaced: boolean): Resource {
  const [first = '', second] = apiVersion.split('/');
  const [group, version] = second === undefined ? ['', first] : [first, second];
  return { group, version, plural, kind, namespaced };
}

const resources: ReadonlyMap<string, Resource & { readonly statusSubresource: boolean }> = new Map(
  [
    ...[
      builtIn('v1', 'namespaces', 'Namespace', false),
      builtIn('v1', 'serviceaccounts', 'ServiceAccount', true),
      builtIn('storage.k8s.io/v1', 'storageclasses', 'StorageClass', false),
      builtIn('storage.k8s.io/v1', 'csidrivers', 'CSIDriver', false),
      builtIn('rbac.authorization.k8s.io/v1', 'clusterroles', 'ClusterRole', false),
      builtIn('rbac.authorization.k8s.io/v1', 'clusterrolebindings', 'ClusterRoleBinding', false),
    ].map((resource) => ({ ...resource, statusSubresource: false })),
    ...sandboxDefinitions('openshift').definitions,
  ].map((resource) => [keyOf(`${resource.group}/${resource.version}`, resource.kind), resource]),
);

function keyOf(apiVersion: string, kind: string): string {
  return `${apiVersion.replace(/^\//, '')} ${kind}`;
}

/** Creates objects of kinds that a sandbox has, one after the other, their status included. Throws what the server says against one. */
export async function createObjects(
  client: KubernetesClient,
  objects: readonly KubernetesObject[],
): Promise<void> {
  for (const object of objects) await createObject(client, object);
}

async function createObject(client: KubernetesClient, object: KubernetesObject): Promise<void> {
  const { apiVersion, kind, metadata, status } = object;
  const resource = resources.get(keyOf(apiVersion, kind));
  if (resource === undefined) throw new Error(`a sandbox makes no ${kind} of ${apiVersion}`);
  const created = await client.create(resource, object);
  // it is there already where a process was killed on its way
  if (!created.ok && created.status.reason !== 'AlreadyExists')
    throw new Error(`${kind} ${metadata.name}: ${created.status.message}`);
  if (!resource.statusSubresource || !isJsonObject(status)) return;
  const patch = { type: 'merge', body: { status } } as const;
  const told = await client.patchStatus(resource, metadata, patch);
  if (!told.ok) throw new Error(`${kind} ${metadata.name}: ${told.status.message}`);
}
