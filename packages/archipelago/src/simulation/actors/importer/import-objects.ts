import {
  type JsonObject,
  type JsonValue,
  jsonEqual,
  type KubernetesObject,
  objectAt,
  textAt,
  valueAt,
} from '@archipelago/apimachinery';
import { simulatedAnnotation } from '../../definitions/declaration/simulated.ts';
import {
  cleanup,
  cronLabel,
  type ImporterWorld,
  type ImporterWrite,
  lastUseAnnotation,
  missingLabels,
  travellingLabels,
} from './importer-world.ts';
import { type Condition, timedCondition } from './timed-condition.ts';

const immediateBinding = 'cdi.kubevirt.io/storage.bind.immediate.requested';

/** An image of a cron that is being, or has been, imported. */
export interface Import {
  /** Of its DataVolume and its claim. */
  readonly name: string;
  readonly digest: string;
  readonly dataVolume: KubernetesObject | undefined;
  readonly claim: KubernetesObject | undefined;
}

/** The import of an image with this digest: named as CDI names it. */
export function importOf(cron: KubernetesObject, digest: string, world: ImporterWorld): Import {
  const { namespace = '' } = cron.metadata;
  const short = digest.slice(digest.indexOf(':') + 1).slice(0, 12);
  const name = `${textAt(cron, 'spec', 'managedDataSource')}-${short}`;
  return {
    name,
    digest,
    dataVolume: world.get('DataVolume', namespace, name),
    claim: world.get('PersistentVolumeClaim', namespace, name),
  };
}

/** A claim that has come without a DataVolume is used as it is. */
export function isImported({ dataVolume, claim }: Import): boolean {
  if (claim === undefined) return false;
  if (dataVolume === undefined) return true;
  return (
    textAt(dataVolume, 'status', 'phase') === 'Succeeded' && textAt(claim, 'status', 'phase') === 'Bound'
  );
}

/** What begins an import: its DataVolume, then its claim. */
export function begin(cron: KubernetesObject, one: Import): readonly ImporterWrite[] {
  if (one.dataVolume === undefined) return [{ do: 'create', object: newDataVolume(cron, one) }];
  if (one.claim === undefined) return [{ do: 'create', object: newClaim(cron, one, one.dataVolume) }];
  return [];
}

function newDataVolume(cron: KubernetesObject, { name, digest }: Import): KubernetesObject {
  const template = valueAt(cron, 'spec', 'template', 'spec');
  const spec = objectAt(template);
  const registry = valueAt(spec, 'source', 'registry');
  const pinned = { ...objectAt(registry), url: pinnedUrl(cron, digest) };
  return {
    apiVersion: 'cdi.kubevirt.io/v1beta1',
    kind: 'DataVolume',
    metadata: metadataOf(cron, name, { [immediateBinding]: 'true' }),
    spec: { ...spec, source: { registry: pinned } },
  };
}

function newClaim(
  cron: KubernetesObject,
  { name, digest }: Import,
  { apiVersion, kind, metadata }: KubernetesObject,
): KubernetesObject {
  const asked = 'cdi.kubevirt.io/storage.import';
  const architecture = platformOf(cron);
  const annotations = {
    [`${asked}.source`]: 'registry',
    [`${asked}.endpoint`]: pinnedUrl(cron, digest),
    ...(architecture === '' ? {} : { [`${asked}.registryImageArchitecture`]: architecture }),
  };
  const owner = {
    apiVersion,
    kind,
    name,
    uid: metadata.uid ?? '',
    controller: true,
    blockOwnerDeletion: true,
  };
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { ...metadataOf(cron, name, annotations), ownerReferences: [owner] },
    spec: claimSpec(cron),
  };
}

function metadataOf(
  cron: KubernetesObject,
  name: string,
  annotations: Readonly<Record<string, string>>,
): KubernetesObject['metadata'] {
  return {
    name,
    namespace: cron.metadata.namespace ?? '',
    labels: { ...travellingLabels(cron), [cronLabel]: cron.metadata.name, ...cleanup(cron) },
    annotations: { [simulatedAnnotation]: 'true', ...annotations },
  };
}

function claimSpec(cron: KubernetesObject): JsonObject {
  const template = valueAt(cron, 'spec', 'template', 'spec');
  const asked = valueAt(template, 'storage') ?? valueAt(template, 'pvc');
  const size = textAt(asked, 'resources', 'requests', 'storage') || '10Gi';
  const modes = valueAt(asked, 'accessModes');
  const storageClassName = textAt(asked, 'storageClassName');
  return {
    accessModes: Array.isArray(modes) && modes.length > 0 ? modes : ['ReadWriteOnce'],
    resources: { requests: { storage: size } },
    ...(storageClassName === '' ? {} : { storageClassName }),
  };
}

