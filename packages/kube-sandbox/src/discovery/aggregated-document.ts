import type { JsonObject } from '@archipelago/apimachinery';
import type { Registry } from '../resources/registry.ts';
import type { ResourceType } from '../resources/resource-type.ts';
import type { ServedApi, ServedResource } from '../resources/served-api.ts';

function describe(type: ResourceType): JsonObject {
  // Custom resources are told with their group and version, built-in ones without.
  const own = type.custom ? { group: type.group, version: type.version } : { group: '', version: '' };
  const subresources = type.subresources.map((subresource) => ({
    subresource: subresource.name,
    responseKind: {
      group: subresource.group ?? own.group,
      version: subresource.version ?? own.version,
      kind: subresource.kind ?? type.kind,
    },
    verbs: subresource.verbs,
  }));
  return {
    resource: type.plural,
    responseKind: { ...own, kind: type.kind },
    scope: type.namespaced ? 'Namespaced' : 'Cluster',
    singularResource: type.singular,
    verbs: type.verbs,
    ...(type.shortNames.length === 0 ? {} : { shortNames: type.shortNames }),
    ...(type.categories.length === 0 ? {} : { categories: type.categories }),
    ...(subresources.length === 0 ? {} : { subresources }),
  };
}

function describeServed({ group, version }: ServedApi, resource: ServedResource): JsonObject {
  const { plural, namespaced, own, subresources = [] } = resource;
  const under = subresources.map(({ name, kind = '', verbs }) => ({
    subresource: name,
    responseKind: kind === '' ? NO_KIND : { group, version, kind },
    verbs,
  }));
  return {
    resource: plural,
    responseKind: own === undefined ? NO_KIND : { group, version, kind: own.kind },
    scope: namespaced ? 'Namespaced' : 'Cluster',
    singularResource: own?.singular ?? '',
    verbs: own?.verbs ?? [],
    ...(under.length === 0 ? {} : { subresources: under }),
  };
}

/** What upstream says of a resource that has only subresources. */
const NO_KIND = { group: '', version: '', kind: '' };

function describeVersion(registry: Registry, group: string, version: string): JsonObject {
  const api = registry.api(group, version);
  const resources =
    api === undefined
      ? registry.inGroupVersion(group, version).map(describe)
      : api.resources.map((resource) => describeServed(api, resource));
  return { version, resources, freshness: 'Current' };
}

/** The APIGroupDiscoveryList of the core group, or of all others. */
export function aggregatedDocument(registry: Registry, core: boolean): JsonObject {
  const groups = core ? [{ group: '', versions: ['v1'] }] : registry.groups();
  const items = groups.map(({ group, versions }) => ({
    metadata: group === '' ? {} : { name: group, creationTimestamp: null },
    versions: versions.map((version) => describeVersion(registry, group, version)),
  }));
  return { kind: 'APIGroupDiscoveryList', apiVersion: 'apidiscovery.k8s.io/v2', metadata: {}, items };
}
