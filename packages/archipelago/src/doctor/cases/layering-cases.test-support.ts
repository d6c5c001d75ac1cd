import type { JsonObject } from '@archipelago/apimachinery';
import { hyperConverged, object, withObjects } from '../healthy-cluster.test-support.ts';
import type { CheckCases } from './check-case.test-support.ts';

const imageWith = (type: string, status: string, reason: string) =>
  withObjects(
    hyperConverged(
      { featureGates: { enableMultiArchBootImageImport: true } },
      {
        dataImportCronTemplates: [
          {
            metadata: {
              name: 'fedora',
              annotations: { 'ssp.kubevirt.io/dict.architectures': 'amd64,arm64' },
            },
            status: { conditions: [{ type, status, reason, message: 'no' }] },
          },
        ],
      },
    ),
  );

const configWith = (group: string, type: string, status: string, reason: string): readonly JsonObject[] =>
  withObjects(
    object(`${group}/v1`, 'MachineOSConfig', 'workers', {
      status: { conditions: [{ type, status, reason, message: 'no' }] },
    }),
  );

const [own, machineConfig] = ['layering.archipelago.dev', 'machineconfiguration.openshift.io'] as const;

/** Cases of checks of boot images and of layering. */
export const layeringCases: CheckCases = {
  VD901: {
    found: imageWith('Imported', 'False', 'ImportFailed'),
    params: { template: 'fedora', reason: 'ImportFailed', message: 'no' },
    near: imageWith('Deployed', 'False', 'ImportFailed'),
  },
  VD902: {
    found: imageWith('Probed', 'False', 'Unauthorized'),
    params: { template: 'fedora', reason: 'Unauthorized' },
    near: imageWith('Probed', 'False', 'Unprobeable'),
  },
  VD903: {
    found: imageWith('ArchitecturesAgree', 'False', 'SingleArchitectureImage'),
    params: { template: 'fedora', reason: 'SingleArchitectureImage' },
    near: imageWith('ArchitecturesAgree', 'True', 'AsAnnotated'),
  },
  VD951: {
    found: configWith(own, 'Degraded', 'True', 'BuildFailed'),
    params: { config: 'workers', reason: 'BuildFailed', message: 'no' },
    near: configWith(own, 'Degraded', 'False', 'AsExpected'),
  },
  VD952: {
    found: configWith(machineConfig, 'NodesUpdated', 'False', 'RolloutStopped'),
    params: { config: 'workers', reason: 'RolloutStopped' },
    near: configWith(machineConfig, 'NodesUpdated', 'False', 'RollingOut'),
  },
};
