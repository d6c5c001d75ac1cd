import { type KubernetesObject, textAt, valueAt } from '@archipelago/apimachinery';
import { type ImporterWorld, type ImporterWrite, lastUseAnnotation } from './importer-world.ts';

/** Imports of a cron beyond `importsToKeep`; those used last stay, the one named `current` in any case. */
export function collectGarbage(
  cron: KubernetesObject,
  current: string,
  world: ImporterWorld,
): readonly ImporterWrite[] {
  if (textAt(cron, 'spec', 'garbageCollect') === 'Never') return [];
  const kept = valueAt(cron, 'spec', 'importsToKeep');
  const older = importsOf(cron, 'PersistentVolumeClaim', world)
    .filter(({ metadata }) => metadata.name !== current)
    .sort((one, other) => lastUse(other) - lastUse(one) || (one.metadata.name < other.metadata.name ? -1 : 1))
    .slice(Math.max(0, (typeof kept === 'number' ? kept : 3) - 1));
  return older.flatMap(({ metadata }) => removal(cron, metadata.name, world));
}

/** Imports that were not done when a newer image came: nobody goes on with them. */
export function dropUnfinished(
  cron: KubernetesObject,
  current: string,
  world: ImporterWorld,
): readonly ImporterWrite[] {
  return importsOf(cron, 'DataVolume', world)
    .filter((one) => one.metadata.name !== current && textAt(one, 'status', 'phase') !== 'Succeeded')
    .flatMap(({ metadata }) => removal(cron, metadata.name, world));
}

function importsOf(
  { metadata: { namespace = '', name } }: KubernetesObject,
  kind: 'DataVolume' | 'PersistentVolumeClaim',
  world: ImporterWorld,
): readonly KubernetesObject[] {
  return world.madeBy(kind, namespace, name);
}

function removal(cron: KubernetesObject, name: string, world: ImporterWorld): readonly ImporterWrite[] {
  const { namespace = '' } = cron.metadata;
  return (['DataVolume', 'PersistentVolumeClaim'] as const)
    .map((kind) => world.get(kind, namespace, name))
    .filter((object) => object !== undefined)
    .flatMap(deletion);
}

/** What is being deleted already is left to those it waits for. */
export function deletion(object: KubernetesObject): readonly ImporterWrite[] {
  return object.metadata.deletionTimestamp === undefined ? [{ do: 'delete', object }] : [];
}

function lastUse({ metadata }: KubernetesObject): number {
  const time = Date.parse(metadata.annotations?.[lastUseAnnotation] ?? metadata.creationTimestamp ?? '');
  return Number.isNaN(time) ? 0 : time;
}
