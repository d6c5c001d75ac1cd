import { bootableArchitectures } from '../api/architectures.ts';
import type { DerivedFacts } from '../cluster-facts/cluster-facts.ts';
import type { FieldFinding } from './framework/setting.ts';

/**
 * Architectures are published as they are found; people are told of those that SSP passes over
 * (`docs/compatibility/golden-images.md#what-ssp-makes`).
 */
export function reviewArchitectures(facts: DerivedFacts): readonly FieldFinding[] {
  if (facts.platform !== 'openshift') return [];
  const found = new Set([...facts.controlPlaneArchitectures, ...facts.workloadArchitectures]);
  const unknown = [...found].filter((name) => !bootableArchitectures.includes(name)).sort();
  return unknown.map((name) => ({
    level: 'warning',
    at: 'spec.workloads.nodePlacement',
    reason: 'Invalid',
    message: `the cluster has nodes of the architecture ${JSON.stringify(name)}, which SSP does not know: no template and no golden image is made for them`,
    fix: `let workloads run on ${bootableArchitectures.join(', ')} nodes`,
  }));
}
