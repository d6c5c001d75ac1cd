import {
  isConditionTrue,
  type JsonObject,
  jsonEqual,
  type KubernetesObject,
  objectsAt,
  textAt,
  valueAt,
} from '@archipelago/apimachinery';
import type { PlayedWorld } from '../players/play.ts';
import { cronLabel } from './boot-source-names.ts';
import type { WantedCron, WantedSource } from './wanted-of.ts';

/** A DataSource with the cron that would feed it, and whether it does. */
export interface DecidedSource {
  readonly wanted: WantedSource;
  readonly cron: WantedCron | undefined;
  readonly isFed: boolean;
  /** Where it leads when nothing feeds it; undefined: its spec is left for now. */
  readonly source: JsonObject | undefined;
}

interface Place {
  readonly world: PlayedWorld<'DataSource' | 'PersistentVolumeClaim'>;
  /** The namespace of the images. */
  readonly home: string;
}

/** Whoever has put a claim where the image would be keeps it, unless the label on the DataSource says otherwise. */
export function decideSource(
  wanted: WantedSource,
  crons: readonly WantedCron[],
  place: Place,
): DecidedSource {
  const { name, source, legacy } = wanted;
  const { world, home } = place;
  const cron = crons.find(
    ({ namespace, spec }) => namespace === home && textAt(spec, 'managedDataSource') === name,
  );
  const live = world.get('DataSource', name, home);
  const isFree = isLabelled(live) || world.get('PersistentVolumeClaim', name, home) === undefined;
  const usual = { wanted, cron, source, isFed: cron !== undefined && isFree };
  if (cron === undefined || legacy === undefined || isLabelled(live)) return usual;
  const unfed = unfedSource(live, legacy, place);
  return unfed === undefined ? usual : { ...usual, isFed: false, ...unfed };
}

function isLabelled(live: KubernetesObject | undefined): boolean {
  return live?.metadata.labels?.[cronLabel] !== undefined;
}

/** Where one leads that was there before there was one for each architecture; undefined: it is none of them. */
function unfedSource(
  live: KubernetesObject | undefined,
  legacy: string,
  { world, home }: Place,
): Pick<DecidedSource, 'source'> | undefined {
  const source = { pvc: { name: legacy, namespace: home } };
  if (live === undefined)
    return world.get('PersistentVolumeClaim', legacy, home) === undefined ? undefined : { source };
  const conditions = objectsAt(live, 'status', 'conditions');
  if (!conditions.some(({ type }) => type === 'Ready')) return { source: undefined };
  const isOld = isConditionTrue(live, 'Ready') && jsonEqual(valueAt(live, 'spec', 'source') ?? {}, source);
  return isOld ? { source } : undefined;
}
