import type { JsonObject } from '@archipelago/apimachinery';
import { aaq } from './aaq.ts';
import { cdi } from './cdi.ts';
import { dataImportCron } from './data-import-cron.ts';
import { dataSource } from './data-source.ts';
import { dataVolume } from './data-volume.ts';
import type { ResourceDefinition } from './declaration/resource-definition.ts';
import { kubevirt } from './kubevirt.ts';
import { networkAddonsConfig } from './network-addons-config.ts';
import { networkAttachmentDefinition } from './network-attachment-definition.ts';
import { networkKinds } from './networks/network-kinds.ts';
import { apiServer } from './openshift/api-server.ts';
import { clusterVersion } from './openshift/cluster-version.ts';
import type { ConfigurationKind } from './openshift/configuration-kind.ts';
import { dns } from './openshift/dns.ts';
import { imageMirrorSets } from './openshift/image-mirror-sets.ts';
import { infrastructure } from './openshift/infrastructure.ts';
import { ingress } from './openshift/ingress.ts';
import { kubeDescheduler } from './openshift/kube-descheduler.ts';
import { machineConfigKinds } from './openshift/machine-config-kinds.ts';
import { network } from './openshift/network.ts';
import { olmKinds } from './openshift/olm/olm-kinds.ts';
import { securityContextConstraints } from './openshift/security-context-constraints.ts';
import { ssp } from './ssp.ts';
import { hostPathProvisioner } from './storage/host-path-provisioner.ts';
import { storageProfile } from './storage/storage-profile.ts';
import { volumeSnapshotClass } from './storage/volume-snapshot-class.ts';
import { virtualMachine } from './virtual-machine.ts';
import { virtualMachineInstance } from './virtual-machine-instance.ts';
import { virtualMachineInstanceMigration } from './virtual-machine-instance-migration.ts';

/** What a sandbox passes itself off as. */
export type SandboxPlatform = 'kubernetes' | 'openshift';

/** The kinds a platform has beside the built-in ones, and the objects every such cluster has of them. */
export interface PlatformContent {
  readonly definitions: readonly ResourceDefinition[];
  readonly instances: readonly { readonly definition: ResourceDefinition; readonly object: JsonObject }[];
}

const everywhere: readonly ResourceDefinition[] = [
  kubevirt,
  cdi,
  networkAddonsConfig,
  ssp,
  aaq,
  networkAttachmentDefinition,
  virtualMachine,
  virtualMachineInstance,
  virtualMachineInstanceMigration,
  dataVolume,
  dataImportCron,
  dataSource,
  storageProfile,
  volumeSnapshotClass,
  hostPathProvisioner,
];

const openshiftConfiguration: readonly ConfigurationKind[] = [
  apiServer,
  infrastructure,
  ingress,
  dns,
  network,
  clusterVersion,
];

/** What to install for a platform. HyperConverged is not here: it is the product's own. */
export function sandboxDefinitions(platform: SandboxPlatform): PlatformContent {
  switch (platform) {
    case 'kubernetes':
      return { definitions: everywhere, instances: [] };
    case 'openshift':
      return {
        definitions: [
          ...everywhere,
          ...openshiftConfiguration.map(({ definition }) => definition),
          securityContextConstraints,
          kubeDescheduler,
          ...olmKinds,
          ...networkKinds,
          ...imageMirrorSets,
          ...machineConfigKinds,
        ],
        instances: openshiftConfiguration.map(({ definition, instance }) => ({
          definition,
          object: instance,
        })),
      };
  }
}
