import type { PatchSchema } from './patch-schema.ts';

type Members = Readonly<Record<string, PatchSchema>>;

/** A list whose items are told apart by a member, and merged one by one. */
function byKey(key: string, item: Members = {}): PatchSchema {
  return {
    items: { properties: item },
    'x-kubernetes-patch-merge-key': key,
    'x-kubernetes-patch-strategy': 'merge',
  };
}

function object(properties: Members): PatchSchema {
  return { properties };
}

const set: PatchSchema = { 'x-kubernetes-patch-strategy': 'merge' };
const replaced: PatchSchema = { 'x-kubernetes-patch-strategy': 'replace' };
const conditions = { conditions: byKey('type') };

const metadata = object({ finalizers: set, ownerReferences: byKey('uid') });

const container = {
  env: byKey('name'),
  ports: byKey('containerPort'),
  volumeDevices: byKey('devicePath'),
  volumeMounts: byKey('mountPath'),
};

const podSpec = object({
  containers: byKey('name', container),
  ephemeralContainers: byKey('name', container),
  hostAliases: byKey('ip'),
  imagePullSecrets: byKey('name'),
  initContainers: byKey('name', container),
  resourceClaims: byKey('name'),
  schedulingGates: byKey('name'),
  topologySpreadConstraints: byKey('topologyKey'),
  volumes: byKey('name'),
});

const podStatus = object({
  ...conditions,
  hostIPs: byKey('ip'),
  podIPs: byKey('ip'),
  resourceClaimStatuses: byKey('name'),
});

const podTemplate = object({ metadata, spec: podSpec });

const workload = object({ metadata, spec: object({ template: podTemplate }), status: object(conditions) });

const jobSpec = object({ template: podTemplate });
const webhooks = { webhooks: byKey('name', { matchConditions: byKey('name') }) };
const plain = object({ metadata });

const kinds = new Map<string, PatchSchema>([
  ['ComponentStatus', object({ metadata, ...conditions })],
  ['CronJob', object({ metadata, spec: object({ jobTemplate: object({ metadata, spec: jobSpec }) }) })],
  ['CSINode', object({ metadata, spec: object({ drivers: byKey('name') }) })],
  ['DaemonSet', workload],
  ['Deployment', workload],
  ['FlowSchema', object({ metadata, status: object(conditions) })],
  ['HorizontalPodAutoscaler', object({ metadata, status: object(conditions) })],
  ['Job', object({ metadata, spec: jobSpec, status: object(conditions) })],
  ['MutatingAdmissionPolicy', object({ metadata, spec: object({ matchConditions: byKey('name') }) })],
  ['MutatingWebhookConfiguration', object({ metadata, ...webhooks })],
  ['Namespace', object({ metadata, status: object(conditions) })],
  [
    'Node',
    object({
      metadata,
      spec: object({ podCIDRs: set }),
      status: object({ ...conditions, addresses: byKey('type') }),
    }),
  ],
  ['PersistentVolumeClaim', object({ metadata, status: object(conditions) })],
  ['Pod', object({ metadata, spec: podSpec, status: podStatus })],
  [
    'PodDisruptionBudget',
    object({ metadata, spec: object({ selector: replaced }), status: object(conditions) }),
  ],
  ['PriorityLevelConfiguration', object({ metadata, status: object(conditions) })],
  ['PodTemplate', object({ metadata, template: podTemplate })],
  ['ReplicaSet', workload],
  ['ReplicationController', workload],
  ['Service', object({ metadata, spec: object({ ports: byKey('port') }), status: object(conditions) })],
  ['ServiceCIDR', object({ metadata, status: object(conditions) })],
  ['ServiceAccount', object({ metadata, secrets: byKey('name') })],
  ['StatefulSet', workload],
  [
    'ValidatingAdmissionPolicy',
    object({ metadata, spec: object({ matchConditions: byKey('name'), variables: byKey('name') }) }),
  ],
  ['ValidatingWebhookConfiguration', object({ metadata, ...webhooks })],
]);

/**
 * How strategic merge patch treats a built-in kind, in every version of its group. A kind that is not named here
 * merges nothing but what every object has in metadata. Source: the patch tags of the API types, Kubernetes 1.36.
 */
export function builtInPatchSchema(kind: string): PatchSchema {
  return kinds.get(kind) ?? plain;
}
