import { ignoredFeatureGate } from './ignored-feature-gate.ts';

/** Accepted for old manifests; does nothing. */
export const nonRoot = ignoredFeatureGate('nonRoot', { warns: true });
