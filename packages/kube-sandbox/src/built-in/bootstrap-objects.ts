import type { JsonObject } from '@archipelago/apimachinery';

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

/** What a cluster has before its first user. */
export const bootstrapObjects: readonly JsonObject[] = [
  ...['default', 'kube-node-lease', 'kube-public', 'kube-system'].map(namespace),
  {
    apiVersion: `${RBAC}/v1`,
    kind: 'ClusterRole',
    metadata: { name: 'cluster-admin', ...BOOTSTRAPPING },
    rules: [
      { apiGroups: ['*'], resources: ['*'], verbs: ['*'] },
      { nonResourceURLs: ['*'], verbs: ['*'] },
    ],
  },
  {
    apiVersion: `${RBAC}/v1`,
    kind: 'ClusterRoleBinding',
    metadata: { name: 'cluster-admin', ...BOOTSTRAPPING },
    roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: 'cluster-admin' },
    subjects: [{ apiGroup: RBAC, kind: 'Group', name: 'system:masters' }],
  },
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
