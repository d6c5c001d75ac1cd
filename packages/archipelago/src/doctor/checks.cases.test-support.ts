import type { JsonObject } from '@archipelago/apimachinery';
import { layeringCases } from './cases/layering-cases.test-support.ts';
import {
  controlPlane,
  hyperConverged,
  object,
  snapshotClass,
  storageClass,
  storageProfile,
  withObjects,
  withoutKind,
  worker,
} from './healthy-cluster.test-support.ts';

/** Objects of which a check finds something, and others, near to them, of which it finds nothing. */
interface CheckCase {
  readonly found: readonly JsonObject[];
  /** What is told of them. */
  readonly params?: JsonObject;
  readonly severity?: 'critical' | 'warning' | 'info';
  readonly near: readonly JsonObject[];
}

const old = '2020-01-01T00:00:00Z';
const hpp = 'kubevirt.io.hostpath-provisioner';
const condition = (type: string, status: string, rest: JsonObject = {}) => ({
  conditions: [{ type, status, ...rest }],
});
const workloads = (placement: JsonObject, spec: JsonObject = {}) =>
  hyperConverged({
    featureGates: { enableMultiArchBootImageImport: true },
    workloads: { nodePlacement: placement },
    ...spec,
  });
const infra = (placement: JsonObject) =>
  hyperConverged({
    featureGates: { enableMultiArchBootImageImport: true },
    infra: { nodePlacement: placement },
  });
const taint = { key: 'vm', value: 'only', effect: 'NoSchedule' };
const subscription = (config: JsonObject, status: JsonObject = {}) =>
  object('operators.coreos.com/v1alpha1', 'Subscription', 'hco', {
    namespace: 'kubevirt-hyperconverged',
    spec: { config },
    status: { installedCSV: 'hco.v1', ...status },
  });
const controlPlaneOnly = {
  nodeAffinity: {
    requiredDuringSchedulingIgnoredDuringExecution: {
      nodeSelectorTerms: [
        { matchExpressions: [{ key: 'node-role.kubernetes.io/control-plane', operator: 'Exists' }] },
      ],
    },
  },
};
const anywhere = [{ operator: 'Exists' }];
const version = (templates: Readonly<Record<string, JsonObject>>, architectures = ['amd64', 'arm64']) =>
  object('operators.coreos.com/v1alpha1', 'ClusterServiceVersion', 'hco.v1', {
    labels: Object.fromEntries(architectures.map((one) => [`operatorframework.io/arch.${one}`, 'supported'])),
    spec: {
      install: {
        spec: {
          deployments: Object.entries(templates).map(([name, spec]) => ({
            name,
            spec: { template: { spec } },
          })),
        },
      },
    },
    status: { phase: 'Succeeded' },
  });
const virtOperator = version({ 'virt-operator': { affinity: controlPlaneOnly, tolerations: anywhere } });
const attachment = (config: JsonObject | string, namespace = 'kubevirt-hyperconverged', name = 'mig') =>
  object('k8s.cni.cncf.io/v1', 'NetworkAttachmentDefinition', name, {
    namespace,
    spec: { config: typeof config === 'string' ? config : JSON.stringify(config) },
  });
const migrating = hyperConverged({
  featureGates: { enableMultiArchBootImageImport: true },
  liveMigrationConfig: { network: 'mig' },
});
const whereabouts = (range: string) => ({ type: 'macvlan', ipam: { type: 'whereabouts', range } });
const machine = (spec: JsonObject, rest: JsonObject = {}) =>
  object('kubevirt.io/v1', 'VirtualMachine', 'vm', {
    namespace: 'app',
    spec: { template: { spec }, ...rest },
  });
const instance = (nodeName: string, conditions: readonly JsonObject[] = [], spec: JsonObject = {}) =>
  object('kubevirt.io/v1', 'VirtualMachineInstance', 'vm', {
    namespace: 'app',
    spec,
    status: { phase: 'Running', nodeName, conditions },
  });
