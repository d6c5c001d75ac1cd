import type { Resource } from '@archipelago/kube-client';
import { editorRole, viewerRole } from '../../golden-images/boot-sources/support-objects.ts';
import { bootImageNamespace } from '../../golden-images/images/boot-image-namespace.ts';
import { type Permission, reading, rule } from '../rights/permission.ts';
import { bootSourceKinds, supportKinds } from './boot-source-kinds.ts';

/**
 * What the operator needs where it makes the boot sources itself. Templates may name any namespace, so most of it holds
 * in all. Secrets and certificates of templates are not among it: who names one in a template grants it by name.
 */
export function bootSourcePermissions(platform: 'kubernetes' | 'openshift'): readonly Permission[] {
  const namespace = bootImageNamespace(platform);
  const made = ['create', 'patch', 'delete'];
  const { dataImportCrons, dataSources, dataVolumes, claims, snapshots } = bootSourceKinds;
  return [
    ...[dataImportCrons, dataSources].map((kind) =>
      rule(kind, [...reading, ...made], 'boot sources, in every namespace that a template names'),
    ),
    ...[dataVolumes, claims, snapshots].map((kind) =>
      rule(kind, [...reading, 'patch'], 'which imports there are; another cron takes them over'),
    ),
    ...ofSupport(namespace),
  ];
}

/** The one object of each kind; the name of one that is about to be created is not known to RBAC. */
function ofSupport(home: string): readonly Permission[] {
  const { namespaces, roles, roleBindings, clusterRoles } = supportKinds;
  const brought = (kind: Resource, name: string, namespace: string | undefined): Permission => ({
    ...rule(kind, reading, `${kind.kind} ${name}, which the manifests bring`),
    names: [name],
    namespace,
  });
  return [
    { ...rule(namespaces, [...reading, 'patch', 'delete'], `Namespace ${home}`), names: [home] },
    rule(namespaces, ['create'], `Namespace ${home}`),
    brought(roles, viewerRole, home),
    brought(roleBindings, viewerRole, home),
    brought(clusterRoles, editorRole, undefined),
  ];
}
