import { isDeepStrictEqual } from 'node:util';
import type { JsonObject, JsonValue } from '../../../api/json-value.ts';
import type { KubernetesObject } from '../../../api/kubernetes-object.ts';
import {
  desiredDigestAnnotation,
  type ImporterWorld,
  type ImporterWrite,
  textAt,
  timeText,
  valueAt,
} from './importer-world.ts';

/** How far a cron has come. `claim` is the name of its import; `digest` is empty while no registry has told one. */
export type Progress = { readonly digest: string } & (
  | { readonly state: 'importing' | 'imported'; readonly claim: string }
  | { readonly state: 'failing'; readonly message: string }
);

/** The status of a cron, where it is not so already. */
export function reportCron(
  cron: KubernetesObject,
  world: ImporterWorld,
  progress: Progress,
): readonly ImporterWrite[] {
  const { digest } = progress;
  const status: JsonObject = {
    ...importStatus(cron, world, progress),
    conditions: conditionsOf(cron, world, progress),
  };
  const isAnnotated = digest === '' || cron.metadata.annotations?.[desiredDigestAnnotation] === digest;
  const isSame = Object.entries(status).every(([key, value]) =>
    isDeepStrictEqual(valueAt(cron, 'status', key), value),
  );
  if (isSame && isAnnotated) return [];
  const annotations = { [desiredDigestAnnotation]: digest };
  const metadata = isAnnotated ? {} : { metadata: { annotations } };
  return [{ do: 'patch', object: cron, patch: { ...metadata, status } }];
}

function importStatus(cron: KubernetesObject, world: ImporterWorld, progress: Progress): JsonObject {
  if (progress.state === 'failing') return {};
  const { claim, digest, state } = progress;
  const currentImports = [{ DataVolumeName: claim, Digest: digest }];
  if (state === 'importing') return { currentImports };
  const isNew = textAt(cron, 'status', 'lastImportedPVC', 'name') !== claim;
  return {
    currentImports,
    lastImportedPVC: { name: claim, namespace: cron.metadata.namespace ?? '' },
    sourceFormat: 'pvc',
    ...(isNew ? { lastImportTimestamp: timeText(world.now) } : {}),
  };
}

function conditionsOf(
  cron: KubernetesObject,
  { now }: ImporterWorld,
  progress: Progress,
): readonly JsonValue[] {
  const before = valueAt(cron, 'status', 'conditions');
  return drafts(progress).map((one) => timed(one, Array.isArray(before) ? before : [], now));
}

function drafts(progress: Progress): readonly JsonObject[] {
  switch (progress.state) {
    case 'failing':
      return [
        condition('Progressing', 'False', ['NoImport', progress.message]),
        condition('UpToDate', 'False', ['Outdated', progress.message]),
      ];
    case 'importing':
      return [
        condition('Progressing', 'True', ['ImportProgressing', `Import of ${progress.claim} (simulated)`]),
        condition('UpToDate', 'False', ['ImportProgressing', 'Import is progressing (simulated)']),
      ];
    case 'imported':
      return [
        condition('Progressing', 'False', ['NoImport', 'No current import']),
        condition('UpToDate', 'True', ['UpToDate', 'Latest import is up to date']),
      ];
  }
}

function condition(type: string, status: string, [reason, message]: readonly [string, string]): JsonObject {
  return { type, status, reason, message };
}

/** Times move with the status only. */
export function timed(one: JsonObject, before: readonly JsonValue[], now: number): JsonObject {
  const old = before.find((each) => textAt(each, 'type') === one.type);
  const isSame = old !== undefined && textAt(old, 'status') === one.status;
  const since = isSame ? textAt(old, 'lastTransitionTime') : timeText(now);
  const unchanged = isSame && textAt(old, 'message') === one.message && textAt(old, 'reason') === one.reason;
  const beat = unchanged ? textAt(old, 'lastHeartbeatTime') : timeText(now);
  return { ...one, lastTransitionTime: since, lastHeartbeatTime: beat };
}