const density = (percent: number) =>
  hyperConverged({
    featureGates: { enableMultiArchBootImageImport: true },
    higherWorkloadDensity: { memoryOvercommitPercentage: percent },
  });
const swapped = (swap: number) =>
  ['w0', 'w1', 'a0', 'a1'].map((name) =>
    worker(name, { swap, architecture: name.startsWith('a') ? 'arm64' : 'amd64' }),
  );
const half = 32 * 1024 ** 3;
const policy = (name: string, spec: JsonObject, status: JsonObject) =>
  object('nmstate.io/v1', 'NodeNetworkConfigurationPolicy', name, { spec, status });
const provisioner = (spec: JsonObject, status: JsonObject = {}) =>
  object('hostpathprovisioner.kubevirt.io/v1beta1', 'HostPathProvisioner', 'hostpath-provisioner', {
    spec,
    status,
  });
const hostClass = (parts: Parameters<typeof storageClass>[1] = {}) =>
  storageClass('hpp', { provisioner: hpp, parameters: { storagePool: 'local' }, ...parts });
const cron = (conditions: readonly JsonObject[]) =>
  object('cdi.kubevirt.io/v1beta1', 'DataImportCron', 'fedora', {
    namespace: 'images',
    status: { conditions },
  });
const descheduler = (spec: JsonObject) =>
  object('operator.openshift.io/v1', 'KubeDescheduler', 'cluster', { namespace: 'descheduler', spec });
const templated = (annotations: JsonObject) =>
  hyperConverged(
    { featureGates: { enableMultiArchBootImageImport: true } },
    { dataImportCronTemplates: [{ metadata: { name: 'fedora', annotations } }] },
  );
const others = (isSet: boolean) =>
  hyperConverged({ featureGates: { enableMultiArchBootImageImport: isSet } });

