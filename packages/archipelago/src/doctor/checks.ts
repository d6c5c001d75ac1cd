import { architectureChecks } from './checks/architecture-checks.ts';
import { defaultClassChecks } from './checks/default-class-checks.ts';
import { densityChecks } from './checks/density-checks.ts';
import { diskClassChecks } from './checks/disk-class-checks.ts';
import { goldenImageChecks } from './checks/golden-image-checks.ts';
import { healthChecks } from './checks/health-checks.ts';
import { hostPathChecks } from './checks/host-path-checks.ts';
import { layeringChecks } from './checks/layering-checks.ts';
import { migrationChecks } from './checks/migration-checks.ts';
import { networkChecks } from './checks/network-checks.ts';
import { nodeChecks } from './checks/node-checks.ts';
import { placementChecks } from './checks/placement-checks.ts';
import { storageProfileChecks } from './checks/storage-profile-checks.ts';
import { storageSettingChecks } from './checks/storage-setting-checks.ts';
import { subscriptionChecks } from './checks/subscription-checks.ts';
import { subscriptionConfigChecks } from './checks/subscription-config-checks.ts';
import type { Check } from './model/check.ts';

/** Checks of one topic, in the order in which they are told. */
export interface Topic {
  readonly name: string;
  readonly checks: readonly Check[];
}

/** Every check; causes before what follows from them. */
export const topics: readonly Topic[] = [
  { name: 'health', checks: healthChecks },
  { name: 'subscription', checks: [...subscriptionChecks, ...subscriptionConfigChecks] },
  { name: 'placement', checks: placementChecks },
  {
    name: 'storage',
    checks: [...defaultClassChecks, ...diskClassChecks, ...storageProfileChecks, ...storageSettingChecks],
  },
  { name: 'host path', checks: hostPathChecks },
  { name: 'migration', checks: migrationChecks },
  { name: 'network', checks: networkChecks },
  { name: 'density', checks: densityChecks },
  { name: 'nodes', checks: nodeChecks },
  { name: 'architectures', checks: architectureChecks },
  { name: 'images', checks: goldenImageChecks },
  { name: 'layering', checks: layeringChecks },
];
