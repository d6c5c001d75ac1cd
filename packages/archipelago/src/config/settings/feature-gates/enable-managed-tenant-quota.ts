import { ignoredFeatureGate } from './ignored-feature-gate.ts';

/** Accepted for old manifests; does nothing. */
export const enableManagedTenantQuota = ignoredFeatureGate('enableManagedTenantQuota', { warns: true });
