import type { JsonObject } from '@archipelago/apimachinery';
import defaultRoles from './default-roles.json' with { type: 'json' };

const BOOTSTRAPPING = {
  labels: { 'kubernetes.io/bootstrapping': 'rbac-defaults' },
  annotations: { 'rbac.authorization.kubernetes.io/autoupdate': 'true' },
};
const RBAC = 'rbac.authorization.k8s.io';

function namespace(name: string): JsonObject {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
}

function priorityClass(name: string, value: number): JsonObject {
  return { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name }, value };
}

function clusterRole({ name, labels, ...role }: (typeof defaultRoles)[number]): JsonObject {
  const metadata = { name, ...BOOTSTRAPPING, labels: { ...BOOTSTRAPPING.labels, ...labels } };
  return { apiVersion: `${RBAC}/v1`, kind: 'ClusterRole', metadata, ...role };
}

/** Binds the role of that name to groups. */
function clusterRoleBinding(name: string, groups: readonly string[]): JsonObject {
  return {
    apiVersion: `${RBAC}/v1`,
    kind: 'ClusterRoleBinding',
    metadata: { name, ...BOOTSTRAPPING },
    roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name },
    subjects: groups.map((group) => ({ apiGroup: RBAC, kind: 'Group', name: group })),
  };
}

/** What a cluster has before its first user. */
export const bootstrapObjects: readonly JsonObject[] = [
  ...['default', 'kube-node-lease', 'kube-public', 'kube-system'].map(namespace),
  ...defaultRoles.map(clusterRole),
  clusterRoleBinding('cluster-admin', ['system:masters']),
  clusterRoleBinding('system:basic-user', ['system:authenticated']),
  clusterRoleBinding('system:discovery', ['system:authenticated']),
  clusterRoleBinding('system:monitoring', ['system:monitoring']),
  clusterRoleBinding('system:public-info-viewer', ['system:authenticated', 'system:unauthenticated']),
  clusterRoleBinding('system:service-account-issuer-discovery', ['system:serviceaccounts']),
  priorityClass('system-cluster-critical', 2_000_000_000),
  priorityClass('system-node-critical', 2_000_001_000),
  {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: {
      name: 'kubernetes',
      namespace: 'default',
      labels: { component: 'apiserver', provider: 'kubernetes' },
    },
    spec: {
      clusterIP: '10.96.0.1',
      ports: [{ name: 'https', port: 443, protocol: 'TCP', targetPort: 6443 }],
    },
  },
];
