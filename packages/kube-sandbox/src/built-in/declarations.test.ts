import { expect, test } from 'vitest';
import { metadataOf } from '../json/json-access.ts';
import type { Column, ResourceType, Subresource } from '../resources/resource-type.ts';
import { builtInTypes } from './built-in-types.ts';
import texts from './types/field-texts.gen.json' with { type: 'json' };

const usualVerbs = 'create,delete,deletecollection,get,list,patch,update,watch';

function subresource({ name, verbs, group, version, kind }: Subresource): string {
  const speaks = kind === undefined ? '' : `=${group}/${version}.${kind}`;
  return `${name}${speaks}(${verbs.join(',')})`;
}

/** The type of a cell where it is not a text, its format, and whether only wide output shows it. */
function header({ name, type, format, priority }: Column): string {
  const kind = type === 'string' ? '' : `:${type}`;
  return `${name}${kind}${format === '' || format === 'name' ? '' : `:${format}`}${priority === 0 ? '' : '+'}`;
}

const environment = { now: () => 0, uuid: () => 'u', random: () => 0 };

function countsChanges({ behaviour }: ResourceType): boolean {
  return metadataOf(behaviour.prepareForCreate({}, environment)).generation === 1;
}

/** A remark where something holds. */
function remark(holds: boolean, text: string): readonly string[] {
  return holds ? [text] : [];
}

/** All that is unusual about a type. */
function described(type: ResourceType): readonly string[] {
  const { group, version, plural, verbs, names, scale } = type;
  const about = [
    ...remark(type.namespaced, 'namespaced'),
    ...remark(!type.namespaced, 'of the cluster'),
    type.shortNames.join(','),
    ...type.categories.map((category) => `in ${category}`),
    ...remark(verbs.join(',') !== usualVerbs, verbs.join(',')),
    ...remark(type.createOnUpdate, 'created by updates'),
    ...remark(!type.unconditionalUpdate, 'updated with a version only'),
    ...remark(type.returnsDeleted, 'returned when deleted'),
    ...remark(names !== 'subdomain', `named like a ${names}`),
    ...remark(type.storageVersion !== version, `stored as ${type.storageVersion}`),
    ...remark(type.shortcoming !== undefined, 'with a warning'),
    ...remark(countsChanges(type), 'counts its changes'),
    Object.values(scale ?? {}).join(' '),
    ...type.selectable.keys(),
  ];
  return [
    `${group}/${version} ${plural} ${type.kind}`,
    about.filter((text) => text !== '').join('; '),
    type.subresources.map(subresource).join(' '),
    type.columns.map(header).join(' | '),
  ].filter((text) => text !== '');
}