/** For every check: what it finds, and what comes near. */
export const checkCases: Readonly<Record<string, CheckCase>> = {
  VD001: {
    found: withoutKind('HyperConverged', version({})),
    near: withObjects(version({})),
  },
  VD002: {
    found: withObjects(
      hyperConverged({}, condition('Degraded', 'True', { reason: 'SSPDegraded', message: 'no' })),
    ),
    params: { type: 'Degraded', reason: 'SSPDegraded' },
    near: withObjects(hyperConverged({}, condition('Progressing', 'True', { lastTransitionTime: '$NOW' }))),
  },
  VD003: {
    found: withObjects(hyperConverged({}, { annotations: { 'kubevirt.kubevirt.io/jsonpatch': '[{},{}]' } })),
    params: { annotation: 'kubevirt.kubevirt.io/jsonpatch', operations: 2 },
    near: withObjects(hyperConverged({}, { annotations: { other: '[]' } })),
  },
  VD004: {
    found: withObjects(
      object('apps/v1', 'Deployment', 'virt-api', {
        namespace: 'kubevirt-hyperconverged',
        spec: { replicas: 2 },
      }),
    ),
    params: { name: 'virt-api', available: 0, wanted: 2 },
    near: withObjects(object('apps/v1', 'Deployment', 'shop', { namespace: 'app', spec: { replicas: 2 } })),
  },
  VD005: {
    found: withObjects(
      object('apps/v1', 'DaemonSet', 'virt-handler', {
        status: { desiredNumberScheduled: 4, numberReady: 3 },
      }),
    ),
    params: { ready: 3, wanted: 4 },
    severity: 'warning',
    near: withObjects(
      object('apps/v1', 'DaemonSet', 'virt-handler', {
        status: { desiredNumberScheduled: 4, numberReady: 4 },
      }),
    ),
  },
  VD101: {
    found: withObjects(
      subscription({}, condition('ResolutionFailed', 'True', { reason: 'ConstraintsNotSatisfiable' })),
    ),
    params: { type: 'ResolutionFailed', reason: 'ConstraintsNotSatisfiable' },
    near: withObjects(subscription({}, condition('PackageDeprecated', 'True'))),
  },
  VD102: {
    found: withObjects(subscription({ nodeSelector: { no: 'where' } }), version({ 'hco-operator': {} })),
    params: { deployment: 'hco-operator' },
    near: withObjects(
      subscription({ nodeSelector: { 'kubernetes.io/arch': 'arm64' } }),
      version({ 'hco-operator': {} }),
    ),
  },
  VD103: {
    found: withObjects(subscription({ nodeSelector: { 'kubernetes.io/arch': 'arm64' } }), virtOperator),
    params: { deployment: 'virt-operator' },
    near: withObjects(subscription({ nodeSelector: { 'kubernetes.io/arch': 'amd64' } }), virtOperator),
  },
  VD104: {
    found: withObjects(subscription({ affinity: { podAntiAffinity: {} } }), virtOperator),
    near: withObjects(subscription({ affinity: { podAntiAffinity: {} } }), version({ 'hco-operator': {} })),
  },
  VD106: {
    found: withObjects(subscription({ selector: { matchLabels: { a: 'b' } } })),
    params: { name: 'hco' },
    near: withObjects(subscription({ nodeSelector: {} })),
  },
  VD107: {
    found: withObjects(subscription({ volumeMounts: [{ name: 'ca' }] }), virtOperator),
    params: { mount: 'ca' },
    near: withObjects(
      subscription({ volumeMounts: [{ name: 'ca' }], volumes: [{ name: 'ca' }] }),
      virtOperator,
    ),
  },
  VD108: {
    found: withObjects(subscription({}), version({ 'hco-operator': {} }, ['amd64'])),
    params: { deployment: 'hco-operator', architecture: 'arm64' },
    near: withObjects(
      subscription({ nodeSelector: { 'kubernetes.io/arch': 'amd64' } }),
      version({ 'hco-operator': {} }, ['amd64']),
    ),
  },
  VD201: {
    found: withObjects(workloads({ nodeSelector: { vm: 'yes' } })),
    near: withObjects(workloads({ nodeSelector: { 'kubernetes.io/arch': 'arm64' } })),
  },
  VD202: {
    found: withObjects(worker('w1', { taints: [taint] })),
    params: { taint: 'vm=only:NoSchedule', nodes: 1 },
    severity: 'warning',
    near: withObjects(
      worker('w1', {
        cordoned: true,
        taints: [{ key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' }],
      }),
    ),
  },
  VD204: {
    found: withObjects(
      workloads({ nodeSelector: { 'host-model-cpu.node.kubevirt.io/Old': 'true' } }),
      worker('w0', { labels: { 'host-model-cpu.node.kubevirt.io/Old': 'true' } }),
    ),
    params: { architecture: 'arm64', count: 2 },
    near: withObjects(workloads({ nodeSelector: { 'kubernetes.io/arch': 'amd64' } })),
  },
  VD205: {
    found: withObjects(infra({ nodeSelector: { infra: 'yes' } })),
    near: withObjects(infra({})),
  },
  VD206: {
    found: withObjects(infra({ nodeSelector: { 'node-role.kubernetes.io/control-plane': '' } })),
    params: { nodes: 3 },
    near: withObjects(
      infra({ nodeSelector: { 'node-role.kubernetes.io/control-plane': '' } }),
      controlPlane('c0', []),
    ),
  },
  VD207: {
    found: withObjects(infra({ nodeSelector: { infra: 'yes' } }), worker('w0', { labels: { infra: 'yes' } })),
    params: { usable: 1 },
    near: withObjects(infra({ nodeSelector: { 'kubernetes.io/arch': 'arm64' } })),
  },
  VD301: {
    found: withObjects(
      storageClass('rbd'),
      storageClass('files'),
      storageProfile('files', { ways: ['ReadWriteOnce/Filesystem'] }),
    ),
    params: { candidate: 'rbd' },
    severity: 'critical',
    near: withObjects(storageClass('rbd', { isDefault: true }), storageClass('other')),
  },
  VD302: {
    found: withObjects(storageClass('new', { isDefault: true, created: '2026-02-01T00:00:00Z' })),
    params: { winner: 'new', others: ['rbd'] },
    near: withObjects(storageClass('virt', { isVirtual: true })),
  },
  VD303: {
    found: withObjects(storageClass('b', { isVirtual: true }), storageClass('a', { isVirtual: true })),
    params: { winner: 'a' },
    near: withObjects(storageClass('a', { isVirtual: true })),
  },
  VD304: {
    found: withObjects(
      storageClass('bucket', { isVirtual: true, provisioner: 'openshift-storage.noobaa.io/obc' }),
    ),
    params: { class: 'bucket' },
    near: withObjects(storageClass('bucket', { provisioner: 'openshift-storage.noobaa.io/obc' })),
  },
  VD305: {
    found: withObjects(storageProfile('rbd', { ways: [] })),
    params: { profile: 'rbd' },
    severity: 'critical',
    near: withObjects(
      storageClass('obc'),
      storageProfile('obc', { provisioner: 'openshift-storage.noobaa.io/obc', ways: [] }),
    ),
  },
  VD306: {
    found: withObjects(
      storageProfile('rbd', {
        ways: [],
        status: condition('Recognized', 'False', { reason: 'UnrecognizedStorageClassParameters' }),
      }),
    ),
    params: { profile: 'rbd' },
    severity: 'critical',
    near: withObjects(
      storageProfile('rbd', {
        written: ['ReadWriteMany/Block'],
        status: condition('Recognized', 'False', { reason: 'UnrecognizedStorageClassParameters' }),
      }),
    ),
  },
  VD307: {
    found: withObjects(storageClass('lost')),
    params: { class: 'lost', problem: 'missing' },
    near: withObjects(storageClass('fresh', { created: '$NOW' })),
  },
  VD308: {
    found: withObjects(storageProfile('rbd', { written: ['ReadWriteMany'] })),
    params: { profile: 'rbd', lack: 'volumeMode' },
    near: withObjects(storageProfile('rbd', { written: ['ReadWriteMany/Block'] })),
  },
  VD309: {
    found: withObjects(storageProfile('rbd', { ways: ['ReadWriteOnce/Filesystem'] })),
    params: { class: 'rbd' },
    near: [
      ...withoutKind('Node', worker('w0'), worker('a0', { architecture: 'arm64' })),
      storageClass('local', { isVirtual: true }),
      storageProfile('local', { ways: ['ReadWriteOnce/Filesystem'] }),
    ],
  },
  VD310: {
    found: withObjects(storageProfile('rbd', { status: { cloneStrategy: 'snapshot' } })),
    params: { class: 'rbd' },
    near: withObjects(storageProfile('rbd', { status: { cloneStrategy: 'snapshot' } }), snapshotClass('s')),
  },
  VD311: {
    found: withObjects(storageProfile('rbd', { spec: { snapshotClass: 'gone' } })),
    params: { profile: 'rbd', snapshotClass: 'gone', stale: false },
    severity: 'critical',
    near: withObjects(storageProfile('rbd', { spec: { snapshotClass: 's' } }), snapshotClass('s')),
  },
  VD312: {
    found: withObjects(snapshotClass('b'), snapshotClass('a')),
    params: { taken: 'a', count: 2 },
    near: withObjects(
      snapshotClass('b', undefined, { 'snapshot.storage.kubernetes.io/is-default-class': 'true' }),
      snapshotClass('a'),
    ),
  },
  VD315: {
    found: withObjects(
      storageClass('rbd', { isDefault: true, parameters: {} }),
      storageClass('virt', { parameters: { mapOptions: 'a,krbd:rxbounce' } }),
    ),
    params: { default: 'rbd', virt: 'virt' },
    near: withObjects(
      storageClass('rbd', { isDefault: true, parameters: { mounter: 'rbd-nbd' } }),
      storageClass('virt'),
    ),
  },
  VD316: {
    found: withObjects(storageProfile('rbd', { ways: ['ReadWriteOnce/Filesystem', 'ReadWriteMany/Block'] })),
    near: withObjects(storageProfile('rbd', { ways: ['ReadWriteMany/Block', 'ReadWriteOnce/Filesystem'] })),
  },
  VD318: {
    found: withObjects(hyperConverged({ scratchSpaceStorageClass: 'gone' })),
    params: { class: 'gone', field: 'spec.scratchSpaceStorageClass' },
    near: withObjects(hyperConverged({ scratchSpaceStorageClass: 'rbd' })),
  },
  VD319: {
    found: withObjects(storageProfile('rbd', { ways: ['ReadWriteMany/Block'] })),
    near: withObjects(
      hyperConverged({ scratchSpaceStorageClass: 'rbd' }),
      storageProfile('rbd', { ways: ['ReadWriteMany/Block'] }),
    ),
  },
  VD320: {
    found: withObjects(hyperConverged({ vmStateStorageClass: 'gone' })),
    params: { class: 'gone' },
    near: withObjects(hyperConverged({ vmStateStorageClass: 'rbd' })),
  },
  VD321: {
    found: withObjects(storageClass('efs', { provisioner: 'efs.csi.aws.com', parameters: { uid: '107' } })),
    params: { class: 'efs', lack: ['gid'] },
    near: withObjects(
      storageClass('efs', { provisioner: 'efs.csi.aws.com', parameters: { uid: '107', gid: '107' } }),
    ),
  },
  VD322: {
    found: withObjects(hyperConverged({ filesystemOverhead: { storageClass: { gone: '0.1' } } })),
    params: { class: 'gone' },
    near: withObjects(hyperConverged({ filesystemOverhead: { storageClass: { rbd: '0.1' } } })),
  },
  VD323: {
    found: withObjects(
      cron([
        { type: 'UpToDate', status: 'False', reason: 'ImportFailed', message: '', lastTransitionTime: old },
      ]),
    ),
    params: { name: 'fedora', reason: 'ImportFailed' },
    near: withObjects(cron([{ type: 'UpToDate', status: 'False', lastTransitionTime: '$NOW' }])),
  },
  VD401: {
    found: withObjects(
      provisioner({ workload: { nodeSelector: { 'kubernetes.io/arch': 'arm64' } } }),
      hostClass(),
    ),
    params: { missing: ['w0', 'w1'] },
    severity: 'warning',
    near: withObjects(provisioner({ workload: {} }), hostClass()),
  },
  VD402: {
    found: withObjects(provisioner({ storagePools: [{ name: 'fast' }] }), hostClass()),
    params: { class: 'hpp', pool: 'local', pools: ['fast'] },
    near: withObjects(provisioner({ storagePools: [{ name: 'local' }] }), hostClass()),
  },
  VD403: {
    found: withObjects(
      provisioner({ pathConfig: { path: '/var' } }),
      hostClass({ provisioner: 'kubevirt.io/hostpath-provisioner' }),
    ),
    params: { by: ['spec.pathConfig', 'hpp'] },
    near: withObjects(provisioner({ storagePools: [{ name: 'local' }] }), hostClass()),
  },
  VD404: {
    found: withObjects(hostClass({ binding: 'Immediate' })),
    params: { class: 'hpp' },
    near: withoutKind('Node', worker('w0'), hostClass({ binding: 'Immediate' })),
  },
  VD405: {
    found: withObjects(
      provisioner(
        {},
        {
          storagePoolStatuses: [{ name: 'local', phase: 'Preparing', desiredReady: 2, currentReady: 1 }],
          ...condition('Available', 'True'),
        },
      ),
    ),
    params: { pool: 'local', ready: 1, desired: 2 },
    severity: 'warning',
    near: withObjects(
      provisioner(
        {},
        { storagePoolStatuses: [{ name: 'local', phase: 'Ready', desiredReady: 2, currentReady: 2 }] },
      ),
    ),
  },
  VD501: {
    found: withObjects(migrating, attachment(whereabouts('10.0.0.0/24'), 'default')),
    params: { network: 'mig', foundIn: ['default'] },
    near: withObjects(migrating, attachment(whereabouts('10.0.0.0/24'))),
  },
  VD502: {
    found: withObjects(migrating, attachment({ plugins: [{ type: 'macvlan' }, { type: 'tuning' }] })),
    params: { network: 'mig', why: 'ipam' },
    near: withObjects(
      migrating,
      attachment({
        type: 'ovn-k8s-cni-overlay',
        subnets: '10.0.0.0/24',
        netAttachDefName: 'kubevirt-hyperconverged/mig',
      }),
    ),
  },
  VD503: {
    found: withObjects(migrating, attachment(whereabouts('10.0.0.0/30'))),
    params: { addresses: 2, pods: 4 },
    severity: 'critical',
    near: withObjects(migrating, attachment(whereabouts('10.0.0.0/29'))),
  },
  VD507: {
    found: [...withoutKind('Node', worker('w0'), worker('a0', { architecture: 'arm64' })), instance('a0')],
    params: { arch: 'arm64', node: 'a0' },
    near: withObjects(instance('a0')),
  },
  VD508: {
    found: withObjects(
      instance('w0', [{ type: 'LiveMigratable', status: 'False', reason: 'DisksNotLiveMigratable' }]),
    ),
    params: { reason: 'DisksNotLiveMigratable', count: 1, first: 'app/vm' },
    near: withObjects(
      instance('w0', [{ type: 'LiveMigratable', status: 'False', reason: 'x' }], {
        evictionStrategy: 'LiveMigrateIfPossible',
      }),
    ),
  },
  VD601: {
    found: withObjects(
      policy('br1', {}, {}),
      object('nmstate.io/v1beta1', 'NodeNetworkConfigurationEnactment', 'w0.br1', {
        status: condition('Failing', 'True', { message: 'no eth1\nmore' }),
      }),
    ),
    params: { policy: 'br1', nodes: ['w0'], message: 'no eth1' },
    near: withObjects(policy('br1', {}, condition('Available', 'True'))),
  },
  VD602: {
    found: withObjects(policy('br1', { nodeSelector: { net: 'yes' } }, {})),
    params: { policy: 'br1' },
    near: withObjects(policy('br1', { nodeSelector: { 'kubernetes.io/arch': 'arm64' } }, {})),
  },
  VD604: {
    found: withObjects(attachment({ type: 'ovn-k8s-cni-overlay', netAttachDefName: 'other/mig' })),
    params: { written: 'other/mig', wanted: 'kubevirt-hyperconverged/mig' },
    near: withObjects(
      attachment({ type: 'ovn-k8s-cni-overlay', netAttachDefName: 'kubevirt-hyperconverged/mig' }),
    ),
  },
  VD605: {
    found: withObjects(machine({ networks: [{ multus: { networkName: 'mig' } }] }), attachment('{}')),
    params: { machine: 'app/vm', network: 'app/mig' },
    severity: 'critical',
    near: withObjects(
      machine({ networks: [{ multus: { networkName: 'mig' } }, { pod: {} }] }),
      attachment('{}', 'app'),
    ),
  },
  VD606: {
    found: withObjects(
      object('sriovnetwork.openshift.io/v1', 'SriovNetworkNodeState', 'w0', {
        status: { syncStatus: 'Failed', lastSyncError: 'no' },
      }),
    ),
    params: { node: 'w0', error: 'no' },
    near: withObjects(
      object('sriovnetwork.openshift.io/v1', 'SriovNetworkNodeState', 'w0', {
        status: { syncStatus: 'InProgress' },
      }),
    ),
  },
  VD608: {
    found: withObjects(
      object('metallb.io/v1beta1', 'IPAddressPool', 'lan', { namespace: 'metallb', spec: {} }),
      object('metallb.io/v1beta1', 'L2Advertisement', 'l2', {
        namespace: 'metallb',
        spec: { ipAddressPools: ['other'] },
      }),
    ),
    params: { pool: 'lan' },
    near: withObjects(
      object('metallb.io/v1beta1', 'IPAddressPool', 'lan', { namespace: 'metallb', spec: {} }),
      object('metallb.io/v1beta1', 'L2Advertisement', 'l2', { namespace: 'metallb', spec: {} }),
    ),
  },
  VD701: {
    found: withObjects(density(150), ...swapped(0)),
    params: { nodes: 4, neededPerNode: '32Gi' },
    severity: 'critical',
    near: withObjects(density(100), ...swapped(0)),
  },
  VD702: {
    found: withObjects(density(150), ...swapped(half - 1)),
    params: { node: 'w0', needed: '32Gi' },
    near: withObjects(density(150), ...swapped(half)),
  },
  VD705: {
    found: withObjects(density(201)),
    params: { percent: 201 },
    near: withObjects(density(200)),
  },
  VD707: {
    found: withObjects(
      hyperConverged({ ksmConfiguration: { nodeLabelSelector: { matchLabels: { ksm: 'yes' } } } }),
    ),
    near: withObjects(hyperConverged({ ksmConfiguration: { nodeLabelSelector: {} } })),
  },
  VD708: {
    found: withObjects(
      hyperConverged({
        resourceRequirements: { vmiCPUAllocationRatio: 1, autoCPULimitNamespaceLabelSelector: {} },
      }),
      object('v1', 'Namespace', 'app'),
    ),
    params: { namespaces: ['app'] },
    near: withObjects(
      hyperConverged({
        resourceRequirements: {
          vmiCPUAllocationRatio: 1,
          autoCPULimitNamespaceLabelSelector: { matchLabels: { a: 'b' } },
        },
      }),
      object('v1', 'Namespace', 'app'),
    ),
  },
  VD710: {
    found: withObjects(descheduler({ mode: 'Automatic', profiles: ['AffinityAndTaints'] }), machine({})),
    params: { profiles: ['AffinityAndTaints'] },
    severity: 'critical',
    near: withObjects(
      descheduler({ mode: 'Automatic', profiles: ['KubeVirtRelieveAndMigrate'] }),
      machine({}),
    ),
  },
  VD801: {
    found: withObjects(worker('w0', { kvm: '0' })),
    params: { nodes: ['w0'], architectures: ['amd64'] },
    severity: 'warning',
    near: withObjects(controlPlane('c0')),
  },
  VD802: {
    found: withObjects(worker('w0', { heartbeat: old })),
    params: { node: 'w0' },
    near: withObjects(worker('w0', { heartbeat: old, cordoned: true })),
  },
  VD804: {
    found: withObjects(hyperConverged({ defaultCPUModel: 'EPYC' })),
    params: { model: 'EPYC', arch: 'amd64', count: 0, all: 2 },
    severity: 'critical',
    near: withObjects(hyperConverged({ defaultCPUModel: 'Skylake' })),
  },
  VD805: {
    found: withObjects(worker('w0', { labels: { 'host-model-cpu.node.kubevirt.io/EPYC': 'true' } })),
    params: { arch: 'amd64', models: ['EPYC', 'Skylake'] },
    near: withObjects(worker('w0')),
  },
  VD808: {
    found: withObjects(others(false)),
    params: { architectures: ['amd64', 'arm64'], field: 'spec.featureGates.enableMultiArchBootImageImport' },
    near: withObjects(hyperConverged({ enableCommonBootImageImport: false })),
  },
  VD809: {
    found: withObjects(templated({ 'ssp.kubevirt.io/dict.architectures': 'amd64, arm64' })),
    params: { template: 'fedora', problem: 'the annotation has spaces' },
    near: withObjects(templated({ 'ssp.kubevirt.io/dict.architectures': 's390x,arm64' })),
  },
  VD810: {
    found: withObjects(machine({ architecture: 's390x' })),
    params: { machine: 'app/vm', arch: 's390x' },
    severity: 'critical',
    near: withObjects(machine({ architecture: 'arm64' })),
  },
  VD812: {
    found: withObjects(machine({ architecture: 'arm64', domain: { cpu: { model: 'EPYC' } } })),
    params: { machine: 'app/vm', model: 'EPYC' },
    near: withObjects(machine({ architecture: 'arm64', domain: { cpu: { model: 'host-passthrough' } } })),
  },
  ...layeringCases,
};
