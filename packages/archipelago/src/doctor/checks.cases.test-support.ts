import { architectureCases } from './cases/architecture-cases.test-support.ts';
import type { CheckCases } from './cases/check-case.test-support.ts';
import { densityCases } from './cases/density-cases.test-support.ts';
import { healthCases } from './cases/health-cases.test-support.ts';
import { hostPathCases } from './cases/host-path-cases.test-support.ts';
import { layeringCases } from './cases/layering-cases.test-support.ts';
import { migrationCases } from './cases/migration-cases.test-support.ts';
import { networkCases } from './cases/network-cases.test-support.ts';
import { placementCases } from './cases/placement-cases.test-support.ts';
import { storageCases } from './cases/storage-cases.test-support.ts';
import { subscriptionCases } from './cases/subscription-cases.test-support.ts';

/** For every check: what it finds, and what comes near. */
export const checkCases: CheckCases = {
  ...healthCases,
  ...subscriptionCases,
  ...placementCases,
  ...storageCases,
  ...hostPathCases,
  ...migrationCases,
  ...networkCases,
  ...densityCases,
  ...architectureCases,
  ...layeringCases,
};