/** Each type: its name; what is unusual about it; its subresources; the columns of its table. */
const catalogue: readonly (readonly string[])[] = [
  ['/v1 configmaps ConfigMap', 'namespaced; cm', 'Name | Data | Age'],
  ['/v1 endpoints Endpoints', 'namespaced; ep; created by updates', 'Name | Age'],
  [
    '/v1 events Event',
    'namespaced; ev; created by updates; involvedObject.kind; involvedObject.namespace; involvedObject.name; involvedObject.uid; involvedObject.apiVersion; involvedObject.resourceVersion; involvedObject.fieldPath; reason; reportingComponent; source; type',
    'Last Seen | Type | Reason | Object | Subobject+ | Source+ | Message | First Seen+ | Count+ | Name+',
  ],
  ['/v1 limitranges LimitRange', 'namespaced; limits; created by updates', 'Name | Age'],
  [
    '/v1 namespaces Namespace',
    'of the cluster; ns; create,delete,get,list,patch,update,watch; returned when deleted; named like a label; status.phase; name',
    'finalize(update) status(get,patch,update)',
    'Name | Status | Age',
  ],
  [
    '/v1 nodes Node',
    'of the cluster; no; spec.unschedulable',
    'proxy=undefined/undefined.NodeProxyOptions(create,delete,get,patch,update) status(get,patch,update)',
    'Name | Status | Roles | Age | Version | Internal-IP+ | External-IP+ | OS-Image+ | Kernel-Version+ | Container-Runtime+',
  ],
  [
    '/v1 persistentvolumeclaims PersistentVolumeClaim',
    'namespaced; pvc; returned when deleted',
    'status(get,patch,update)',
    'Name | Status | Volume | Capacity | Access Modes | StorageClass | VolumeAttributesClass | Age | VolumeMode+',
  ],
  [
    '/v1 persistentvolumes PersistentVolume',
    'of the cluster; pv; returned when deleted',
    'status(get,patch,update)',
    'Name | Capacity | Access Modes | Reclaim Policy | Status | Claim | StorageClass | VolumeAttributesClass | Reason | Age | VolumeMode+',
  ],
  [
    '/v1 pods Pod',
    'namespaced; po; in all; returned when deleted; counts its changes; spec.nodeName; spec.restartPolicy; spec.schedulerName; spec.serviceAccountName; spec.hostNetwork; status.phase; status.podIP; status.nominatedNodeName',
    'binding=/v1.Binding(create) eviction=policy/v1.Eviction(create) log(get) status(get,patch,update)',
    'Name | Ready | Status | Restarts | Age | IP+ | Node+ | Nominated Node+ | Readiness Gates+',
  ],
  [
    '/v1 podtemplates PodTemplate',
    'namespaced; returned when deleted; counts its changes',
    'Name | Containers | Images | Pod Labels',
  ],
  [
    '/v1 replicationcontrollers ReplicationController',
    'namespaced; rc; in all; counts its changes; .spec.replicas .status.replicas .spec.selector',
    'scale=autoscaling/v1.Scale(get,patch,update) status(get,patch,update)',
    'Name | Age',
  ],
  [
    '/v1 resourcequotas ResourceQuota',
    'namespaced; quota; returned when deleted',
    'status(get,patch,update)',
    'Name | Age',
  ],
  ['/v1 secrets Secret', 'namespaced; type', 'Name | Type | Data | Age'],
  [
    '/v1 serviceaccounts ServiceAccount',
    'namespaced; sa; returned when deleted',
    'token=authentication.k8s.io/v1.TokenRequest(create)',
    'Name | Age',
  ],
  [
    '/v1 services Service',
    'namespaced; svc; in all; created by updates; returned when deleted; named like a service; spec.clusterIP; spec.type',
    'status(get,patch,update)',
    'Name | Type | Cluster-IP | External-IP | Port(s) | Age | Selector+',
  ],
  ['apps/v1 controllerrevisions ControllerRevision', 'namespaced', 'Name | Age'],
  [
    'apps/v1 daemonsets DaemonSet',
    'namespaced; ds; in all; counts its changes',
    'status(get,patch,update)',
    'Name | Desired:integer | Current:integer | Ready:integer | Up-to-date:integer | Available:integer | Node Selector | Age | Containers+ | Images+ | Selector+',
  ],
  [
    'apps/v1 deployments Deployment',
    'namespaced; deploy; in all; counts its changes; .spec.replicas .status.replicas .spec.selector',
    'scale=autoscaling/v1.Scale(get,patch,update) status(get,patch,update)',
    'Name | Ready | Up-to-date | Available | Age | Containers+ | Images+ | Selector+',
  ],
  [
    'apps/v1 replicasets ReplicaSet',
    'namespaced; rs; in all; counts its changes; .spec.replicas .status.replicas .spec.selector',
    'scale=autoscaling/v1.Scale(get,patch,update) status(get,patch,update)',
    'Name | Desired:integer | Current:integer | Ready:integer | Age | Containers+ | Images+ | Selector+',
  ],
  [
    'apps/v1 statefulsets StatefulSet',
    'namespaced; sts; in all; named like a label; counts its changes; .spec.replicas .status.replicas .spec.selector',
    'scale=autoscaling/v1.Scale(get,patch,update) status(get,patch,update)',
    'Name | Ready | Age | Containers+ | Images+',
  ],
  [
    'events.k8s.io/v1 events Event',
    'namespaced; ev; created by updates',
    'Last Seen | Type | Reason | Object | Subobject+ | Source+ | Message | First Seen+ | Count+ | Name+',
  ],
  ['authentication.k8s.io/v1 selfsubjectreviews SelfSubjectReview', 'of the cluster; create', 'Name | Age'],
  ['authentication.k8s.io/v1 tokenreviews TokenReview', 'of the cluster; create', 'Name | Age'],
  [
    'authorization.k8s.io/v1 localsubjectaccessreviews LocalSubjectAccessReview',
    'namespaced; create',
    'Name | Age',
  ],
  [
    'authorization.k8s.io/v1 selfsubjectaccessreviews SelfSubjectAccessReview',
    'of the cluster; create',
    'Name | Age',
  ],
  [
    'authorization.k8s.io/v1 selfsubjectrulesreviews SelfSubjectRulesReview',
    'of the cluster; create',
    'Name | Age',
  ],
  [
    'authorization.k8s.io/v1 subjectaccessreviews SubjectAccessReview',
    'of the cluster; create',
    'Name | Age',
  ],
  [
    'autoscaling/v2 horizontalpodautoscalers HorizontalPodAutoscaler',
    'namespaced; hpa; in all; stored as v1; with a warning',
    'status(get,patch,update)',
    'Name | Age',
  ],
  [
    'batch/v1 cronjobs CronJob',
    'namespaced; cj; in all; counts its changes',
    'status(get,patch,update)',
    'Name | Schedule | Timezone | Suspend | Active:integer | Last Schedule | Age',
  ],
  [
    'batch/v1 jobs Job',
    'namespaced; in all; counts its changes; status.successful',
    'status(get,patch,update)',
    'Name | Status | Completions | Duration | Age | Containers+ | Images+ | Selector+',
  ],
  [
    'networking.k8s.io/v1 networkpolicies NetworkPolicy',
    'namespaced; netpol; with a warning; counts its changes',
    'Name | Pod-Selector | Age',
  ],
  [
    'policy/v1 poddisruptionbudgets PodDisruptionBudget',
    'namespaced; pdb; updated with a version only; named like a segment; counts its changes',
    'status(get,patch,update)',
    'Name | Min Available | Max Unavailable | Allowed Disruptions:integer | Age',
  ],
  [
    'rbac.authorization.k8s.io/v1 clusterrolebindings ClusterRoleBinding',
    'of the cluster; created by updates; named like a segment',
    'Name | Role | Age | Users+ | Groups+ | ServiceAccounts+',
  ],
  [
    'rbac.authorization.k8s.io/v1 clusterroles ClusterRole',
    'of the cluster; created by updates; named like a segment',
    'Name | Created At:date',
  ],
  [
    'rbac.authorization.k8s.io/v1 rolebindings RoleBinding',
    'namespaced; created by updates; named like a segment',
    'Name | Role | Age | Users+ | Groups+ | ServiceAccounts+',
  ],
  [
    'rbac.authorization.k8s.io/v1 roles Role',
    'namespaced; created by updates; named like a segment',
    'Name | Created At:date',
  ],
  [
    'storage.k8s.io/v1 storageclasses StorageClass',
    'of the cluster; sc; returned when deleted',
    'Name | Provisioner | ReclaimPolicy | VolumeBindingMode | AllowVolumeExpansion | Age',
  ],
  [
    'storage.k8s.io/v1 csidrivers CSIDriver',
    'of the cluster; updated with a version only; returned when deleted',
    'Name | AttachRequired:boolean | PodInfoOnMount:boolean | StorageCapacity:boolean | TokenRequests | RequiresRepublish:boolean | Modes | Age',
  ],
  [
    'admissionregistration.k8s.io/v1 mutatingadmissionpolicies MutatingAdmissionPolicy',
    'of the cluster; in api-extensions; updated with a version only; stored as v1beta1; counts its changes',
    'Name | Age',
  ],
  [
    'admissionregistration.k8s.io/v1 mutatingadmissionpolicybindings MutatingAdmissionPolicyBinding',
    'of the cluster; in api-extensions; updated with a version only; stored as v1beta1; counts its changes',
    'Name | Age',
  ],
  [
    'admissionregistration.k8s.io/v1 mutatingwebhookconfigurations MutatingWebhookConfiguration',
    'of the cluster; in api-extensions; updated with a version only; counts its changes',
    'Name | Webhooks:integer | Age',
  ],
  [
    'admissionregistration.k8s.io/v1 validatingadmissionpolicies ValidatingAdmissionPolicy',
    'of the cluster; in api-extensions; updated with a version only; counts its changes',
    'status(get,patch,update)',
    'Name | Age',
  ],
  [
    'admissionregistration.k8s.io/v1 validatingadmissionpolicybindings ValidatingAdmissionPolicyBinding',
    'of the cluster; in api-extensions; updated with a version only; counts its changes',
    'Name | Age',
  ],
  [
    'admissionregistration.k8s.io/v1 validatingwebhookconfigurations ValidatingWebhookConfiguration',
    'of the cluster; in api-extensions; updated with a version only; counts its changes',
    'Name | Webhooks:integer | Age',
  ],
  [
    'apiextensions.k8s.io/v1 customresourcedefinitions CustomResourceDefinition',
    'of the cluster; crd,crds; in api-extensions; stored as v1beta1; counts its changes',
    'status(get,patch,update)',
    'Name | Created At:date',
  ],
  [
    'scheduling.k8s.io/v1 priorityclasses PriorityClass',
    'of the cluster; pc; counts its changes',
    'Name | Value | Global-Default | Age | PreemptionPolicy',
  ],
  [
    'coordination.k8s.io/v1 leases Lease',
    'namespaced; created by updates; updated with a version only',
    'Name | Holder | Age',
  ],
  [
    'node.k8s.io/v1 runtimeclasses RuntimeClass',
    'of the cluster; created by updates; updated with a version only',
    'Name | Handler | Age',
  ],
  ['discovery.k8s.io/v1 endpointslices EndpointSlice', 'namespaced; counts its changes', 'Name | Age'],
];

