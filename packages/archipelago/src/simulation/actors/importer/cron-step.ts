import { type KubernetesObject, textAt } from '@archipelago/apimachinery';
import { simulatedAnnotation } from '../../definitions/declaration/simulated.ts';
import { collectGarbage, deletion, dropUnfinished } from './collect-garbage.ts';
import { fillDataSource } from './fill-data-source.ts';
import {
  begin,
  fail,
  type Import,
  importOf,
  isImported,
  pend,
  platformOf,
  run,
  succeed,
  use,
} from './import-objects.ts';
import {
  cleanupLabel,
  cronLabel,
  desiredDigestAnnotation,
  failureAnnotation,
  type ImporterWorld,
  type ImporterWrite,
  type PolledImage,
} from './importer-world.ts';
import { reportCron } from './report-cron.ts';
import { noClass, waitsForClass } from './wait-for-class.ts';

/** Keeps a cron until what goes with it is gone. */
const cronFinalizer = 'cdi.kubevirt.io/dataImportCronFinalizer';

/** What a step comes to. */
interface CronStep {
  readonly writes: readonly ImporterWrite[];
  /** Look again then, in milliseconds from now. */
  readonly afterMs?: number;
}

/**
 * What CDI does for a cron now (`docs/compatibility/golden-images.md#what-cdi-does`), without moving any bytes: an import is a
 * DataVolume and a claim, done after a while. `polled` is the newest answer of the registry; undefined: it has not answered, or
 * is never asked.
 */
export function cronStep(
  cron: KubernetesObject,
  polled: PolledImage | undefined,
  world: ImporterWorld,
): CronStep {
  const { deletionTimestamp, finalizers = [] } = cron.metadata;
  if (deletionTimestamp !== undefined) return { writes: finalize(cron, world) };
  if (!finalizers.includes(cronFinalizer)) return { writes: [adoption(cron, finalizers)] };
  if (hasRival(cron, world)) return { writes: [] };
  const digest = digestOf(cron, polled);
  if (digest === '') return { writes: reportUnknown(cron, polled, world) };
  // what is not known to have the platform is not imported
  if (polled === undefined && isScheduled(cron)) return { writes: [] };
  return bringAbout(cron, { polled, one: importOf(cron, digest, world) }, world);
}

/** Of the newest image as far as is known: a registry that is down takes nothing back. */
function digestOf(cron: KubernetesObject, polled: PolledImage | undefined): string {
  return polled?.kind === 'found'
    ? polled.digest
    : (cron.metadata.annotations?.[desiredDigestAnnotation] ?? '');
}

/** Crons without a schedule are not polled. */
export function isScheduled(cron: KubernetesObject): boolean {
  return textAt(cron, 'spec', 'schedule') !== '';
}

function adoption(cron: KubernetesObject, finalizers: readonly string[]): ImporterWrite {
  const annotations = { [simulatedAnnotation]: 'true' };
  const metadata = { finalizers: [...finalizers, cronFinalizer], annotations };
  return { do: 'patch', object: cron, patch: { metadata } };
}

function reportUnknown(
  cron: KubernetesObject,
  polled: PolledImage | undefined,
  world: ImporterWorld,
): readonly ImporterWrite[] {
  const waiting = isScheduled(cron) ? 'No source digest yet' : 'No source digest: spec.schedule is empty';
  const message = polled?.kind === 'failed' ? polled.message : waiting;
  return reportCron(cron, { progress: { state: 'unknown', message }, polledAt: polled?.at }, world);
}

interface Wanted {
  readonly polled: PolledImage | undefined;
  readonly one: Import;
}