/** The architecture a cron asks for; empty: whatever comes. */
export function platformOf(cron: KubernetesObject): string {
  return textAt(cron, 'spec', 'template', 'spec', 'source', 'registry', 'platform', 'architecture');
}

/** The digest takes the place of the tag. */
function pinnedUrl(cron: KubernetesObject, digest: string): string {
  const url = textAt(cron, 'spec', 'template', 'spec', 'source', 'registry', 'url');
  return `${url.replace(/@.*$/, '').replace(/:[^/:]*$/, '')}@${digest}`;
}

/** The import is done. */
export function succeed({ dataVolume, claim }: Import, world: ImporterWorld): readonly ImporterWrite[] {
  if (dataVolume === undefined || claim === undefined) return [];
  const condition = {
    type: 'Running',
    status: 'False',
    reason: 'Completed',
    message: 'Import Complete (simulated)',
  } as const;
  const capacity = valueAt(claim, 'spec', 'resources', 'requests') ?? {};
  const status = { phase: 'Bound', accessModes: valueAt(claim, 'spec', 'accessModes') ?? [], capacity };
  return [
    ...reported(claim, status),
    ...reported(
      dataVolume,
      volumeStatus(dataVolume, { phase: 'Succeeded', progress: '100.0%', condition }, world),
    ),
  ];
}

/** Its importer has failed, and will try again. */
export function fail(
  { dataVolume }: Import,
  message: string,
  world: ImporterWorld,
): readonly ImporterWrite[] {
  if (dataVolume === undefined) return [];
  const condition = { type: 'Running', status: 'False', reason: 'Error', message } as const;
  return reported(
    dataVolume,
    volumeStatus(dataVolume, { phase: 'Failed', progress: 'N/A', condition }, world),
  );
}

/** It waits for what its claim needs. */
export function pend(
  { dataVolume }: Import,
  message: string,
  world: ImporterWorld,
): readonly ImporterWrite[] {
  if (dataVolume === undefined) return [];
  const condition = { type: 'Bound', status: 'False', reason: 'ErrClaimNotValid', message } as const;
  return reported(
    dataVolume,
    volumeStatus(dataVolume, { phase: 'Pending', progress: 'N/A', condition }, world),
  );
}

/** Its importer is at work; `progress`: how far, as CDI says it (`25.00%`). */
export function run(
  { dataVolume }: Import,
  progress: string,
  world: ImporterWorld,
): readonly ImporterWrite[] {
  if (dataVolume === undefined) return [];
  const condition = { type: 'Running', status: 'True', reason: 'Pod is running', message: '' } as const;
  const phase = 'ImportInProgress';
  return reported(dataVolume, volumeStatus(dataVolume, { phase, progress, condition }, world));
}

interface Running {
  readonly phase: string;
  readonly progress: string;
  readonly condition: Condition;
}

function volumeStatus(dataVolume: KubernetesObject, state: Running, { now }: ImporterWorld): JsonObject {
  const { condition, ...rest } = state;
  const conditions = [timedCondition(condition, valueAt(dataVolume, 'status', 'conditions'), now)];
  return { claimName: dataVolume.metadata.name, ...rest, conditions };
}

function reported(object: KubernetesObject, status: JsonObject): readonly ImporterWrite[] {
  const isSame = Object.entries(status).every(([key, value]: readonly [string, JsonValue | undefined]) =>
    jsonEqual(valueAt(object, 'status', key), value),
  );
  return isSame ? [] : [{ do: 'patchStatus', object, patch: { status } }];
}

/**
 * A claim gets the labels of who uses it, and since when, when it becomes the newest import; whose it was stays written
 * on it.
 */
export function use(cron: KubernetesObject, { name, claim }: Import, now: number): readonly ImporterWrite[] {
  if (claim === undefined) return [];
  const labels = missingLabels(claim, { ...travellingLabels(cron), ...cleanup(cron) });
  const isNew =
    textAt(cron, 'status', 'lastImportedPVC', 'name') !== name ||
    claim.metadata.annotations?.[lastUseAnnotation] === undefined;
  if (!isNew && Object.keys(labels).length === 0) return [];
  // more than one image may come in a second
  const annotations = isNew ? { [lastUseAnnotation]: new Date(now).toISOString() } : {};
  return [{ do: 'patch', object: claim, patch: { metadata: { labels, annotations } } }];
}
