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

/** Of tens of thousands of objects: who they are, and what annotations say. */
const identity = ['metadata.name', 'metadata.namespace', 'metadata.annotations'] as const;

/** What makes a virtual machine different from others to a check, and nothing that its user put in it: cloud-init and its like hold passwords. */
const machine = [
  ...placement,
  'architecture',
  'domain.cpu.model',
  'domain.cpu.threads',
  'domain.devices.tpm',
  'domain.firmware.bootloader',
  'domain.machine.type',
  'domain.resources',
  'networks.multus',
] as const;

const below = (path: string, fields: readonly string[]) => fields.map((field) => `${path}.${field}`);
const webhooks = ['webhooks.name', 'webhooks.failurePolicy', 'webhooks.clientConfig'] as const;
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
    ...identity,
    'spec.running',
    'spec.runStrategy',
    'spec.dataVolumeTemplates.spec.sourceRef',
    'spec.dataVolumeTemplates.spec.storage.storageClassName',
    'spec.dataVolumeTemplates.spec.pvc.storageClassName',
    'spec.template.metadata.labels',
    ...below('spec.template.spec', machine),
    'status.printableStatus',
  ],
  instances: [
    ...identity,
    'spec.evictionStrategy',
    'spec.volumes.dataVolume.name',
    'spec.volumes.persistentVolumeClaim.claimName',
    'status.conditions.type',
    'status.conditions.status',
    'status.conditions.reason',
    'status.guestOSInfo.id',
    'status.guestOSInfo.name',
    'status.nodeName',
    'status.phase',
  ],
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
  resourceQuotas: ['spec.hard'],
  limitRanges: ['spec'],
  installPlans: ['spec.approval', 'spec.approved', 'spec.clusterServiceVersionNames', 'status.phase'],
  apiServers: ['spec.tlsSecurityProfile'],
  apiServices: ['spec', 'status.conditions'],
  validatingWebhooks: webhooks,
  mutatingWebhooks: webhooks,
  endpointSlices: ['endpoints.addresses', 'endpoints.conditions'],
  authorities: ['data'],
  handlerPods: ['spec.nodeName', 'status.phase', 'status.conditions'],
  dataSources: ['spec', 'status'],
  persistentVolumes: [
    'spec.claimRef.namespace',
    'spec.claimRef.name',
    'spec.csi.driver',
    'spec.csi.volumeAttributes.mounter',
    'spec.csi.volumeAttributes.mapOptions',
    'spec.storageClassName',
    'spec.volumeMode',
  ],
  services: [
    'spec.type',
    'spec.selector',
    'spec.externalTrafficPolicy',
    'spec.loadBalancerClass',
    'status.loadBalancer',
  ],
  networkStates: ['status.currentState.interfaces.name'],
  sriovPolicies: ['spec.resourceName', 'spec.nodeSelector'],
  configPools: ['spec', 'status.configuration.name'],
  kubeletConfigs: [
    'spec.machineConfigPoolSelector',
    'spec.kubeletConfig.failSwapOn',
    'spec.kubeletConfig.memorySwap',
  ],
  renderedConfigs: ['spec.kernelArguments'],
};
