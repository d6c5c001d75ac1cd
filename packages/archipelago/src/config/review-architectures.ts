import type { DerivedFacts } from '../cluster-facts/cluster-facts.ts';
import type { Finding } from './framework/setting.ts';

/** What SSP makes templates and golden images for (`docs/compatibility/golden-images.md#what-ssp-makes`). */
const knownToSsp: readonly string[] = ['amd64', 'arm64', 's390x'];

/** Architectures are published as they are found; people are told of those that SSP passes over. */
export function reviewArchitectures(facts: DerivedFacts): readonly Finding[] {
  if (facts.platform !== 'openshift') return [];
  const found = new Set([...facts.controlPlaneArchitectures, ...facts.workloadArchitectures]);
  const unknown = [...found].filter((name) => !knownToSsp.includes(name)).sort();
  return unknown.map((name) => ({
    level: 'warn',
    at: 'spec.workloads.nodePlacement',
    reason: 'Invalid',
    message: `the cluster has nodes of the architecture ${JSON.stringify(name)}, which SSP does not know: no template and no golden image is made for them`,
    fix: `let workloads run on ${knownToSsp.join(', ')} nodes`,
  }));
}
