import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type KubernetesObject,
  objectAt,
  valueAt,
} from '@archipelago/apimachinery';
import type { SeenObject } from '../../api/seen-object.ts';
import type { Action } from '../../engine/plan/action.ts';
import type { ObservedObjects } from './observed-boot-sources.ts';

/** What a registry has behind each URL: a digest, and the architectures; undefined: it does not answer. */
export type Registry = (
  url: string,
) => { readonly digest: string; readonly architectures: readonly string[] } | undefined;

const cron = 'cdi.kubevirt.io/dataImportCron';
const cleanup = 'cdi.kubevirt.io/dataImportCron.cleanup';
const kubevirtLabel = /^([\w.]+\.kubevirt\.io|kubevirt\.io)\//;

/** Kubernetes with a CDI (`docs/compatibility/golden-images.md#what-cdi-does`), as far as boot sources are concerned. */
export class CdiModel {
  readonly objects = new Map<string, KubernetesObject>();
  /** What CDI has seen of each DataSource: labels are copied only when spec or source have changed. */
  readonly #seen = new Map<string, string>();

  constructor(objects: readonly KubernetesObject[] = []) {
    for (const object of objects) this.put(object);
  }

  static key(kind: string, namespace: string | undefined, name: string): string {
    return `${kind}/${namespace ?? ''}/${name}`;
  }

  put(object: KubernetesObject): void {
    const { kind, metadata } = object;
    this.objects.set(CdiModel.key(kind, metadata.namespace, metadata.name), object);
  }

  get(kind: string, namespace: string | undefined, name: string): KubernetesObject | undefined {
    return this.objects.get(CdiModel.key(kind, namespace, name));
  }

  remove(object: { kind: string; metadata: { namespace?: string; name: string } }): void {
    this.objects.delete(CdiModel.key(object.kind, object.metadata.namespace, object.metadata.name));
  }

  of(kind: string): readonly KubernetesObject[] {
    return [...this.objects.values()].filter((object) => object.kind === kind);
  }

  observe(): ObservedObjects {
    return {
      dataImportCrons: this.of('DataImportCron'),
      dataSources: this.of('DataSource'),
      claims: this.of('PersistentVolumeClaim'),
      snapshots: this.of('VolumeSnapshot'),
      dataVolumes: this.of('DataVolume'),
    };
  }

  /** As the API server would: a creation of what exists and an update of what is gone are refused. */
  apply(action: Action): void {
    switch (action.kind) {
      case 'create': {
        const { kind, metadata } = action.object;
        if (this.get(kind, metadata.namespace, metadata.name) !== undefined)
          throw new Error(`${kind} ${metadata.name} exists`);
        if (metadata.name.length > 63) throw new Error(`${metadata.name} is too long`);
        this.put(action.object);
        return;
      }
      case 'patch': {
        const live = this.#live(action.object);
        if (live.kind === 'DataImportCron' && 'spec' in action.patch) throw new Error('immutable');
        this.put(merge(live, action.patch) as unknown as KubernetesObject);
        return;
      }
      case 'delete': {
        const live = this.#live(action.object);
        const deletionTimestamp = '2026-01-01T00:00:00Z';
        if (live.kind === 'DataImportCron')
          this.put({ ...live, metadata: { ...live.metadata, deletionTimestamp } });
        else this.remove(live);
        return;
      }
      default:
        throw new Error(`boot sources have no action ${action.kind}`);
    }
  }

