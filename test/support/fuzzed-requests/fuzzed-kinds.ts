import type { JsonObject } from '@archipelago/apimachinery';
import type { FuzzedKind } from './fuzzed-kind.ts';

type Further = Partial<Pick<FuzzedKind, 'namespaced' | 'subresources'>>;

function kindOf(
  place: string,
  kind: string,
  content: JsonObject,
  { namespaced = true, subresources = [] }: Further = {},
): FuzzedKind {
  const [, root = '', plural = ''] = /^(.*)\/([^/]+)$/.exec(place) ?? [];
  return { root, plural, kind, content, namespaced, subresources };
}

const labels = { app: 'fuzz' };
const container = {
  name: 'main',
  image: 'registry.example.com/app:1',
  ports: [{ containerPort: 80, name: 'web' }],
  env: [{ name: 'MODE', value: 'fast' }],
  resources: { requests: { cpu: '100m', memory: '64Mi' }, limits: { memory: '128Mi' } },
};
const podSpec = { containers: [container], terminationGracePeriodSeconds: 5 };
const template = { metadata: { labels }, spec: podSpec };
const jobTemplate = { metadata: { labels }, spec: { ...podSpec, restartPolicy: 'Never' } };
const selector = { matchLabels: labels };
const cluster = { namespaced: false };
const rules = [{ apiGroups: [''], resources: ['pods'], verbs: ['get', 'list'] }];
const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' };
const subjects = [{ kind: 'User', name: 'alice', apiGroup: 'rbac.authorization.k8s.io' }];
const claim = {
  accessModes: ['ReadWriteOnce'],
  resources: { requests: { storage: '1Gi' } },
  storageClassName: 'fast',
};

const core: readonly FuzzedKind[] = [
  kindOf('/api/v1/configmaps', 'ConfigMap', { data: { one: '1', two: '2' }, binaryData: { raw: 'AAEC' } }),
  kindOf('/api/v1/secrets', 'Secret', { type: 'Opaque', data: { token: 'c2VjcmV0' } }),
  kindOf(
    '/api/v1/pods',
    'Pod',
    { spec: podSpec, metadata: { labels } },
    { subresources: ['eviction', 'binding'] },
  ),
  kindOf('/api/v1/services', 'Service', {
    spec: { selector: labels, ports: [{ name: 'web', port: 80, targetPort: 'web', protocol: 'TCP' }] },
  }),
  kindOf(
    '/api/v1/serviceaccounts',
    'ServiceAccount',
    { automountServiceAccountToken: true },
    { subresources: ['token'] },
  ),
  kindOf('/api/v1/persistentvolumeclaims', 'PersistentVolumeClaim', { spec: claim }),
  kindOf('/api/v1/nodes', 'Node', { spec: { unschedulable: true, taints: [] } }, cluster),
  kindOf('/api/v1/limitranges', 'LimitRange', { spec: { limits: [{ type: 'Pod', max: { cpu: '64' } }] } }),
  kindOf('/api/v1/resourcequotas', 'ResourceQuota', { spec: { hard: { 'count/leases.example.com': '5' } } }),
  kindOf(
    '/api/v1/replicationcontrollers',
    'ReplicationController',
    {
      spec: { replicas: 0, selector: labels, template },
    },
    { subresources: ['scale'] },
  ),
  kindOf('/api/v1/endpoints', 'Endpoints', {
    subsets: [{ addresses: [{ ip: '192.0.2.1' }], ports: [{ port: 80 }] }],
  }),
];

const workloads: readonly FuzzedKind[] = [
  kindOf(
    '/apis/apps/v1/deployments',
    'Deployment',
    {
      spec: { replicas: 1, selector, template, strategy: { type: 'RollingUpdate' } },
    },
    { subresources: ['scale'] },
  ),
  kindOf(
    '/apis/apps/v1/statefulsets',
    'StatefulSet',
    {
      spec: { replicas: 1, serviceName: 'web', selector, template },
    },
    { subresources: ['scale'] },
  ),
  kindOf('/apis/apps/v1/daemonsets', 'DaemonSet', { spec: { selector, template } }),
  kindOf(
    '/apis/apps/v1/replicasets',
    'ReplicaSet',
    { spec: { replicas: 1, selector, template } },
    {
      subresources: ['scale'],
    },
  ),
  kindOf('/apis/batch/v1/jobs', 'Job', { spec: { parallelism: 1, backoffLimit: 2, template: jobTemplate } }),
  kindOf('/apis/batch/v1/cronjobs', 'CronJob', {
    spec: { schedule: '*/5 * * * *', suspend: true, jobTemplate: { spec: { template: jobTemplate } } },
  }),
  kindOf('/apis/autoscaling/v2/horizontalpodautoscalers', 'HorizontalPodAutoscaler', {
    spec: { maxReplicas: 3, scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' } },
  }),
  kindOf('/apis/policy/v1/poddisruptionbudgets', 'PodDisruptionBudget', {
    spec: { minAvailable: 1, selector },
  }),
];

const others: readonly FuzzedKind[] = [
  kindOf('/apis/coordination.k8s.io/v1/leases', 'Lease', {
    spec: { holderIdentity: 'me', leaseDurationSeconds: 15, renewTime: '2026-01-01T00:00:00.000000Z' },
  }),
  kindOf('/apis/rbac.authorization.k8s.io/v1/roles', 'Role', { rules }),
  kindOf('/apis/rbac.authorization.k8s.io/v1/rolebindings', 'RoleBinding', { roleRef, subjects }),
  kindOf('/apis/rbac.authorization.k8s.io/v1/clusterroles', 'ClusterRole', { rules }, cluster),
  kindOf(
    '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings',
    'ClusterRoleBinding',
    { roleRef, subjects },
    cluster,
  ),
  kindOf('/apis/networking.k8s.io/v1/networkpolicies', 'NetworkPolicy', {
    spec: { podSelector: selector, policyTypes: ['Ingress'], ingress: [{ ports: [{ port: 80 }] }] },
  }),
  kindOf(
    '/apis/storage.k8s.io/v1/storageclasses',
    'StorageClass',
    { provisioner: 'fuzz.example.com', volumeBindingMode: 'Immediate' },
    cluster,
  ),
  kindOf(
    '/apis/scheduling.k8s.io/v1/priorityclasses',
    'PriorityClass',
    { value: 5, description: 'x' },
    cluster,
  ),
  kindOf('/apis/discovery.k8s.io/v1/endpointslices', 'EndpointSlice', {
    addressType: 'IPv4',
    endpoints: [{ addresses: ['192.0.2.1'] }],
    ports: [{ name: 'web', port: 80 }],
  }),
];

const gadget = kindOf(
  '/apis/fuzz.example.com/v1/gadgets',
  'Gadget',
  {
    spec: {
      mode: 'fast',
      size: 3,
      ratio: 1.5,
      code: 'abc',
      port: 'web',
      tags: ['a', 'b'],
      fixed: 'x',
      parts: [{ name: 'p', weight: 4 }],
      labels: { k: 'v' },
      free: { any: [1, { thing: true }] },
    },
  },
  { subresources: ['scale'] },
);

/** What random requests are about; the custom resource comes as often as five others. */
export const fuzzedKinds: readonly FuzzedKind[] = [
  ...core,
  ...workloads,
  ...others,
  ...Array.from({ length: 5 }, () => gadget),
];
