/** Gates that are always on. */
export const constantFeatureGates = [
  'CPUManager',
  'Snapshot',
  'ExpandDisks',
  'HostDevices',
  'VMExport',
  'KubevirtSeccompProfile',
  'VMPersistentState',
  'InstancetypeReferencePolicy',
] as const;

/** Gates that need real hardware virtualization. */
export const hardwareFeatureGates = ['WithHostModelCPU', 'HypervStrictCheck'] as const;

/** The order in which KubeVirt's feature gates are listed. */
export const featureGateOrder: readonly string[] = [
  ...constantFeatureGates,
  ...hardwareFeatureGates,
  'DownwardMetrics',
  'DisableMDEVConfiguration',
  'PersistentReservation',
  'AutoResourceLimitsGate',
  'AlignCPUs',
  'DecentralizedLiveMigration',
  'MultiArchitecture',
  'HotplugVolumes',
  'DeclarativeHotplugVolumes',
  'PasstIPStackMigration',
];
