import type { DerivedFacts } from '../../../../cluster-facts/cluster-facts.ts';
import { derivedOf, type Resolution } from '../../../framework/resolve.ts';
import { dataImportCronTemplates } from './data-import-cron-templates.ts';
import type { GoldenImage } from './golden-images.ts';

/** The golden images of a configuration on a cluster; none where neither SSP nor our own controller imports any. */
export function goldenImagesOf({
  resolution,
  facts,
}: {
  readonly resolution: Resolution;
  readonly facts: DerivedFacts;
}): readonly GoldenImage[] {
  const isImported = facts.platform === 'openshift' || facts.goldenImageImporter === 'builtin';
  return isImported ? (derivedOf(dataImportCronTemplates, resolution) ?? []) : [];
}
