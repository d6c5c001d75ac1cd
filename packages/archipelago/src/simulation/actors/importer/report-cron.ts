import {
  type JsonObject,
  jsonEqual,
  type KubernetesObject,
  textAt,
  timestamp,
  valueAt,
} from '@archipelago/apimachinery';
import {
  desiredDigestAnnotation,
  type ImporterWorld,
  type ImporterWrite,
  lastCronTimeAnnotation,
} from './importer-world.ts';
import { type Condition, timedCondition } from './timed-condition.ts';

/** How far a cron has come. `name` is the one of its import. */
type Progress =
  /** No registry has told a digest. */
  | { readonly state: 'unknown'; readonly message: string }
  | { readonly state: 'importing'; readonly name: string; readonly digest: string }
  | { readonly state: 'failing'; readonly name: string; readonly digest: string; readonly message: string }
  /** Until there is a class for its claim. */
  | { readonly state: 'waiting'; readonly name: string; readonly digest: string; readonly message: string }
  /** `remark`: what is wrong with the registry though the import is there; empty: nothing. */
  | { readonly state: 'imported'; readonly name: string; readonly digest: string; readonly remark: string };

/** When the registry was asked (milliseconds since 1970); undefined: it was not. */
interface Report {
  readonly progress: Progress;
  readonly polledAt: number | undefined;
}

/**
 * The status of a cron, where it is not so already. A poll without news is not written down: CDI's are half a day apart,
 * those of a sandbox seconds.
 */
export function reportCron(
  cron: KubernetesObject,
  { progress, polledAt }: Report,
  world: ImporterWorld,
): readonly ImporterWrite[] {
  const status: JsonObject = {
    ...importStatus(cron, progress, world),
    conditions: conditionsOf(progress).map((one) =>
      timedCondition(one, valueAt(cron, 'status', 'conditions'), world.now),
    ),
  };
  const digest = progress.state === 'unknown' ? {} : { [desiredDigestAnnotation]: progress.digest };
  const isSame =
    Object.entries(status).every(([key, value]) => jsonEqual(valueAt(cron, 'status', key), value)) &&
    Object.entries(digest).every(([key, value]) => cron.metadata.annotations?.[key] === value);
  if (isSame) return [];
  const asked = polledAt === undefined ? undefined : timestamp(polledAt);
  const annotations = { ...digest, ...(asked === undefined ? {} : { [lastCronTimeAnnotation]: asked }) };
  const executed = asked === undefined ? {} : { lastExecutionTimestamp: asked };
  return [
    { do: 'patch', object: cron, patch: { metadata: { annotations }, status: { ...status, ...executed } } },
  ];
}

function importStatus(cron: KubernetesObject, progress: Progress, { now }: ImporterWorld): JsonObject {
  if (progress.state === 'unknown') return {};
  const { name, digest } = progress;
  const currentImports = [{ DataVolumeName: name, Digest: digest }];
  if (progress.state !== 'imported') return { currentImports };
  const isNew = textAt(cron, 'status', 'lastImportedPVC', 'name') !== name;
  return {
    currentImports,
    lastImportedPVC: { name, namespace: cron.metadata.namespace ?? '' },
    sourceFormat: 'pvc',
    ...(isNew ? { lastImportTimestamp: timestamp(now) } : {}),
  };
}

function conditionsOf(progress: Progress): readonly Condition[] {
  switch (progress.state) {
    case 'unknown':
      return [
        condition('Progressing', 'False', ['NoImport', 'No current import']),
        condition('UpToDate', 'False', ['NoDigest', progress.message]),
      ];
    case 'importing':
      return [
        condition('Progressing', 'True', ['ImportProgressing', `Import of ${progress.name} (simulated)`]),
        condition('UpToDate', 'False', ['ImportProgressing', 'Import is progressing (simulated)']),
      ];
    case 'failing':
      return [
        // CDI gives the phase of a DataVolume that is neither scheduled nor in progress
        condition('Progressing', 'False', ['Failed', progress.message]),
        condition('UpToDate', 'False', ['Outdated', progress.message]),
      ];
    case 'waiting':
      return [
        condition('Progressing', 'False', ['Pending', progress.message]),
        condition('UpToDate', 'False', ['Outdated', progress.message]),
      ];
    case 'imported':
      return [
        condition('Progressing', 'False', ['NoImport', 'No current import']),
        condition('UpToDate', 'True', ['UpToDate', upToDate(progress.remark)]),
      ];
  }
}

function upToDate(remark: string): string {
  const words = 'Latest import is up to date';
  return remark === '' ? words : `${words}, as far as is known: ${remark}`;
}

function condition(
  type: string,
  status: Condition['status'],
  [reason, message]: readonly [string, string],
): Condition {
  return { type, status, reason, message };
}
