import type {
  ClusterRole,
  ClusterRoleBinding,
  DaemonSet,
  SecurityContextConstraints,
} from '../../../api/pod-objects.ts';
import { commonLabels } from '../../framework/common-labels.ts';
import { type Operand, operand } from '../../framework/operand.ts';

const component = 'wasp-agent';
const onOpenShift: Operand['fits'] = ({ platform }) => platform === 'openshift';
const rbac = { group: 'rbac.authorization.k8s.io', version: 'v1' } as const;

const serviceAccount = operand<object>({
  group: '',
  version: 'v1',
  kind: 'ServiceAccount',
  plural: 'serviceaccounts',
  namespaced: true,
  component,
  name: () => 'wasp',
  owned: true,
  fits: onOpenShift,
  baseline: () => [],
});

const clusterRole = operand<ClusterRole>({
  ...rbac,
  kind: 'ClusterRole',
  plural: 'clusterroles',
  component,
  name: () => 'wasp-cluster',
  fits: onOpenShift,
  isInstalled: true,
  removal: 'stays',
  baseline: ({ opinion }) => [
    opinion(
      'rules',
      [{ apiGroups: [''], resources: ['pods'], verbs: ['watch', 'list'] }],
      'the agent looks for pods that may swap',
    ),
  ],
});

const clusterRoleBinding = operand<ClusterRoleBinding>({
  ...rbac,
  kind: 'ClusterRoleBinding',
  plural: 'clusterrolebindings',
  component,
  name: () => 'wasp-cluster',
  fits: onOpenShift,
  immutable: ['roleRef'],
  after: [clusterRole],
  baseline: ({ opinion, fact }) => [
    opinion(
      'roleRef',
      { apiGroup: rbac.group, kind: 'ClusterRole', name: 'wasp-cluster' },
      'gives the agent its role',
    ),
    fact('subjects', 'namespace of the operator', ({ deployment }) => [
      { kind: 'ServiceAccount', name: 'wasp', namespace: deployment.operatorNamespace },
    ]),
  ],
});

const everything = ['*'] as const;
const hostAccess = 'the agent changes the swap settings of the node';

const securityContextConstraints = operand<SecurityContextConstraints>({
  group: 'security.openshift.io',
  version: 'v1',
  kind: 'SecurityContextConstraints',
  plural: 'securitycontextconstraints',
  component,
  name: () => 'wasp',
  fits: onOpenShift,
  baseline: ({ opinion, fact }) => [
    opinion('allowHostDirVolumePlugin', true, hostAccess),
    opinion('allowHostIPC', true, hostAccess),
    opinion('allowHostNetwork', true, hostAccess),
    opinion('allowHostPID', true, hostAccess),
    opinion('allowHostPorts', true, hostAccess),
    opinion('allowPrivilegedContainer', true, hostAccess),
    opinion('allowedCapabilities', everything, hostAccess),
    opinion('allowedUnsafeSysctls', everything, hostAccess),
    opinion('readOnlyRootFilesystem', false, hostAccess),
    opinion('runAsUser', { type: 'RunAsAny' }, hostAccess),
    opinion('seLinuxContext', { type: 'RunAsAny' }, hostAccess),
    opinion('seccompProfiles', everything, hostAccess),
    opinion('supplementalGroups', { type: 'RunAsAny' }, hostAccess),
    opinion('fsGroup', {}, hostAccess),
    opinion('volumes', everything, hostAccess),
    fact('users', 'namespace of the operator', ({ deployment }) => [
      `system:serviceaccount:${deployment.operatorNamespace}:wasp`,
    ]),
  ],
});

const hostVolumes = [
  { name: 'host', hostPath: { path: '/' } },
  { name: 'rootfs', hostPath: { path: '/' } },
];

/** The agent that lets nodes swap memory of overcommitted machines. */
export const waspDaemonSet = operand<DaemonSet>({
  group: 'apps',
  version: 'v1',
  kind: 'DaemonSet',
  plural: 'daemonsets',
  namespaced: true,
  component,
  name: () => 'wasp-agent',
  owned: true,
  fits: onOpenShift,
  immutable: ['spec.selector'],
  imageParameter: 'WASP_AGENT_IMAGE',
  baseline: ({ opinion, fact }) => [
    opinion('spec.selector', { matchLabels: { name: 'wasp-agent' } }, 'tells the pods of the agent apart'),
    opinion('spec.updateStrategy', {}, 'Kubernetes decides how pods are replaced'),
    // network policies let the agent reach the API server
    fact('spec.template.metadata.labels', 'version of the operator', (inputs) => ({
      ...commonLabels(component, inputs),
      name: 'wasp-agent',
      'hco.kubevirt.io/allow-access-cluster-services': 'true',
    })),
    fact('spec.template.spec.containers', 'deployment parameter WASP_AGENT_IMAGE', ({ deployment }) => [
      agentContainer(deployment.images.waspAgent),
    ]),
    opinion('spec.template.spec.volumes', hostVolumes, hostAccess),
    opinion('spec.template.spec.hostPID', true, hostAccess),
    opinion('spec.template.spec.hostUsers', true, hostAccess),
    opinion(
      'spec.template.spec.priorityClassName',
      'system-node-critical',
      'a node without the agent cannot swap',
    ),
    opinion('spec.template.spec.serviceAccountName', 'wasp', 'the agent has its own permissions'),
    opinion('spec.template.spec.terminationGracePeriodSeconds', 5, 'the agent keeps no state'),
  ],
});

function agentContainer(image: string | undefined) {
  return {
    name: 'wasp-agent',
    ...(image === undefined ? {} : { image }),
    imagePullPolicy: 'IfNotPresent',
    env: [
      { name: 'VERBOSITY', value: '1' },
      { name: 'NODE_NAME', valueFrom: { fieldRef: { fieldPath: 'spec.nodeName' } } },
    ],
    resources: { requests: { cpu: '100m', memory: '50M' } },
    securityContext: { privileged: true },
    volumeMounts: [
      { mountPath: '/host', name: 'host' },
      { mountPath: '/rootfs', name: 'rootfs' },
    ],
  };
}

/** Everything the wasp agent consists of. */
export const waspAgent: readonly Operand[] = [
  serviceAccount,
  securityContextConstraints,
  clusterRole,
  clusterRoleBinding,
  waspDaemonSet,
];
