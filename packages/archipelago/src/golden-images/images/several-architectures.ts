import { bootableArchitectures } from '../../api/architectures.ts';
import type { Finding } from '../../api/finding.ts';

interface SeveralArchitecturesFinding extends Finding {
  readonly level: 'warning';
  readonly at: 'spec.featureGates.enableMultiArchBootImageImport';
  readonly reason: 'SeveralArchitectures';
  readonly fix: string;
}

/**
 * Workloads on several architectures, golden images, and one disk for all of them: the alert HCOMultiArchGoldenImagesDisabled
 * (`docs/compatibility/golden-images.md#alerts`), told where people look before it fires.
 */
export function severalArchitectures(cluster: {
  /** `enableMultiArchBootImageImport`. */
  readonly perArchitecture: boolean;
  /** Of the nodes that workloads run on. */
  readonly workloadArchitectures: readonly string[];
  /** How many are imported. */
  readonly images: number;
}): SeveralArchitecturesFinding | undefined {
  const { perArchitecture, workloadArchitectures, images } = cluster;
  const names = workloadArchitectures.filter((name) => bootableArchitectures.includes(name));
  const [first] = names;
  if (perArchitecture || first === undefined || names.length < 2 || images === 0) return undefined;
  return {
    level: 'warning',
    at: 'spec.featureGates.enableMultiArchBootImageImport',
    value: false,
    reason: 'SeveralArchitectures',
    message: `is off, and workloads run on ${names.join(' and ')}: each golden image is imported once, for the architecture of the node that happens to import it, and machines on the others start and never boot`,
    fix: `write spec.featureGates.enableMultiArchBootImageImport: true for one image per architecture, or keep workloads on one: spec.workloads.nodePlacement.nodeSelector: {kubernetes.io/arch: ${first}}`,
  };
}
