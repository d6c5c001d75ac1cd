import type { KubernetesObject, OwnerReference } from '@archipelago/apimachinery';
import type { LayeringGroup } from '../api/layering-names.ts';
import { groupOf } from '../api/parse-machine-os-config.ts';

/** The API group of the build or config that an object belongs to; undefined: of none. */
export function groupOfOwner({
  metadata: { ownerReferences = [] },
}: KubernetesObject): LayeringGroup | undefined {
  return groupOf(ownerReferences.find(({ controller }) => controller === true)?.apiVersion ?? '');
}

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
