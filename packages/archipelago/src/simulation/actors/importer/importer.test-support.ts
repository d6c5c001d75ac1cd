import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type KubernetesObject,
  objectAt,
} from '@archipelago/apimachinery';
import { cronLabel, type ImporterWorld, type ImporterWrite } from './importer-world.ts';

export const now = Date.parse('2026-01-01T00:01:00Z');
const seconds = (count: number) => new Date(now + count * 1000).toISOString().replace('.000Z', 'Z');
export const home = 'images';

/** Objects in memory that take an importer's writes as an API server would. */
export class TestWorld implements ImporterWorld {
  readonly objects = new Map<string, KubernetesObject>();
  readonly importMs = 10_000;
  now = now;
  lacksClass = false;

  constructor(objects: readonly KubernetesObject[]) {
    for (const object of objects) this.put(object);
  }

  get(kind: string, namespace: string, name: string): KubernetesObject | undefined {
    return this.objects.get(`${kind}/${namespace}/${name}`);
  }

  list(kind: string, namespace: string): readonly KubernetesObject[] {
    return [...this.objects.values()].filter(
      (object) => object.kind === kind && object.metadata.namespace === namespace,
    );
  }

  madeBy(kind: string, namespace: string, cron: string): readonly KubernetesObject[] {
    return this.list(kind, namespace).filter(({ metadata }) => metadata.labels?.[cronLabel] === cron);
  }

  put(object: KubernetesObject): void {
    const { kind, metadata } = object;
    this.objects.set(`${kind}/${metadata.namespace ?? ''}/${metadata.name}`, object);
  }

  carryOut(writes: readonly ImporterWrite[]): void {
    const written = writes.map(({ object }) => object);
    if (new Set(written).size !== written.length) throw new Error('an object is written twice in one step');
    for (const write of writes) this.#carryOut(write);
  }

  #carryOut(write: ImporterWrite): void {
    const { kind, metadata } = write.object;
    const live = this.get(kind, metadata.namespace ?? '', metadata.name);
    switch (write.do) {
      case 'create':
        if (live !== undefined) throw new Error(`${kind} ${metadata.name} exists`);
        this.put({
          ...write.object,
          metadata: {
            ...metadata,
            uid: `uid of ${metadata.name}`,
            creationTimestamp: seconds((this.now - now) / 1000),
          },
        });
        return;
      case 'patch':
      case 'patchStatus': {
        if (live === undefined) throw new Error(`${kind} ${metadata.name} is gone`);
        const patched: unknown = merged(live, write.patch);
        if (isObject(patched)) this.put(patched);
        return;
      }
      case 'delete':
        this.objects.delete(`${kind}/${metadata.namespace ?? ''}/${metadata.name}`);
    }
  }
}

function isObject(value: unknown): value is KubernetesObject {
  return isJsonObject(value) && typeof value.kind === 'string' && isJsonObject(value.metadata);
}

function merged(live: unknown, patch: JsonObject): JsonObject {
  const result: Record<string, JsonValue | undefined> = { ...objectAt(live) };
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key];
    else result[key] = isJsonObject(value) ? merged(result[key], value) : value;
  }
  return result;
}

export interface CronSketch {
  readonly name?: string;
  readonly managed?: string;
  readonly spec?: JsonObject;
  readonly registry?: JsonObject;
  readonly metadata?: Partial<KubernetesObject['metadata']>;
  readonly status?: JsonObject;
}

/** A cron that the importer has adopted. */
export function cronOf(sketch: CronSketch = {}): KubernetesObject {
  const { name = 'fedora-cron', managed = 'fedora', spec, registry, metadata, status } = sketch;
  return {
    apiVersion: 'cdi.kubevirt.io/v1beta1',
    kind: 'DataImportCron',
    metadata: {
      name,
      namespace: home,
      finalizers: ['cdi.kubevirt.io/dataImportCronFinalizer'],
      ...metadata,
    },
    spec: {
      schedule: '0 */12 * * *',
      managedDataSource: managed,
      template: {
        spec: {
          source: { registry: { url: 'docker://registry.example:5000/fedora:latest', ...registry } },
          storage: { resources: { requests: { storage: '5Gi' } } },
        },
      },
      ...spec,
    },
    ...(status === undefined ? {} : { status }),
  };
}

interface ObjectSketch {
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly namespace?: string;
  /** Seconds from now. */
  readonly created?: number;
}

function metadataOf(name: string, sketch: ObjectSketch): KubernetesObject['metadata'] {
  const { labels = {}, annotations = {}, namespace = home, created = -60 } = sketch;
  return { name, namespace, labels, annotations, creationTimestamp: seconds(created) };
}

export function claimOf(name: string, phase = 'Bound', sketch: ObjectSketch = {}): KubernetesObject {
  const spec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '5Gi' } } };
  const metadata = metadataOf(name, sketch);
  return { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata, spec, status: { phase } };
}

export function dataVolumeOf(name: string, phase = 'Succeeded', sketch: ObjectSketch = {}): KubernetesObject {
  const metadata = metadataOf(name, sketch);
  return { apiVersion: 'cdi.kubevirt.io/v1beta1', kind: 'DataVolume', metadata, spec: {}, status: { phase } };
}

export function dataSourceOf(
  name: string,
  source: JsonObject | undefined,
  sketch: ObjectSketch = {},
): KubernetesObject {
  const spec = source === undefined ? {} : { source };
  const metadata = metadataOf(name, sketch);
  return { apiVersion: 'cdi.kubevirt.io/v1beta1', kind: 'DataSource', metadata, spec };
}
