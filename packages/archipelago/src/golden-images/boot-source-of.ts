import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type KubernetesObject,
} from '@archipelago/apimachinery';
import { architectureLabel, namespaced } from './names.ts';
import { sourceOf } from './observed-boot-sources.ts';

/** What a name of a DataSource leads to. */
export type Resolved =
  | {
      readonly kind: 'image';
      /** The DataSource at the end. */
      readonly dataSource: KubernetesObject;
      /** Undefined: not labelled. */
      readonly architecture: string | undefined;
    }
  | { readonly kind: 'missing'; readonly name: string }
  /** CDI follows one pointer only, and none into another namespace. */
  | { readonly kind: 'broken'; readonly name: string; readonly message: string };

/** DataSources by namespace and name. */
export type DataSources = ReadonlyMap<string, KubernetesObject>;

export function dataSourcesByName(objects: readonly KubernetesObject[]): DataSources {
  return new Map(
    objects.map((object) => [namespaced(object.metadata.namespace ?? '', object.metadata.name), object]),
  );
}

/** Follows at most one pointer, as KubeVirt and CDI do. */
export function resolveDataSource(dataSources: DataSources, namespace: string, name: string): Resolved {
  const first = dataSources.get(namespaced(namespace, name));
  if (first === undefined) return { kind: 'missing', name: namespaced(namespace, name) };
  const next = pointsTo(first);
  if (next === undefined) return imageAt(first);
  const target = namespaced(next.namespace, next.name);
  if (next.namespace !== namespace)
    return broken(namespace, name, `it points into another namespace, to ${target}`);
  const second = dataSources.get(target);
  if (second === undefined) return { kind: 'missing', name: target };
  return pointsTo(second) === undefined
    ? imageAt(second)
    : broken(namespace, name, `it points to ${target}, which is a pointer itself`);
}

function pointsTo({ metadata, spec }: KubernetesObject) {
  const source = sourceOf(isJsonObject(spec) ? spec.source : undefined, metadata.namespace ?? '');
  return source?.kind === 'dataSource' ? source : undefined;
}

function imageAt(dataSource: KubernetesObject): Resolved {
  return { kind: 'image', dataSource, architecture: dataSource.metadata.labels?.[architectureLabel] };
}

function broken(namespace: string, name: string, message: string): Resolved {
  return { kind: 'broken', name: namespaced(namespace, name), message };
}

/** One disk that a machine gets from somewhere. */
type DiskOrigin =
  | { readonly kind: 'dataSource'; readonly namespace: string; readonly name: string }
  /** `architecture` undefined: whatever the import brings. */
  | { readonly kind: 'registry'; readonly url: string; readonly architecture: string | undefined }
  | { readonly kind: 'other' };

/** Where the dataVolumeTemplates of a VirtualMachine come from, in their order. */
export function diskOrigins(machine: KubernetesObject): readonly DiskOrigin[] {
  const list = at(machine.spec, 'dataVolumeTemplates');
  const templates: readonly JsonValue[] = Array.isArray(list) ? list : [];
  return templates.map((template) => originOf(at(template, 'spec'), machine.metadata.namespace ?? ''));
}

function originOf(spec: JsonValue | undefined, namespace: string): DiskOrigin {
  const [name, place] = [at(spec, 'sourceRef', 'name'), at(spec, 'sourceRef', 'namespace')];
  if (at(spec, 'sourceRef', 'kind') === 'DataSource' && typeof name === 'string')
    return {
      kind: 'dataSource',
      name,
      namespace: typeof place === 'string' && place !== '' ? place : namespace,
    };
  const url = at(spec, 'source', 'registry', 'url');
  const architecture = at(spec, 'source', 'registry', 'platform', 'architecture');
  if (typeof url !== 'string') return { kind: 'other' };
  return { kind: 'registry', url, architecture: typeof architecture === 'string' ? architecture : undefined };
}

/** A member deep in a value; undefined where there is none. */
export function at(value: unknown, ...keys: readonly string[]): JsonValue | undefined {
  let below: unknown = value;
  for (const key of keys) below = isJsonObject(below) && Object.hasOwn(below, key) ? below[key] : undefined;
  return isJson(below) ? below : undefined;
}

function isJson(value: unknown): value is JsonValue {
  return value !== undefined && typeof value !== 'function' && typeof value !== 'symbol';
}

/** The condition of a type. */
export function conditionOf(object: KubernetesObject | undefined, type: string): JsonObject | undefined {
  const list = at(object?.status, 'conditions');
  const conditions: readonly JsonValue[] = Array.isArray(list) ? list : [];
  return conditions.filter(isJsonObject).find((condition) => condition.type === type);
}
