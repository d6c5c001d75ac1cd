import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type KubernetesObject,
  type ObjectMeta,
  objectsAt,
} from '@archipelago/apimachinery';
import { architectureLabel, cronLabel } from '../../golden-images/boot-sources/names.ts';

/** Keeps of an object what the planner reads of it: identity, labels, ownership, spec and a little of the status. */
export function mirroredBootSource(object: KubernetesObject): KubernetesObject {
  const { apiVersion, kind, metadata, spec, status } = object;
  const kept = { apiVersion, kind, metadata: mirroredMetadata(metadata) };
  switch (kind) {
    case 'DataImportCron':
      return { ...kept, spec, status: { ...pick(status, 'lastImportedPVC'), conditions: progress(status) } };
    case 'DataSource':
      return { ...kept, spec, status: { conditions: readiness(status) } };
    default:
      return { apiVersion, kind, metadata: diskMetadata(metadata) };
  }
}

/** Disks of machines are among them, by the ten thousand, and others change them all the time. */
function diskMetadata(metadata: ObjectMeta): ObjectMeta {
  const { name, namespace, uid, resourceVersion, deletionTimestamp, labels = {} } = metadata;
  const telling = Object.entries(labels).filter(([key]) => key === cronLabel || key === architectureLabel);
  return {
    name,
    ...(namespace === undefined ? {} : { namespace }),
    ...(uid === undefined ? {} : { uid }),
    ...(resourceVersion === undefined ? {} : { resourceVersion }),
    ...(deletionTimestamp === undefined ? {} : { deletionTimestamp }),
    ...(telling.length === 0 ? {} : { labels: Object.fromEntries(telling) }),
  };
}

/** Roles and namespaces are kept with their rules. */
export function mirroredSupport(object: KubernetesObject): KubernetesObject {
  const { metadata, status: _, ...rest } = object;
  return { ...rest, apiVersion: object.apiVersion, kind: object.kind, metadata: mirroredMetadata(metadata) };
}

function mirroredMetadata(metadata: ObjectMeta): ObjectMeta {
  const { annotations, managedFields: _, ownerReferences: __, ...rest } = metadata;
  if (annotations === undefined) return rest;
  const { [lastApplied]: ___, ...kept } = annotations;
  return { ...rest, annotations: kept };
}

const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';

function pick(status: unknown, key: string): JsonObject {
  const value = isJsonObject(status) ? status[key] : undefined;
  return value === undefined ? {} : { [key]: value };
}

/** What CDI says of an import: of its conditions the words, not the times. */
function progress(status: unknown): readonly JsonObject[] {
  return objectsAt(isJsonObject(status) ? status.conditions : undefined)
    .filter(({ type }) => type === 'Progressing' || type === 'UpToDate')
    .map(({ type, status: value, reason, message }) => ({ type, status: value, reason, message }));
}

function readiness(status: unknown): readonly JsonObject[] {
  const conditions: JsonValue | undefined = isJsonObject(status) ? status.conditions : undefined;
  const list: readonly JsonValue[] = Array.isArray(conditions) ? conditions : [];
  return list
    .filter(isJsonObject)
    .filter(({ type }) => type === 'Ready')
    .map(({ type = '', status: state = '' }) => ({ type, status: state }));
}

/** Whether nothing changed that a plan could see. */
export function isSameBootSource(old: KubernetesObject, now: KubernetesObject): boolean {
  return JSON.stringify(unversioned(old)) === JSON.stringify(unversioned(now));
}

function unversioned({ metadata, ...rest }: KubernetesObject) {
  const { resourceVersion: _, ...identity } = metadata;
  return { ...rest, metadata: identity };
}
