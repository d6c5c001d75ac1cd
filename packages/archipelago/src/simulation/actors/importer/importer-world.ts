import { type JsonObject, type KubernetesObject, objectAt, textAt } from '@archipelago/apimachinery';

/** What the simulated importer deals with. */
export type ImporterKind = 'DataImportCron' | 'DataSource' | 'DataVolume' | 'PersistentVolumeClaim';

/** What the simulated importer sees of a cluster. */
export interface ImporterWorld {
  get(kind: ImporterKind, namespace: string, name: string): KubernetesObject | undefined;
  list(kind: ImporterKind, namespace: string): readonly KubernetesObject[];
  /** Those with the label of a cron. */
  madeBy(kind: ImporterKind, namespace: string, cron: string): readonly KubernetesObject[];
  /** Milliseconds since 1970. */
  readonly now: number;
  /** How long an import takes, in milliseconds. */
  readonly importMs: number;
  /** There is no default StorageClass: what names none waits. */
  readonly lacksClass?: boolean;
}

/** What a registry says of an image, as the importer asks for it. */
export type LookedUpImage =
  | { readonly kind: 'found'; readonly digest: string; readonly architectures: readonly string[] }
  | { readonly kind: 'failed'; readonly message: string };

/** An answer, and when it was first given (milliseconds since 1970). */
export type PolledImage = LookedUpImage & { readonly at: number };

/** One thing the importer does, if the object still is the one that was looked at. Patches are merge patches. */
export type ImporterWrite =
  | { readonly do: 'create'; readonly object: KubernetesObject }
  | { readonly do: 'patch'; readonly object: KubernetesObject; readonly patch: JsonObject }
  | { readonly do: 'patchStatus'; readonly object: KubernetesObject; readonly patch: JsonObject }
  | { readonly do: 'delete'; readonly object: KubernetesObject };

/** On a DataSource, an import: the cron that made it; on what goes with its cron. */
export const cronLabel = 'cdi.kubevirt.io/dataImportCron';
export const cleanupLabel = 'cdi.kubevirt.io/dataImportCron.cleanup';
/** On a cron: the digest that its last poll found, and when that was. */
export const desiredDigestAnnotation = 'cdi.kubevirt.io/storage.import.sourceDesiredDigest';
export const lastCronTimeAnnotation = 'cdi.kubevirt.io/storage.import.lastCronTime';
/** On a claim: since when it has been the newest import of a cron. */
export const lastUseAnnotation = 'cdi.kubevirt.io/storage.import.lastUseTime';
/** On a cron: lets imports that are not done yet fail with this message. */
export const failureAnnotation = 'archipelago.dev/simulate-failure';

/** Labels of KubeVirt's world travel from a cron to what it imports, and on to DataSources. */
export function travellingLabels(object: KubernetesObject): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(object.metadata.labels ?? {}).filter(([key]) =>
      /^([\w.]+\.kubevirt\.io|kubevirt\.io)\/[\w.-]+$/.test(key),
    ),
  );
}

/** The label of what goes with its cron, where the cron says so. */
export function cleanup(cron: KubernetesObject): Readonly<Record<string, string>> {
  return textAt(cron, 'spec', 'retentionPolicy') === 'None' ? { [cleanupLabel]: 'true' } : {};
}

/** Those labels that an object has not, or otherwise. */
export function missingLabels(
  object: KubernetesObject,
  labels: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const present = object.metadata.labels ?? {};
  return Object.fromEntries(Object.entries(labels).filter(([key, value]) => present[key] !== value));
}

/** Holds only if the object still is the one that was looked at. */
export function onlyThis({
  object,
  patch,
}: Extract<ImporterWrite, { do: 'patch' | 'patchStatus' }>): JsonObject {
  const { resourceVersion } = object.metadata;
  const metadata = objectAt(patch, 'metadata');
  const version = resourceVersion === undefined ? {} : { resourceVersion };
  return { ...patch, metadata: { ...metadata, ...version } };
}