test('every built-in type is as Kubernetes declares it', () => {
  expect(builtInTypes.map(described)).toEqual(catalogue);
});

/** What Kubernetes says of columns that show no field. */
const ownDescriptions = [
  'The component reporting this event. Should be a short machine understandable string.',
  'The status of the namespace',
  'The status of the node',
  'The roles of the node',
  'The aggregate readiness state of this pod for accepting traffic.',
  'The aggregate status of the containers in this pod.',
  'The number of times the containers in this pod have been restarted and when the last container in this pod has restarted.',
  'A selector which must be true for the pod to fit on a node.',
  'Names of each container in the template.',
  'The labels for the pod template.',
  'Images referenced by each container in the template.',
  'Number of the pod with ready state',
  'Status of the job.',
  'Time required to complete the job.',
  'RoleRef can only reference a ClusterRole in the global namespace. If the RoleRef cannot be resolved, the Authorizer must return an error.',
  'Users in the clusterRoleBinding',
  'Groups in the clusterRoleBinding',
  'ServiceAccounts in the clusterRoleBinding',
  'RoleRef can reference a Role in the current namespace or a ClusterRole in the global namespace. If the RoleRef cannot be resolved, the Authorizer must return an error.',
  'Users in the roleBinding',
  'Groups in the roleBinding',
  'ServiceAccounts in the roleBinding',
];

