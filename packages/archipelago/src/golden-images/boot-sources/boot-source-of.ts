import {
  isJsonObject,
  type JsonValue,
  type KubernetesObject,
  listAt,
  valueAt,
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
  const list = valueAt(machine.spec, 'dataVolumeTemplates');
  const templates: readonly JsonValue[] = listAt(list);
  return templates.map((template) => originOf(valueAt(template, 'spec'), machine.metadata.namespace ?? ''));
}

function originOf(spec: JsonValue | undefined, namespace: string): DiskOrigin {
  const [name, place] = [valueAt(spec, 'sourceRef', 'name'), valueAt(spec, 'sourceRef', 'namespace')];
  if (valueAt(spec, 'sourceRef', 'kind') === 'DataSource' && typeof name === 'string')
    return {
      kind: 'dataSource',
      name,
      namespace: typeof place === 'string' && place !== '' ? place : namespace,
    };
  const url = valueAt(spec, 'source', 'registry', 'url');
  const architecture = valueAt(spec, 'source', 'registry', 'platform', 'architecture');
  if (typeof url !== 'string') return { kind: 'other' };
  return { kind: 'registry', url, architecture: typeof architecture === 'string' ? architecture : undefined };
}
