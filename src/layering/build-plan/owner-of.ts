import type { KubernetesObject, OwnerReference } from '../../api/kubernetes-object.ts';

/** Builds are owned by their config, everything else by its build. */
export function ownerOf({ apiVersion, kind, metadata }: KubernetesObject): readonly OwnerReference[] {
  return [
    {
      apiVersion,
      kind,
      name: metadata.name,
      uid: metadata.uid ?? '',
      controller: true,
      blockOwnerDeletion: true,
    },
  ];
}
