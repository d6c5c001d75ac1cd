import { ignoredFeatureGate } from './ignored-feature-gate.ts';

/** Accepted for old manifests; does nothing. */
export const withHostPassthroughCPU = ignoredFeatureGate('withHostPassthroughCPU', { warns: true });
