import type { KubernetesObject } from '@archipelago/apimachinery';
import { appLabels, type Owner, ownerAnnotations } from './ownership.ts';

const core = '';
const snapshots = 'snapshot.storage.k8s.io';
const cdi = 'cdi.kubevirt.io';
const look = ['get', 'list', 'watch'];
const manage = ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'];

/**
 * What boot sources need around them where SSP does not bring it: their namespace, the right of everybody to see and clone them,
 * and a role for who manages them (`docs/compatibility/golden-images.md#the-images-namespace`). Network policies are left out:
 * without a policy that denies by default they could only take away, and SSP's name the API server's port, which differs.
 */
export function supportObjects(namespace: string, owner: Owner): readonly KubernetesObject[] {
  const metadata = { labels: appLabels(owner), annotations: ownerAnnotations(owner) };
  const rbac = 'rbac.authorization.k8s.io';
  return [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace, ...metadata } },
    {
      apiVersion: `${rbac}/v1`,
      kind: 'Role',
      metadata: { name: viewerRole, namespace, ...metadata },
      rules: viewerRules(),
    },
    {
      apiVersion: `${rbac}/v1`,
      kind: 'RoleBinding',
      metadata: { name: viewerRole, namespace, ...metadata },
      roleRef: { apiGroup: rbac, kind: 'Role', name: viewerRole },
      subjects: ['system:authenticated', 'system:serviceaccounts'].map((name) => ({
        apiGroup: rbac,
        kind: 'Group',
        name,
      })),
    },
    {
      apiVersion: `${rbac}/v1`,
      kind: 'ClusterRole',
      metadata: { name: editorRole, ...metadata },
      rules: editorRules(),
    },
  ];
}

/** Name of the role, and of its binding, for who may see and clone boot sources. */
export const viewerRole = 'os-images.kubevirt.io:view';

/** Name of the role for who manages boot sources; nobody has it unless an administrator binds it. */
export const editorRole = 'os-images.kubevirt.io:edit';

function rule(apiGroup: string, resources: readonly string[], verbs: readonly string[]) {
  return { apiGroups: [apiGroup], resources, verbs };
}

function viewerRules() {
  return [
    rule(core, ['persistentvolumeclaims', 'persistentvolumeclaims/status'], look),
    rule(snapshots, ['volumesnapshots', 'volumesnapshots/status'], look),
    rule(cdi, ['datavolumes'], look),
    rule(cdi, ['datavolumes/source'], ['create']),
    rule(cdi, ['datasources'], look),
    rule(cdi, ['dataimportcrons'], look),
    rule(core, ['namespaces'], look),
  ];
}

function editorRules() {
  return [
    rule(core, ['persistentvolumeclaims'], manage),
    rule(core, ['persistentvolumeclaims/status'], look),
    rule(cdi, ['datavolumes'], manage),
    rule(cdi, ['datavolumes/source'], ['create']),
    rule(cdi, ['datasources'], manage),
    rule(cdi, ['dataimportcrons'], manage),
  ];
}
