import { alertChecks } from './checks/alert-checks.ts';
import { certificateChecks } from './checks/certificate-checks.ts';
import { defaultClassChecks } from './checks/default-class-checks.ts';
import { densityChecks } from './checks/density-checks.ts';
import { deschedulerChecks } from './checks/descheduler-checks.ts';
import { diskClassChecks } from './checks/disk-class-checks.ts';
import { emulationChecks } from './checks/emulation-checks.ts';
import { goldenImageChecks } from './checks/golden-image-checks.ts';
import { healthChecks } from './checks/health-checks.ts';
import { hostPathChecks } from './checks/host-path-checks.ts';
import { hyperConvergedChecks } from './checks/hyper-converged-checks.ts';
import { imageArchitectureChecks } from './checks/image-architecture-checks.ts';
import { layeringChecks } from './checks/layering-checks.ts';
import { loadBalancerChecks } from './checks/load-balancer-checks.ts';
import { machineArchitectureChecks } from './checks/machine-architecture-checks.ts';
import { machineNetworkChecks } from './checks/machine-network-checks.ts';
import { machinePlacementChecks } from './checks/machine-placement-checks.ts';
import { migrationChecks } from './checks/migration-checks.ts';
import { migrationNetworkChecks } from './checks/migration-network-checks.ts';
import { networkChecks } from './checks/network-checks.ts';
import { nodeChecks } from './checks/node-checks.ts';
import { placementChecks } from './checks/placement-checks.ts';
import { serviceChecks } from './checks/service-checks.ts';
import { storageProfileChecks } from './checks/storage-profile-checks.ts';
import { storageSettingChecks } from './checks/storage-setting-checks.ts';
import { subscriptionChecks } from './checks/subscription-checks.ts';
import { subscriptionConfigChecks } from './checks/subscription-config-checks.ts';
import { swapChecks } from './checks/swap-checks.ts';
import { tlsChecks } from './checks/tls-checks.ts';
import { volumeChecks } from './checks/volume-checks.ts';
import type { Check } from './model/check.ts';

/** Checks of one topic, in the order in which they are told. */
export interface Topic {
  readonly name: string;
  readonly checks: readonly Check[];
}

/** Every check; causes before what follows from them. */
export const topics: readonly Topic[] = [
  {
    name: 'health',
    checks: [
      ...healthChecks,
      ...hyperConvergedChecks,
      ...alertChecks,
      ...serviceChecks,
      ...certificateChecks,
      ...tlsChecks,
    ],
  },
  { name: 'subscription', checks: [...subscriptionChecks, ...subscriptionConfigChecks] },
  { name: 'placement', checks: [...placementChecks, ...machinePlacementChecks] },
  {
    name: 'storage',
    checks: [
      ...defaultClassChecks,
      ...diskClassChecks,
      ...storageProfileChecks,
      ...storageSettingChecks,
      ...volumeChecks,
    ],
  },
  { name: 'host path', checks: hostPathChecks },
  { name: 'migration', checks: [...migrationNetworkChecks, ...migrationChecks] },
  { name: 'network', checks: [...networkChecks, ...machineNetworkChecks, ...loadBalancerChecks] },
  { name: 'density', checks: [...swapChecks, ...densityChecks, ...deschedulerChecks] },
  { name: 'nodes', checks: nodeChecks },
  {
    name: 'architectures',
    checks: [...imageArchitectureChecks, ...machineArchitectureChecks, ...emulationChecks],
  },
  { name: 'images', checks: goldenImageChecks },
  { name: 'layering', checks: layeringChecks },
];
