import type { DaemonSet, SecurityContextConstraints } from '../../../api/pod-objects.ts';
import { type Operand, operand } from '../../framework/operand.ts';
import { spreadOverNodes } from '../spread-over-nodes.ts';

const component = 'network';
const name = 'passt-binding-cni';
const onOpenShift: Operand['fits'] = ({ platform }) => platform === 'openshift';

const serviceAccount = operand<object>({
  group: '',
  version: 'v1',
  kind: 'ServiceAccount',
  plural: 'serviceaccounts',
  namespaced: true,
  component,
  name: () => name,
  owned: true,
  fits: onOpenShift,
  baseline: () => [],
});

const copiesPlugin = 'the installer copies the plugin to the node';

const securityContextConstraints = operand<SecurityContextConstraints>({
  group: 'security.openshift.io',
  version: 'v1',
  kind: 'SecurityContextConstraints',
  plural: 'securitycontextconstraints',
  component,
  name: () => name,
  fits: onOpenShift,
  baseline: ({ opinion, fact }) => [
    opinion('allowHostDirVolumePlugin', true, copiesPlugin),
    opinion('allowPrivilegedContainer', true, copiesPlugin),
    opinion('allowHostIPC', false, 'not needed'),
    opinion('allowHostNetwork', false, 'not needed'),
    opinion('allowHostPID', false, 'not needed'),
    opinion('allowHostPorts', false, 'not needed'),
    opinion('readOnlyRootFilesystem', false, copiesPlugin),
    opinion('runAsUser', { type: 'RunAsAny' }, copiesPlugin),
    opinion('seLinuxContext', { type: 'RunAsAny' }, copiesPlugin),
    opinion('supplementalGroups', {}, 'not needed'),
    opinion('fsGroup', {}, 'not needed'),
    opinion('volumes', ['*'], copiesPlugin),
    fact('users', 'namespace of the operator', ({ deployment }) => [
      `system:serviceaccount:${deployment.operatorNamespace}:${name}`,
    ]),
  ],
});

interface NetworkAttachmentDefinition {
  readonly spec: { readonly config: string };
}

const networkAttachmentName = 'primary-udn-kubevirt-binding';
const networkAttachmentNamespace = 'default';

/** What KubeVirt's `passt` binding refers to. */
export const passtNetworkAttachment = `${networkAttachmentNamespace}/${networkAttachmentName}`;

const networkAttachmentDefinition = operand<NetworkAttachmentDefinition>({
  group: 'k8s.cni.cncf.io',
  version: 'v1',
  kind: 'NetworkAttachmentDefinition',
  plural: 'network-attachment-definitions',
  namespaced: true,
  component,
  name: () => networkAttachmentName,
  namespace: networkAttachmentNamespace,
  baseline: ({ opinion }) => [
    opinion(
      'spec.config',
      JSON.stringify(
        { cniVersion: '1.0.0', name: networkAttachmentName, plugins: [{ type: 'kubevirt-passt-binding' }] },
        null,
        2,
      ),
      'machines on a primary network defined by users attach through it',
    ),
  ],
});

const installScript = [
  'ls -la "/cni/kubevirt-passt-binding"',
  'cp -f "/cni/kubevirt-passt-binding" "/opt/cni/bin"',
  'echo "passt binding CNI plugin installation complete..sleep infinity"',
  'sleep 2147483647',
].join('\n');

/** Installs the plugin on every node, whatever the placement of workloads: as the release does, measured. */
const passtDaemonSet = operand<DaemonSet>({
  group: 'apps',
  version: 'v1',
  kind: 'DaemonSet',
  plural: 'daemonsets',
  namespaced: true,
  component,
  name: () => name,
  owned: true,
  immutable: ['spec.selector'],
  imageParameter: 'PASST_CNI_IMAGE',
  extraLabels: { tier: 'node' },
  baseline: ({ opinion, fact }) => [
    opinion('spec.selector', { matchLabels: { name } }, 'tells the pods of the installer apart'),
    opinion(
      'spec.updateStrategy',
      { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '10%' } },
      'a tenth of the nodes at a time',
    ),
    opinion(
      'spec.template.metadata.labels',
      { app: name, name, tier: 'node' },
      'tells the pods of the installer apart',
    ),
    opinion(
      'spec.template.metadata.annotations',
      { description: "passt-binding-cni installs 'passt binding' CNI on cluster nodes" },
      'says what the pods do',
    ),
    fact('spec.template.spec.containers', 'deployment parameter PASST_CNI_IMAGE', ({ deployment }) => [
      installer(deployment.images.passtCni),
    ]),
    fact('spec.template.spec.volumes', 'platform', ({ facts }) => [
      {
        name: 'cnibin',
        hostPath: { path: facts.platform === 'openshift' ? '/var/lib/cni/bin' : '/opt/cni/bin' },
      },
    ]),
    fact('spec.template.spec.affinity', 'number of workers', ({ facts }) =>
      spreadOverNodes(component, facts),
    ),
    opinion(
      'spec.template.spec.priorityClassName',
      'system-cluster-critical',
      'machines cannot start without the plugin',
    ),
    fact('spec.template.spec.serviceAccountName', 'platform', ({ facts }) =>
      facts.platform === 'openshift' ? name : undefined,
    ),
  ],
});

function installer(image: string | undefined) {
  return {
    name: 'installer',
    ...(image === undefined ? {} : { image }),
    imagePullPolicy: 'IfNotPresent',
    command: ['/bin/sh', '-ce'],
    args: [installScript],
    resources: { requests: { cpu: '10m', memory: '15Mi' } },
    securityContext: { privileged: true },
    volumeMounts: [{ mountPath: '/opt/cni/bin', name: 'cnibin' }],
  };
}

/** Everything the passt network binding consists of. */
export const passt: readonly Operand[] = [
  serviceAccount,
  securityContextConstraints,
  networkAttachmentDefinition,
  passtDaemonSet,
];