function bringAbout(cron: KubernetesObject, { polled, one }: Wanted, world: ImporterWorld): CronStep {
  const { name, digest } = one;
  const polledAt = polled?.at;
  const trouble = troubleOf(cron, polled);
  const others = dropUnfinished(cron, name, world);
  if (isImported(one)) {
    const remark = polled?.kind === 'failed' ? polled.message : '';
    return {
      writes: [
        ...others,
        ...use(cron, one, world.now),
        ...reportCron(cron, { progress: { state: 'imported', name, digest, remark }, polledAt }, world),
        ...fillDataSource(cron, name, world),
        ...collectGarbage(cron, name, world),
      ],
    };
  }
  const waits = waitsForClass(cron, one, world);
  const begun = [...others, ...(waits ? beginToWait(cron, one) : begin(cron, one))];
  if (trouble !== undefined) {
    const progress = { state: 'failing', name, digest, message: trouble } as const;
    return {
      writes: [...begun, ...fail(one, trouble, world), ...reportCron(cron, { progress, polledAt }, world)],
    };
  }
  if (waits) {
    const progress = { state: 'waiting', name, digest, message: noClass } as const;
    return {
      writes: [...begun, ...pend(one, noClass, world), ...reportCron(cron, { progress, polledAt }, world)],
    };
  }
  const report = reportCron(cron, { progress: { state: 'importing', name, digest }, polledAt }, world);
  if (one.claim === undefined) return { writes: [...begun, ...run(one, 'N/A', world), ...report] };
  const { writes, ...later } = goOn(one, world);
  return { writes: [...others, ...writes, ...report], ...later };
}

/** An import at work comes to its next quarter, or to its end. */
function goOn(one: Import, world: ImporterWorld): CronStep {
  const { done, nextMs } = quarterOf(one, world);
  return done >= 4
    ? { writes: succeed(one, world) }
    : { writes: run(one, `${done * 25}.00%`, world), afterMs: nextMs };
}

/** Its volume, and no claim yet. */
function beginToWait(cron: KubernetesObject, one: Import): readonly ImporterWrite[] {
  return one.dataVolume === undefined ? begin(cron, one) : [];
}

/** How many quarters of an import are done, and when the next one is, in milliseconds from now. */
function quarterOf(
  { claim }: Import,
  { now, importMs }: ImporterWorld,
): { readonly done: number; readonly nextMs: number } {
  const begun = Date.parse(claim?.metadata.creationTimestamp ?? '');
  if (Number.isNaN(begun) || now - begun >= importMs) return { done: 4, nextMs: 0 };
  const done = Math.max(0, Math.floor(((now - begun) * 4) / importMs));
  return { done, nextMs: Math.ceil(begun + ((done + 1) * importMs) / 4 - now) };
}

/** Why nothing can be imported. */
function troubleOf(cron: KubernetesObject, polled: PolledImage | undefined): string | undefined {
  const provoked = cron.metadata.annotations?.[failureAnnotation];
  if (provoked !== undefined) return provoked;
  if (polled?.kind === 'failed') return polled.message;
  const wanted = platformOf(cron);
  return wanted === '' || polled === undefined || polled.architectures.includes(wanted)
    ? undefined
    : `no image found in manifest list for architecture ${wanted}`;
}

/** Another cron that the DataSource carries the label of, and that manages it, too. */
function hasRival(cron: KubernetesObject, world: ImporterWorld): boolean {
  const { namespace = '', name } = cron.metadata;
  const managed = textAt(cron, 'spec', 'managedDataSource');
  const other = world.get('DataSource', namespace, managed)?.metadata.labels?.[cronLabel];
  if (other === undefined || other === name) return false;
  const rival = world.get('DataImportCron', namespace, other);
  return rival !== undefined && textAt(rival, 'spec', 'managedDataSource') === managed;
}

/** With the policy None, what carries the cron's labels goes first. */
function finalize(cron: KubernetesObject, world: ImporterWorld): readonly ImporterWrite[] {
  const { namespace = '', name, finalizers = [] } = cron.metadata;
  if (!finalizers.includes(cronFinalizer)) return [];
  const goes = ({ metadata: { labels = {} } }: KubernetesObject) =>
    labels[cronLabel] === name && labels[cleanupLabel] === 'true';
  const isNone = textAt(cron, 'spec', 'retentionPolicy') === 'None';
  const kinds = isNone ? (['DataSource', 'DataVolume', 'PersistentVolumeClaim'] as const) : [];
  const removed = kinds.flatMap((kind) => world.list(kind, namespace).filter(goes)).flatMap(deletion);
  if (removed.length > 0) return removed;
  const others = finalizers.filter((each) => each !== cronFinalizer);
  return [{ do: 'patch', object: cron, patch: { metadata: { finalizers: others } } }];
}
