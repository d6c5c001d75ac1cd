import { type JsonObject, textAt } from '@archipelago/apimachinery';

/** What is read of a kind of which a cluster may have very many; each member that is there narrows it. */
export interface Part {
  /** A label selector, as kubectl writes it. */
  readonly labels?: string;
  /** A field selector, as kubectl writes it. */
  readonly fields?: string;
  /** Only these. `objectsOf` gives what was read before, by its name in `factKinds`. */
  readonly names?: (objectsOf: (name: string) => readonly JsonObject[]) => readonly string[];
  /** Only in namespaces in which there is a HyperConverged or a KubeVirt. */
  readonly isBesideOperators?: true;
  /** Where there are more, none is read. */
  readonly atMost?: number;
}

/** A kind of object that checks look at. */
export interface FactKind {
  readonly group: string;
  /** The newest first. */
  readonly versions: readonly string[];
  readonly plural: string;
  readonly kind: string;
  /**
   * What follows where the cluster has none, or does not know the kind: the product is not there, so its checks are skipped;
   * nothing can be said; or having none is an answer like another.
   */
  readonly without: 'skipped' | 'unknown' | 'none';
  /** Absent: all of them are read. */
  readonly part?: Part;
}

function kind(type: string, plural: string, without: FactKind['without'], part?: Part): FactKind {
  const [group = '', versions = '', name = ''] = type.split('/');
  const read = part === undefined ? {} : { part };
  return { group, versions: versions.split(','), plural, kind: name, without, ...read };
}

/** ConfigMaps with the authorities that operators made; keys stand in Secrets, which nobody reads. */
export const authorityMaps = [
  'kubevirt-ca',
  'cdi-apiserver-signer-bundle',
  'cdi-uploadproxy-signer-bundle',
  'cdi-uploadserver-signer-bundle',
  'cdi-uploadserver-client-signer-bundle',
] as const;

/**
 * Everything that checks look at, by the name they use for it, in the order in which it is read: after the
 * first, which is asked alone, those of which there are most. Secrets are not among them.
 */
