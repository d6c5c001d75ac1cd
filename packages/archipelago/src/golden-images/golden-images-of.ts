import type { Configured } from '../config/configure.ts';
import { derivedOf } from '../config/framework/resolve.ts';
import { dataImportCronTemplates } from '../config/settings/workload-sources/data-import-cron-templates.ts';
import type { GoldenImage } from './images/golden-images.ts';

/** The golden images of a configuration on a cluster; none where neither SSP nor our own controller imports any. */
export function goldenImagesOf({ resolution, facts, deployment }: Configured): readonly GoldenImage[] {
  const isImported = facts.platform === 'openshift' || deployment.goldenImageImporter === 'builtin';
  return isImported ? (derivedOf(dataImportCronTemplates, resolution) ?? []) : [];
}
