import { createHash } from 'node:crypto';
import type { JsonObject } from '@archipelago/apimachinery';
import type { Registry, ServedGroup } from '../resources/registry.ts';
import type { ResourceType, Subresource } from '../resources/resource-type.ts';
import type { ServedResource } from '../resources/served-api.ts';

/** The hash by which clients see that stored objects changed their version: made of group, version and kind. */
function storageVersionHash(type: ResourceType): string {
  const text = `${type.storageGroup}/${type.storageVersion}/${type.kind}`;
  return createHash('sha256').update(text).digest().subarray(0, 8).toString('base64');
}

/** Kinds that are asked, not stored, have no stored version. */
function isStored(type: ResourceType): boolean {
  return type.verbs.includes('get');
}

function describe(type: ResourceType): JsonObject {
  return {
    name: type.plural,
    singularName: type.singular,
    namespaced: type.namespaced,
    kind: type.kind,
    verbs: type.verbs,
    ...(type.shortNames.length === 0 ? {} : { shortNames: type.shortNames }),
    ...(type.categories.length === 0 ? {} : { categories: type.categories }),
    ...(isStored(type) ? { storageVersionHash: storageVersionHash(type) } : {}),
  };
}

function describeSubresource(type: ResourceType, subresource: Subresource): JsonObject {
  return {
    name: `${type.plural}/${subresource.name}`,
    singularName: '',
    namespaced: type.namespaced,
    ...(subresource.group === undefined ? {} : { group: subresource.group }),
    ...(subresource.version === undefined ? {} : { version: subresource.version }),
    kind: subresource.kind ?? type.kind,
    verbs: subresource.verbs,
  };
}

/** A resource without anything of its own is not listed, only what is under it. */
function describeServed({
  plural,
  namespaced,
  own,
  subresources = [],
}: ServedResource): readonly JsonObject[] {
  const itself =
    own === undefined
      ? []
      : [{ name: plural, singularName: own.singular, namespaced, kind: own.kind, verbs: own.verbs }];
  const under = subresources.map(({ name, kind = '', verbs }) => ({
    name: `${plural}/${name}`,
    singularName: '',
    namespaced,
    kind,
    verbs,
  }));
  return [...itself, ...under];
}

/** The APIResourceList of a group version; the core group's has no apiVersion, as upstream. */
export function resourceList(registry: Registry, group: string, version: string): JsonObject | undefined {
  const api = registry.api(group, version);
  if (api !== undefined) {
    const resources = api.resources.flatMap(describeServed);
    return { kind: 'APIResourceList', apiVersion: 'v1', groupVersion: `${group}/${version}`, resources };
  }
  const types = registry.inGroupVersion(group, version);
  if (types.length === 0) return undefined;
  const resources = types.flatMap((type) => [
    describe(type),
    ...type.subresources.map((subresource) => describeSubresource(type, subresource)),
  ]);
  const named =
    group === '' ? { groupVersion: version } : { apiVersion: 'v1', groupVersion: `${group}/${version}` };
  return { kind: 'APIResourceList', ...named, resources };
}

function describeGroup({ group, versions }: ServedGroup): JsonObject {
  const list = versions.map((version) => ({ groupVersion: `${group}/${version}`, version }));
  return { name: group, versions: list, preferredVersion: list[0] };
}

/** The APIGroupList. */
export function groupList(registry: Registry): JsonObject {
  return { kind: 'APIGroupList', apiVersion: 'v1', groups: registry.groups().map(describeGroup) };
}

/** The APIGroup of one group. */
export function groupDocument(registry: Registry, name: string): JsonObject | undefined {
  const group = registry.groups().find((one) => one.group === name);
  return group === undefined ? undefined : { kind: 'APIGroup', apiVersion: 'v1', ...describeGroup(group) };
}

/** The APIVersions of the core group. */
export function coreVersions(serverAddress: string): JsonObject {
  return {
    kind: 'APIVersions',
    versions: ['v1'],
    serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress }],
  };
}