export const factKinds = {
  hyperConvergeds: kind('hco.kubevirt.io/v1,v1beta1/HyperConverged', 'hyperconvergeds', 'skipped'),
  kubeVirts: kind('kubevirt.io/v1/KubeVirt', 'kubevirts', 'skipped'),
  virtualMachines: kind('kubevirt.io/v1/VirtualMachine', 'virtualmachines', 'skipped'),
  instances: kind('kubevirt.io/v1/VirtualMachineInstance', 'virtualmachineinstances', 'skipped'),
  nodes: kind('/v1/Node', 'nodes', 'unknown'),
  storageProfiles: kind('cdi.kubevirt.io/v1beta1/StorageProfile', 'storageprofiles', 'skipped'),
  dataImportCrons: kind('cdi.kubevirt.io/v1beta1/DataImportCron', 'dataimportcrons', 'skipped'),
  storageClasses: kind('storage.k8s.io/v1/StorageClass', 'storageclasses', 'unknown'),
  csiDrivers: kind('storage.k8s.io/v1/CSIDriver', 'csidrivers', 'none'),
  snapshotClasses: kind('snapshot.storage.k8s.io/v1/VolumeSnapshotClass', 'volumesnapshotclasses', 'none'),
  deployments: kind('apps/v1/Deployment', 'deployments', 'unknown'),
  daemonSets: kind('apps/v1/DaemonSet', 'daemonsets', 'unknown'),
  subscriptions: kind('operators.coreos.com/v1alpha1/Subscription', 'subscriptions', 'skipped'),
  serviceVersions: kind(
    'operators.coreos.com/v1alpha1/ClusterServiceVersion',
    'clusterserviceversions',
    'skipped',
  ),
  hostPathProvisioners: kind(
    'hostpathprovisioner.kubevirt.io/v1beta1/HostPathProvisioner',
    'hostpathprovisioners',
    'skipped',
  ),
  networkAttachments: kind(
    'k8s.cni.cncf.io/v1/NetworkAttachmentDefinition',
    'network-attachment-definitions',
    'skipped',
  ),
  networkPolicies: kind(
    'nmstate.io/v1/NodeNetworkConfigurationPolicy',
    'nodenetworkconfigurationpolicies',
    'skipped',
  ),
  networkEnactments: kind(
    'nmstate.io/v1,v1beta1/NodeNetworkConfigurationEnactment',
    'nodenetworkconfigurationenactments',
    'none',
  ),
  sriovNodeStates: kind(
    'sriovnetwork.openshift.io/v1/SriovNetworkNodeState',
    'sriovnetworknodestates',
    'skipped',
  ),
  addressPools: kind('metallb.io/v1beta1/IPAddressPool', 'ipaddresspools', 'skipped'),
  l2Advertisements: kind('metallb.io/v1beta1/L2Advertisement', 'l2advertisements', 'none'),
  bgpAdvertisements: kind('metallb.io/v1beta1/BGPAdvertisement', 'bgpadvertisements', 'none'),
  deschedulers: kind('operator.openshift.io/v1/KubeDescheduler', 'kubedeschedulers', 'skipped'),
  namespaces: kind('/v1/Namespace', 'namespaces', 'unknown'),
  layeringConfigs: kind('layering.archipelago.dev/v1/MachineOSConfig', 'machineosconfigs', 'none'),
  machineOsConfigs: kind('machineconfiguration.openshift.io/v1/MachineOSConfig', 'machineosconfigs', 'none'),
  resourceQuotas: kind('/v1/ResourceQuota', 'resourcequotas', 'none'),
  limitRanges: kind('/v1/LimitRange', 'limitranges', 'none'),
  installPlans: kind('operators.coreos.com/v1alpha1/InstallPlan', 'installplans', 'none', {
    isBesideOperators: true,
  }),
  apiServers: kind('config.openshift.io/v1/APIServer', 'apiservers', 'none'),
  apiServices: kind('apiregistration.k8s.io/v1/APIService', 'apiservices', 'none'),
  validatingWebhooks: kind(
    'admissionregistration.k8s.io/v1/ValidatingWebhookConfiguration',
    'validatingwebhookconfigurations',
    'unknown',
  ),
  mutatingWebhooks: kind(
    'admissionregistration.k8s.io/v1/MutatingWebhookConfiguration',
    'mutatingwebhookconfigurations',
    'unknown',
  ),
  endpointSlices: kind('discovery.k8s.io/v1/EndpointSlice', 'endpointslices', 'unknown', {
    isBesideOperators: true,
  }),
  authorities: kind('/v1/ConfigMap', 'configmaps', 'unknown', {
    names: () => authorityMaps,
    isBesideOperators: true,
  }),
  handlerPods: kind('/v1/Pod', 'pods', 'unknown', { labels: 'kubevirt.io=virt-handler' }),
  dataSources: kind('cdi.kubevirt.io/v1beta1/DataSource', 'datasources', 'none'),
  persistentVolumes: kind('/v1/PersistentVolume', 'persistentvolumes', 'unknown', { atMost: 5000 }),
  services: kind('/v1/Service', 'services', 'unknown', { fields: 'spec.type=LoadBalancer' }),
  networkStates: kind('nmstate.io/v1beta1/NodeNetworkState', 'nodenetworkstates', 'none', { atMost: 1000 }),
  sriovPolicies: kind(
    'sriovnetwork.openshift.io/v1/SriovNetworkNodePolicy',
    'sriovnetworknodepolicies',
    'none',
  ),
  configPools: kind('machineconfiguration.openshift.io/v1/MachineConfigPool', 'machineconfigpools', 'none'),
  kubeletConfigs: kind('machineconfiguration.openshift.io/v1/KubeletConfig', 'kubeletconfigs', 'none'),
  renderedConfigs: kind('machineconfiguration.openshift.io/v1/MachineConfig', 'machineconfigs', 'none', {
    names: (objectsOf) =>
      objectsOf('configPools').map((pool) => textAt(pool, 'status', 'configuration', 'name')),
  }),
} satisfies Readonly<Record<string, FactKind>>;

/** One of `factKinds`. */
export type FactName = keyof typeof factKinds;

/** `nodes`, `storageclasses.storage.k8s.io`: as rights and errors name it. */
export function resourceOf(name: FactName): string {
  const { group, plural } = factKinds[name];
  return group === '' ? plural : `${plural}.${group}`;
}

/** All of them. */
export const factNames = Object.keys(factKinds).filter((name): name is FactName =>
  Object.hasOwn(factKinds, name),
);