test('a column says the published text of its field, or one of its own', () => {
  const published = new Set(Object.values(texts));
  const said = builtInTypes.flatMap(({ columns }) => columns.map(({ description }) => description));
  expect(new Set(said.filter((text) => !published.has(text)))).toEqual(new Set(ownDescriptions));
});

test('a type has a list and a singular after its kind, and knows how it is stored and transferred', () => {
  for (const { kind, listKind, singular, wireType, storageGroup, group, custom } of builtInTypes) {
    expect([listKind, singular]).toEqual([`${kind}List`, kind.toLowerCase()]);
    expect([storageGroup, custom]).toEqual([group, false]);
    expect(wireType).toMatch(new RegExp(`\\.${kind}$`));
  }
});

test('all types store objects of their own, except events: both groups show the same', () => {
  const stored = builtInTypes.map(({ storage }) => storage);
  const own = builtInTypes.map(({ group, plural }) => `${group}/${plural}`);
  expect(stored).toEqual(own.map((storage) => (storage === 'events.k8s.io/events' ? '/events' : storage)));
});

test('an event that cannot be decoded is shown as it is stored, under the other names', () => {
  const view = builtInTypes.find(({ group }) => group === 'events.k8s.io');
  const stored = { metadata: { name: 'e' }, message: 'm', count: 'many' };
  expect(view?.behaviour.fromStorage(stored)).toMatchObject({
    apiVersion: 'events.k8s.io/v1',
    note: 'm',
    deprecatedCount: 'many',
  });
});