  #live({ kind, namespace, name }: SeenObject): KubernetesObject {
    const live = this.get(kind, namespace, name);
    if (live === undefined) throw new Error(`${kind} ${name} is gone`);
    return live;
  }

  /** Every cron once, then every DataSource twice, since pointers follow others. */
  work(registry: Registry): void {
    for (const one of this.of('DataImportCron')) this.reconcileCron(one, registry);
    for (const _ of [1, 2]) for (const one of this.of('DataSource')) this.reconcileDataSource(one);
  }

  reconcileCron(object: KubernetesObject, registry: Registry): void {
    const { namespace, name, deletionTimestamp } = object.metadata;
    const spec = object.spec as JsonObject;
    if (deletionTimestamp !== undefined) {
      this.#finalize(object);
      return;
    }
    const managed = String(spec.managedDataSource);
    const present = this.get('DataSource', namespace, managed);
    const other = present?.metadata.labels?.[cron];
    if (this.#hasRival(object, other)) return;
    const claim = this.#import(object, managed, registry);
    if (claim === undefined) return;
    const source = { pvc: { name: claim.metadata.name, namespace: namespace ?? '' } };
    this.put({ ...object, status: { lastImportedPVC: source.pvc } });
    this.#fill(present ?? emptyDataSource(managed, namespace ?? '', name), name, claim);
  }

  /** Without the label of the cron, a DataSource is not CDI's to fill. */
  #fill(dataSource: KubernetesObject, name: string, claim: KubernetesObject): void {
    if (dataSource.metadata.labels?.[cron] !== name) return;
    const labels = { ...dataSource.metadata.labels, ...claim.metadata.labels, [cron]: name };
    const source = { pvc: { name: claim.metadata.name, namespace: claim.metadata.namespace ?? '' } };
    this.put({ ...dataSource, metadata: { ...dataSource.metadata, labels }, spec: { source } });
  }

  /** Another live cron that the DataSource carries the label of, and that manages it. */
  #hasRival({ metadata, spec }: KubernetesObject, other: string | undefined): boolean {
    if (other === undefined || other === metadata.name) return false;
    const rival = this.get('DataImportCron', metadata.namespace, other);
    return (
      valueAt(rival?.spec as JsonObject | undefined, 'managedDataSource') ===
      valueAt(spec as JsonObject, 'managedDataSource')
    );
  }

  #finalize(object: KubernetesObject): void {
    const { name } = object.metadata;
    const goes = ({ kind, metadata: { labels = {} } }: KubernetesObject) =>
      kind !== 'DataImportCron' && labels[cron] === name && labels[cleanup] === 'true';
    const none = (object.spec as JsonObject).retentionPolicy === 'None';
    for (const one of none ? [...this.objects.values()].filter(goes) : []) this.remove(one);
    this.remove(object);
  }

  #import(object: KubernetesObject, managed: string, registry: Registry): KubernetesObject | undefined {
    const { namespace, name, labels = {} } = object.metadata;
    const asked = valueAt(object.spec as JsonObject, 'template', 'spec', 'source', 'registry');
    const answer = registry(String(valueAt(asked, 'url')));
    const architecture = valueAt(asked, 'platform', 'architecture');
    if (answer === undefined) return undefined;
    if (typeof architecture === 'string' && !answer.architectures.includes(architecture)) return undefined;
    const claimName = `${managed}-${answer.digest}`;
    const present = this.get('PersistentVolumeClaim', namespace, claimName);
    const none = (object.spec as JsonObject).retentionPolicy === 'None';
    const claim: KubernetesObject = {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: {
        name: claimName,
        ...(namespace === undefined ? {} : { namespace }),
        labels: {
          ...present?.metadata.labels,
          ...Object.fromEntries(Object.entries(labels).filter(([key]) => kubevirtLabel.test(key))),
          ...(present === undefined ? { [cron]: name } : {}),
          ...(none ? { [cleanup]: 'true' } : {}),
        },
      },
    };
    this.put(claim);
    return claim;
  }

  reconcileDataSource(object: KubernetesObject): void {
    const claim = this.resolve(object, 1);
    const ready = { type: 'Ready', status: claim === undefined ? 'False' : 'True' };
    const seen = JSON.stringify([object.spec, claim?.metadata.name]);
    const key = CdiModel.key('DataSource', object.metadata.namespace, object.metadata.name);
    const copied = this.#seen.get(key) === seen ? {} : copiedLabels(claim);
    this.#seen.set(key, seen);
    this.put({
      ...object,
      metadata: { ...object.metadata, labels: { ...object.metadata.labels, ...copied } },
      status: { conditions: [ready] },
    });
  }

  resolve(object: KubernetesObject | undefined, hops: number): KubernetesObject | undefined {
    const source = valueAt(object?.spec as JsonObject | undefined, 'source');
    const namespace = object?.metadata.namespace;
    const pvc = valueAt(source, 'pvc', 'name');
    if (typeof pvc === 'string') return this.get('PersistentVolumeClaim', namespace, pvc);
    const next = valueAt(source, 'dataSource', 'name');
    if (typeof next !== 'string' || hops === 0) return undefined;
    return this.resolve(this.get('DataSource', namespace, next), hops - 1);
  }
}

function emptyDataSource(name: string, namespace: string, owner: string): KubernetesObject {
  return {
    apiVersion: 'cdi.kubevirt.io/v1beta1',
    kind: 'DataSource',
    metadata: { name, namespace, labels: { [cron]: owner } },
  };
}

function copiedLabels(claim: KubernetesObject | undefined): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(claim?.metadata.labels ?? {}).filter(([key]) => kubevirtLabel.test(key)),
  );
}

/** What a merge patch makes of an object. */
export function merge(live: unknown, patch: JsonObject): JsonObject {
  const merged: Record<string, JsonValue | undefined> = { ...objectAt(live) };
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete merged[key];
    else merged[key] = isJsonObject(value) ? merge(merged[key], value) : value;
  }
  return merged;
}
