/** A kind of object that checks look at. */
interface FactKind {
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
}

function kind(type: string, plural: string, without: FactKind['without']): FactKind {
  const [group = '', versions = '', name = ''] = type.split('/');
  return { group, versions: versions.split(','), plural, kind: name, without };
}

/** Everything that checks look at, by the name they use for it. Secrets are not among them. */
export const factKinds = {
  nodes: kind('/v1/Node', 'nodes', 'unknown'),
  hyperConvergeds: kind('hco.kubevirt.io/v1,v1beta1/HyperConverged', 'hyperconvergeds', 'skipped'),
  kubeVirts: kind('kubevirt.io/v1/KubeVirt', 'kubevirts', 'skipped'),
  virtualMachines: kind('kubevirt.io/v1/VirtualMachine', 'virtualmachines', 'skipped'),
  instances: kind('kubevirt.io/v1/VirtualMachineInstance', 'virtualmachineinstances', 'skipped'),
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
    'nmstate.io/v1beta1/NodeNetworkConfigurationEnactment',
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
} as const satisfies Readonly<Record<string, FactKind>>;

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
