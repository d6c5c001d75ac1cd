import { architectureScenarios } from './architecture-scenarios.ts';
import { networkScenarios } from './network-scenarios.ts';
import { placementScenarios } from './placement-scenarios.ts';
import type { Scenario } from './scenario.ts';
import { storageScenarios } from './storage-scenarios.ts';
import { virtualizationScenarios } from './virtualization-scenarios.ts';

/** Clusters to look at with `archipelago doctor`, by topic. */
export const scenarios: readonly Scenario[] = [
  { name: 'healthy', says: 'nothing is wrong' },
  ...placementScenarios,
  ...storageScenarios,
  ...networkScenarios,
  ...virtualizationScenarios,
  ...architectureScenarios,
];
