import { bootableArchitectures } from '../api/architectures.ts';
import type { DerivedFacts } from '../cluster-facts/cluster-facts.ts';
import { severalArchitectures } from '../golden-images/images/several-architectures.ts';
import type { Configured } from './configure.ts';
import { derivedOf } from './framework/resolve.ts';
import type { FieldFinding } from './framework/setting.ts';
import { enableMultiArchBootImageImport } from './settings/feature-gates/enable-multi-arch-boot-image-import.ts';
import { dataImportCronTemplates } from './settings/workload-sources/data-import-cron-templates.ts';

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

/** Golden images for one architecture on a cluster of several; one rule for all who tell it. */
export function reviewImageArchitectures({
  resolution,
  facts,
  deployment,
}: Configured): readonly FieldFinding[] {
  const nobody = facts.platform === 'kubernetes' && deployment.goldenImageImporter === 'ssp';
  const finding = severalArchitectures({
    perArchitecture: resolution.get(enableMultiArchBootImageImport.name)?.value === true,
    workloadArchitectures: facts.workloadArchitectures,
    images: nobody ? 0 : (derivedOf(dataImportCronTemplates, resolution) ?? []).length,
  });
  return finding === undefined ? [] : [finding];
}
