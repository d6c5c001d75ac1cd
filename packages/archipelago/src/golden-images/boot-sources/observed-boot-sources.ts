import { type JsonValue, type KubernetesObject, objectsAt, textAt, valueAt } from '@archipelago/apimachinery';
import { architectureLabel, cronLabel, namespaced, pointerLabel } from './names.ts';
import { isOwnedBy, type Owner } from './ownership.ts';

/** What exists, in all namespaces; the parts that the planner reads may be all there is of an object. */
export interface ObservedObjects {
  readonly dataImportCrons: readonly KubernetesObject[];
  readonly dataSources: readonly KubernetesObject[];
  readonly claims: readonly KubernetesObject[];
  readonly snapshots: readonly KubernetesObject[];
  readonly dataVolumes: readonly KubernetesObject[];
}

/** What a DataSource leads to. */
interface ImageSource {
  readonly kind: 'pvc' | 'snapshot' | 'dataSource';
  readonly name: string;
  readonly namespace: string;
}

export interface LiveDataSource {
  readonly object: KubernetesObject;
  readonly namespace: string;
  readonly name: string;
  readonly owned: boolean;
  readonly deleting: boolean;
  /** Undefined: CDI has not said. */
  readonly ready: boolean | undefined;
  /** Undefined: nothing yet. */
  readonly source: ImageSource | undefined;
  /** Label that names its cron. */
  readonly cron: string | undefined;
}

export interface LiveCron {
  readonly object: KubernetesObject;
  readonly namespace: string;
  readonly name: string;
  readonly owned: boolean;
  readonly deleting: boolean;
  /** DataSource that it keeps up to date. */
  readonly dataSource: string;
  /** Claim, and snapshot, of its newest import. */
  readonly imported: string | undefined;
}

/** The observed objects, ready to be asked. */
export interface LiveBootSources {
  /** Sorted by namespace and name, as are all lists here. */
  readonly dataSources: readonly LiveDataSource[];
  readonly crons: readonly LiveCron[];
  dataSource(namespace: string, name: string): LiveDataSource | undefined;
  cron(namespace: string, name: string): LiveCron | undefined;
  cronsOf(namespace: string, dataSource: string): readonly LiveCron[];
  /** Architectures for which crons of ours import what this pointer leads to. */
  architecturesOf(namespace: string, pointer: string): readonly string[];
  claim(namespace: string, name: string): KubernetesObject | undefined;
  /** DataSources of ours that point to this one. */
  pointersTo(namespace: string, name: string): readonly LiveDataSource[];
  /** DataSources of ours that carry the label of this cron. */
  labelledWith(namespace: string, cron: string): readonly LiveDataSource[];
  /** Claims, snapshots and DataVolumes of that name. */
  importsNamed(namespace: string, name: string): readonly KubernetesObject[];
  /** Something boots from it, or would: CDI says so, or what it leads to is there. */
  hasImage(dataSource: LiveDataSource | undefined): boolean;
}

/** Makes lists of objects ready to be asked; `owner` tells ours from others'. */
export function readBootSources(observed: ObservedObjects, owner: Owner): LiveBootSources {
  const dataSources = observed.dataSources.map((object) => readDataSource(object, owner)).sort(byKey);
  const crons = observed.dataImportCrons.map((object) => readCron(object, owner)).sort(byKey);
  const sourcesByName = new Map(dataSources.map((one) => [keyOf(one), one]));
  const cronsByName = new Map(crons.map((one) => [keyOf(one), one]));
  const cronsByTarget = grouped(crons, (one) => namespaced(one.namespace, one.dataSource));
  const claims = new Map(observed.claims.map((object) => [objectKey(object), object]));
  const imports = grouped([...observed.claims, ...observed.snapshots, ...observed.dataVolumes], objectKey);
  const pointers = grouped(
    dataSources.filter(({ owned, source }) => owned && source?.kind === 'dataSource'),
    ({ namespace, source }) => namespaced(namespace, source?.name ?? ''),
  );
  const labelled = grouped(
    dataSources.filter(({ owned, cron }) => owned && cron !== undefined),
    ({ namespace, cron }) => namespaced(namespace, cron ?? ''),
  );
  const native = grouped(
    crons.filter(({ owned }) => owned),
    ({ namespace, object }) => namespaced(namespace, object.metadata.labels?.[pointerLabel] ?? ''),
  );
  const live: LiveBootSources = {
    dataSources,
    crons,
    dataSource: (namespace, name) => sourcesByName.get(namespaced(namespace, name)),
    cron: (namespace, name) => cronsByName.get(namespaced(namespace, name)),
    cronsOf: (namespace, name) => cronsByTarget.get(namespaced(namespace, name)) ?? [],
    architecturesOf: (namespace, pointer) =>
      (native.get(namespaced(namespace, pointer)) ?? [])
        .map(({ object }) => object.metadata.labels?.[architectureLabel])
        .filter((name) => name !== undefined),
    claim: (namespace, name) => claims.get(namespaced(namespace, name)),
    pointersTo: (namespace, name) => pointers.get(namespaced(namespace, name)) ?? [],
    labelledWith: (namespace, cron) => labelled.get(namespaced(namespace, cron)) ?? [],
    importsNamed: (namespace, name) => imports.get(namespaced(namespace, name)) ?? [],
    hasImage: (dataSource) => hasImage(dataSource, live, 2),
  };
  return live;
}

