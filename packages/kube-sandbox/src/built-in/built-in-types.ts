import type { ResourceType } from '../resources/resource-type.ts';
import { clusterRole } from './kinds/cluster-role.ts';
import { clusterRoleBinding } from './kinds/cluster-role-binding.ts';
import { configMap } from './kinds/config-map.ts';
import { controllerRevision } from './kinds/controller-revision.ts';
import { cronJob } from './kinds/cron-job.ts';
import { csiDriver } from './kinds/csi-driver.ts';
import { customResourceDefinition } from './kinds/custom-resource-definition.ts';
import { daemonSet } from './kinds/daemon-set.ts';
import { deployment } from './kinds/deployment.ts';
import { endpointSlice } from './kinds/endpoint-slice.ts';
import { endpoints } from './kinds/endpoints.ts';
import { event } from './kinds/event.ts';
import { eventView } from './kinds/event-view.ts';
import { horizontalPodAutoscaler } from './kinds/horizontal-pod-autoscaler.ts';
import { job } from './kinds/job.ts';
import { lease } from './kinds/lease.ts';
import { limitRange } from './kinds/limit-range.ts';
import { localSubjectAccessReview } from './kinds/local-subject-access-review.ts';
import { mutatingAdmissionPolicy } from './kinds/mutating-admission-policy.ts';
import { mutatingAdmissionPolicyBinding } from './kinds/mutating-admission-policy-binding.ts';
import { mutatingWebhookConfiguration } from './kinds/mutating-webhook-configuration.ts';
import { namespace } from './kinds/namespace.ts';
import { networkPolicy } from './kinds/network-policy.ts';
import { node } from './kinds/node.ts';
import { persistentVolume } from './kinds/persistent-volume.ts';
import { persistentVolumeClaim } from './kinds/persistent-volume-claim.ts';
import { pod } from './kinds/pod.ts';
import { podDisruptionBudget } from './kinds/pod-disruption-budget.ts';
import { podTemplate } from './kinds/pod-template.ts';
import { priorityClass } from './kinds/priority-class.ts';
import { replicaSet } from './kinds/replica-set.ts';
import { replicationController } from './kinds/replication-controller.ts';
import { resourceQuota } from './kinds/resource-quota.ts';
import { role } from './kinds/role.ts';
import { roleBinding } from './kinds/role-binding.ts';
import { runtimeClass } from './kinds/runtime-class.ts';
import { secret } from './kinds/secret.ts';
import { selfSubjectAccessReview } from './kinds/self-subject-access-review.ts';
import { selfSubjectReview } from './kinds/self-subject-review.ts';
import { selfSubjectRulesReview } from './kinds/self-subject-rules-review.ts';
import { service } from './kinds/service.ts';
import { serviceAccount } from './kinds/service-account.ts';
import { statefulSet } from './kinds/stateful-set.ts';
import { storageClass } from './kinds/storage-class.ts';
import { subjectAccessReview } from './kinds/subject-access-review.ts';
import { tokenReview } from './kinds/token-review.ts';
import { validatingAdmissionPolicy } from './kinds/validating-admission-policy.ts';
import { validatingAdmissionPolicyBinding } from './kinds/validating-admission-policy-binding.ts';
import { validatingWebhookConfiguration } from './kinds/validating-webhook-configuration.ts';

/** The kinds the server has without CustomResourceDefinitions, in the order discovery lists them. */
export const builtInTypes: readonly ResourceType[] = [
  configMap,
  endpoints,
  event,
  limitRange,
  namespace,
  node,
  persistentVolumeClaim,
  persistentVolume,
  pod,
  podTemplate,
  replicationController,
  resourceQuota,
  secret,
  serviceAccount,
  service,
  controllerRevision,
  daemonSet,
  deployment,
  replicaSet,
  statefulSet,
  eventView,
  selfSubjectReview,
  tokenReview,
  localSubjectAccessReview,
  selfSubjectAccessReview,
  selfSubjectRulesReview,
  subjectAccessReview,
  horizontalPodAutoscaler,
  cronJob,
  job,
  networkPolicy,
  podDisruptionBudget,
  clusterRoleBinding,
  clusterRole,
  roleBinding,
  role,
  storageClass,
  csiDriver,
  mutatingAdmissionPolicy,
  mutatingAdmissionPolicyBinding,
  mutatingWebhookConfiguration,
  validatingAdmissionPolicy,
  validatingAdmissionPolicyBinding,
  validatingWebhookConfiguration,
  customResourceDefinition,
  priorityClass,
  lease,
  runtimeClass,
  endpointSlice,
];
