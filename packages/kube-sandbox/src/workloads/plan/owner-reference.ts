import type { JsonObject, KubernetesObject, OwnerReference } from '@archipelago/apimachinery';

/** What stands in an object that a controller has made. */
export function ownerReference({ apiVersion, kind, metadata }: KubernetesObject): JsonObject {
  return {
    apiVersion,
    kind,
    name: metadata.name,
    uid: metadata.uid ?? '',
    controller: true,
    blockOwnerDeletion: true,
  };
}

/** The controller of an object. */
export function controllerOf({ metadata }: KubernetesObject): OwnerReference | undefined {
  return metadata.ownerReferences?.find(({ controller }) => controller === true);
}
