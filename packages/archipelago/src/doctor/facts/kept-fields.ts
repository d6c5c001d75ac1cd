import type { FactName } from './fact-kinds.ts';

const placement = ['nodeSelector', 'affinity', 'tolerations'] as const;
const podTemplate = [
  ...placement,
  'initContainers.name',
  'initContainers.resources',
  'containers.name',
  'containers.image',
  'containers.resources',
  'containers.volumeMounts',
  'volumes.name',
] as const;

/** Of a virtual machine nothing that its user put in it: cloud-init and its like hold passwords. */
const machine = [
  ...placement,
  'architecture',
  'domain.cpu',
  'domain.devices.interfaces',
  'domain.devices.tpm',
  'domain.firmware',
  'domain.ioThreadsPolicy',
  'domain.machine',
  'domain.memory',
  'domain.resources',
  'evictionStrategy',
  'networks',
  'volumes.name',
  'volumes.containerDisk.image',
  'volumes.dataVolume',
  'volumes.persistentVolumeClaim',
] as const;

const below = (path: string, fields: readonly string[]) => fields.map((field) => `${path}.${field}`);
const whole = ['spec', 'status'] as const;
const workload = ['spec.replicas', ...below('spec.template.spec', podTemplate), 'status'] as const;

/**
 * What is kept of each kind besides its metadata: a path keeps all that is below it and goes through lists. What no check needs is neither
 * held in memory nor written into a snapshot; environments, files and user data are among it.
 */
export const keptFields: Readonly<Record<FactName, readonly string[]>> = {
  nodes: [
    'spec.taints',
    'spec.unschedulable',
    'status.allocatable',
    'status.capacity',
    'status.conditions',
    'status.nodeInfo',
  ],
  hyperConvergeds: whole,
  kubeVirts: whole,
  virtualMachines: [
    'spec.running',
    'spec.runStrategy',
    'spec.instancetype',
    'spec.preference',
    'spec.dataVolumeTemplates.metadata.name',
    'spec.dataVolumeTemplates.spec.sourceRef',
    'spec.dataVolumeTemplates.spec.storage',
    'spec.dataVolumeTemplates.spec.pvc',
    'spec.template.metadata.labels',
    'spec.template.metadata.annotations',
    ...below('spec.template.spec', machine),
    'status',
  ],
  instances: [...below('spec', machine), 'status'],
  storageProfiles: whole,
  dataImportCrons: [
    'spec.managedDataSource',
    'spec.template.spec.storage',
    'spec.template.spec.pvc',
    'status',
  ],
  storageClasses: [
    'provisioner',
    'parameters',
    'volumeBindingMode',
    'reclaimPolicy',
    'allowVolumeExpansion',
    'mountOptions',
    'allowedTopologies',
  ],
  csiDrivers: ['spec'],
  snapshotClasses: ['driver', 'deletionPolicy', 'parameters'],
  deployments: workload,
  daemonSets: workload,
  subscriptions: [
    'spec.name',
    'spec.channel',
    'spec.source',
    'spec.sourceNamespace',
    'spec.startingCSV',
    'spec.installPlanApproval',
    ...below('spec.config', [
      ...placement,
      'selector',
      'resources',
      'annotations',
      'env.name',
      'envFrom',
      'volumes.name',
      'volumeMounts',
    ]),
    'status',
  ],
  serviceVersions: [
    'spec.version',
    'spec.replaces',
    'spec.install.spec.deployments.name',
    'spec.install.spec.deployments.spec.replicas',
    ...below('spec.install.spec.deployments.spec.template.spec', podTemplate),
    'status.phase',
    'status.reason',
    'status.message',
    'status.lastTransitionTime',
    'status.lastUpdateTime',
    'status.conditions',
  ],
  hostPathProvisioners: whole,
  networkAttachments: ['spec'],
  networkPolicies: [
    'spec.nodeSelector',
    'spec.maxUnavailable',
    'spec.desiredState.interfaces.name',
    'spec.desiredState.interfaces.type',
    'spec.desiredState.interfaces.state',
    'spec.desiredState.ovn',
    'status',
  ],
  networkEnactments: ['status.conditions', 'status.policyGeneration'],
  sriovNodeStates: ['status.syncStatus', 'status.lastSyncError'],
  addressPools: whole,
  l2Advertisements: ['spec'],
  bgpAdvertisements: ['spec'],
  deschedulers: whole,
  namespaces: ['status.phase'],
  layeringConfigs: ['status.conditions'],
  machineOsConfigs: ['status.conditions'],
};
