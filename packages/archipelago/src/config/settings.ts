import { applicationAwareConfig } from './settings/deployment/application-aware-config.ts';
import { enableApplicationAwareQuota } from './settings/deployment/enable-application-aware-quota.ts';
import { infra } from './settings/deployment/infra.ts';
import { localStorageClassName } from './settings/deployment/local-storage-class-name.ts';
import { logVerbosityConfig } from './settings/deployment/log-verbosity-config.ts';
import { tektonPipelinesNamespace } from './settings/deployment/tekton-pipelines-namespace.ts';
import { tektonTasksNamespace } from './settings/deployment/tekton-tasks-namespace.ts';
import { uninstallStrategy } from './settings/deployment/uninstall-strategy.ts';
import { vddkInitImage } from './settings/deployment/vddk-init-image.ts';
import { workloadUpdateStrategy } from './settings/deployment/workload-update-strategy.ts';
import { workloads } from './settings/deployment/workloads.ts';
import { alignCPUs } from './settings/feature-gates/align-cpus.ts';
import { autoResourceLimits } from './settings/feature-gates/auto-resource-limits.ts';
import { decentralizedLiveMigration } from './settings/feature-gates/decentralized-live-migration.ts';
import { declarativeHotplugVolumes } from './settings/feature-gates/declarative-hotplug-volumes.ts';
import { deployKubeSecondaryDNS } from './settings/feature-gates/deploy-kube-secondary-dns.ts';
import { deployKubevirtIpamController } from './settings/feature-gates/deploy-kubevirt-ipam-controller.ts';
import { deployTektonTaskResources } from './settings/feature-gates/deploy-tekton-task-resources.ts';
import { disableMDevConfiguration } from './settings/feature-gates/disable-mdev-configuration.ts';
import { downwardMetrics } from './settings/feature-gates/downward-metrics.ts';
import { enableManagedTenantQuota } from './settings/feature-gates/enable-managed-tenant-quota.ts';
import { enableMultiArchBootImageImport } from './settings/feature-gates/enable-multi-arch-boot-image-import.ts';
import { nonRoot } from './settings/feature-gates/non-root.ts';
import { persistentReservation } from './settings/feature-gates/persistent-reservation.ts';
import { primaryUserDefinedNetworkBinding } from './settings/feature-gates/primary-user-defined-network-binding.ts';
import { withHostPassthroughCPU } from './settings/feature-gates/with-host-passthrough-cpu.ts';
import { deployOVS } from './settings/networking/deploy-ovs.ts';
import { deployPasstNetworkBinding } from './settings/networking/deploy-passt-network-binding.ts';
import { kubeSecondaryDNSNameServerIP } from './settings/networking/kube-secondary-dns-name-server-ip.ts';
import { networkBinding } from './settings/networking/network-binding.ts';
import { certConfig } from './settings/security/cert-config.ts';
import { tlsSecurityProfile } from './settings/security/tls-security-profile.ts';
import { filesystemOverhead } from './settings/storage/filesystem-overhead.ts';
import { insecureRegistries } from './settings/storage/insecure-registries.ts';
import { scratchSpaceStorageClass } from './settings/storage/scratch-space-storage-class.ts';
import { storageWorkloads } from './settings/storage/storage-workloads.ts';
import { vmStateStorageClass } from './settings/storage/vm-state-storage-class.ts';
import { autoCPULimitNamespaceLabelSelector } from './settings/virtualization/auto-cpu-limit-namespace-label-selector.ts';
import { commonInstancetypesDeployment } from './settings/virtualization/common-instancetypes-deployment.ts';
import { defaultCPUModel } from './settings/virtualization/default-cpu-model.ts';
import { defaultRuntimeClass } from './settings/virtualization/default-runtime-class.ts';
import { evictionStrategy } from './settings/virtualization/eviction-strategy.ts';
import { instancetypeConfig } from './settings/virtualization/instancetype-config.ts';
import { ksmConfiguration } from './settings/virtualization/ksm-configuration.ts';
import { liveMigrationConfig } from './settings/virtualization/live-migration-config.ts';
import { liveUpdateConfiguration } from './settings/virtualization/live-update-configuration.ts';
import { mediatedDevicesConfiguration } from './settings/virtualization/mediated-devices-configuration.ts';
import { memoryOvercommitPercentage } from './settings/virtualization/memory-overcommit-percentage.ts';
import { obsoleteCPUs } from './settings/virtualization/obsolete-cpus.ts';
import { permittedHostDevices } from './settings/virtualization/permitted-host-devices.ts';
import { rateLimits } from './settings/virtualization/rate-limits.ts';
import { tuningPolicy } from './settings/virtualization/tuning-policy.ts';
import { virtualMachineOptions } from './settings/virtualization/virtual-machine-options.ts';
import { vmiCPUAllocationRatio } from './settings/virtualization/vmi-cpu-allocation-ratio.ts';
import { commonBootImageNamespace } from './settings/workload-sources/common-boot-image-namespace.ts';
import { commonTemplatesNamespace } from './settings/workload-sources/common-templates-namespace.ts';
import { dataImportCronTemplates } from './settings/workload-sources/data-import-cron-templates.ts';
import { deployVmConsoleProxy } from './settings/workload-sources/deploy-vm-console-proxy.ts';
import { enableCommonBootImageImport } from './settings/workload-sources/enable-common-boot-image-import.ts';
import type { SpecOf } from './spec-of.ts';

/** Every setting of the HyperConverged. CRD, types, defaults, refusals, rendering and reference are folds over this list. */
export const settings = [
  applicationAwareConfig,
  enableApplicationAwareQuota,
  infra,
  localStorageClassName,
  logVerbosityConfig,
  tektonPipelinesNamespace,
  tektonTasksNamespace,
  uninstallStrategy,
  vddkInitImage,
  workloadUpdateStrategy,
  workloads,
  alignCPUs,
  autoResourceLimits,
  decentralizedLiveMigration,
  declarativeHotplugVolumes,
  deployKubeSecondaryDNS,
  deployKubevirtIpamController,
  deployTektonTaskResources,
  disableMDevConfiguration,
  downwardMetrics,
  enableManagedTenantQuota,
  enableMultiArchBootImageImport,
  nonRoot,
  persistentReservation,
  primaryUserDefinedNetworkBinding,
  withHostPassthroughCPU,
  deployOVS,
  deployPasstNetworkBinding,
  kubeSecondaryDNSNameServerIP,
  networkBinding,
  certConfig,
  tlsSecurityProfile,
  filesystemOverhead,
  insecureRegistries,
  scratchSpaceStorageClass,
  storageWorkloads,
  vmStateStorageClass,
  autoCPULimitNamespaceLabelSelector,
  commonInstancetypesDeployment,
  defaultCPUModel,
  defaultRuntimeClass,
  evictionStrategy,
  instancetypeConfig,
  ksmConfiguration,
  liveMigrationConfig,
  liveUpdateConfiguration,
  mediatedDevicesConfiguration,
  memoryOvercommitPercentage,
  obsoleteCPUs,
  permittedHostDevices,
  rateLimits,
  tuningPolicy,
  virtualMachineOptions,
  vmiCPUAllocationRatio,
  commonBootImageNamespace,
  commonTemplatesNamespace,
  dataImportCronTemplates,
  deployVmConsoleProxy,
  enableCommonBootImageImport,
] as const;

/** The spec as TypeScript sees it; derived, never written by hand. */
export type HyperConvergedSpec = SpecOf<(typeof settings)[number]>;
