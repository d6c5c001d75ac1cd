import { type KubernetesObject, textAt, valueAt } from '@archipelago/apimachinery';
import type { Import } from './import-objects.ts';
import type { ImporterWorld } from './importer-world.ts';

/** Why an import has no claim yet: it names no class, and none is the default. */
export const noClass =
  'DataVolume.storage spec is missing accessMode and no storageClass to choose profile (simulated)';

/** An import that names no class waits for a default one. */
export function waitsForClass(cron: KubernetesObject, { claim }: Import, world: ImporterWorld): boolean {
  if (world.lacksClass !== true || claim !== undefined) return false;
  const template = valueAt(cron, 'spec', 'template', 'spec');
  const asked = valueAt(template, 'storage') ?? valueAt(template, 'pvc');
  return textAt(asked, 'storageClassName') === '';
}
