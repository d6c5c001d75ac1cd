import { ignoredFeatureGate } from './ignored-feature-gate.ts';

/** Accepted for old manifests; does nothing. */
export const deployKubevirtIpamController = ignoredFeatureGate('deployKubevirtIpamController', {
  warns: false,
});
