import type { JsonObject, KubernetesObject } from '@archipelago/apimachinery';
import { appLabels, type Owner, ownerAnnotations } from './ownership.ts';

const rbac = 'rbac.authorization.k8s.io';
const core = '';
const snapshots = 'snapshot.storage.k8s.io';
const cdi = 'cdi.kubevirt.io';
const look = ['get', 'list', 'watch'];
const manage = ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'];

/**
 * What boot sources need around them where SSP does not bring it: their namespace, and the right of everybody to see and clone them
 * (`docs/compatibility/golden-images.md#the-images-namespace`). Network policies are left out:
 * without a policy that denies by default they could only take away, and SSP's name the API server's port, which differs.
 */
export function supportObjects(namespace: string, owner: Owner): readonly KubernetesObject[] {
  const metadata = { labels: appLabels(owner), annotations: ownerAnnotations(owner) };
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
  ];
}

/** Name of the role, and of its binding, for who may see and clone boot sources. */
export const viewerRole = 'os-images.kubevirt.io:view';

/**
 * The role for who manages boot sources; nobody has it unless an administrator binds it. The installation brings it: who makes a role
 * has to hold what is in it, and the operator needs none of that for itself.
 */
export function editorRole(): JsonObject {
  const labels = { 'app.kubernetes.io/name': 'data-sources', 'app.kubernetes.io/component': 'templating' };
  const metadata = { name: 'os-images.kubevirt.io:edit', labels };
  return { apiVersion: `${rbac}/v1`, kind: 'ClusterRole', metadata, rules: editorRules() };
}

function rule(apiGroup: string, resources: readonly string[], verbs: readonly string[]) {
  return { apiGroups: [apiGroup], resources, verbs };
}

/** What the role gives: who makes it must have that in its namespace. */
export function viewerRules() {
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