function grouped<T>(items: readonly T[], key: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group === undefined) groups.set(key(item), [item]);
    else group.push(item);
  }
  return groups;
}

/** CDI follows one pointer, so no more than `hops` DataSources are looked at. */
function hasImage(dataSource: LiveDataSource | undefined, live: LiveBootSources, hops: number): boolean {
  if (dataSource === undefined || hops === 0) return false;
  const { ready, source } = dataSource;
  if (ready === true) return true;
  if (source === undefined) return false;
  if (source.kind === 'dataSource')
    return hasImage(live.dataSource(source.namespace, source.name), live, hops - 1);
  const wanted = source.kind === 'pvc' ? 'PersistentVolumeClaim' : 'VolumeSnapshot';
  return live.importsNamed(source.namespace, source.name).some(({ kind }) => kind === wanted);
}

function readDataSource(object: KubernetesObject, owner: Owner): LiveDataSource {
  const { metadata } = object;
  return {
    object,
    namespace: metadata.namespace ?? '',
    name: metadata.name,
    owned: isOwnedBy(owner, metadata),
    deleting: metadata.deletionTimestamp !== undefined,
    ready: isReady(valueAt(object.status, 'conditions')),
    source: sourceOf(valueAt(object.spec, 'source'), metadata.namespace ?? ''),
    cron: metadata.labels?.[cronLabel],
  };
}

function isReady(conditions: JsonValue | undefined): boolean | undefined {
  const ready = objectsAt(conditions).find(({ type }) => type === 'Ready');
  return ready === undefined ? undefined : ready.status === 'True';
}

/** What `spec.source` of a DataSource names; without namespace its own is meant. */
export function sourceOf(source: JsonValue | undefined, namespace: string): ImageSource | undefined {
  for (const kind of ['pvc', 'snapshot', 'dataSource'] as const) {
    const name = valueAt(source, kind, 'name');
    const place = valueAt(source, kind, 'namespace');
    if (typeof name === 'string' && name !== '')
      return { kind, name, namespace: typeof place === 'string' && place !== '' ? place : namespace };
  }
  return undefined;
}

function readCron(object: KubernetesObject, owner: Owner): LiveCron {
  const { metadata } = object;
  const imported = valueAt(object.status, 'lastImportedPVC', 'name');
  return {
    object,
    namespace: metadata.namespace ?? '',
    name: metadata.name,
    owned: isOwnedBy(owner, metadata),
    deleting: metadata.deletionTimestamp !== undefined,
    dataSource: textAt(object.spec, 'managedDataSource'),
    imported: typeof imported === 'string' ? imported : undefined,
  };
}

function keyOf({ namespace, name }: { readonly namespace: string; readonly name: string }): string {
  return namespaced(namespace, name);
}

function objectKey({ metadata }: KubernetesObject): string {
  return namespaced(metadata.namespace ?? '', metadata.name);
}

function byKey(a: LiveDataSource | LiveCron, b: LiveDataSource | LiveCron): number {
  return keyOf(a) < keyOf(b) ? -1 : 1;
}
