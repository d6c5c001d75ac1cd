import { ignoredFeatureGate } from './ignored-feature-gate.ts';

/** Accepted for old manifests; does nothing. */
export const deployTektonTaskResources = ignoredFeatureGate('deployTektonTaskResources', { warns: true });
