import type { ClusterView } from './cluster-view.ts';
import { knownDriver } from './known-driver.ts';
import { isCephBlock, type StorageClassView } from './storage-class-view.ts';
import { type ClaimPropertySet, isShared, type StorageProfileView } from './storage-profile-view.ts';

/** Between what somebody wrote and what CDI knows of the driver. */
export function contradictionIn(
  cluster: ClusterView,
  { name, writtenSets }: StorageProfileView,
): string | undefined {
  const one = cluster.storageClasses.find((storageClass) => storageClass.name === name);
  const known = one === undefined ? undefined : knownDriver(one)?.sets;
  if (one === undefined || known === undefined) return undefined;
  if (writtenSets.some(isShared) && !known.some(isShared))
    return `it claims ReadWriteMany, which ${one.provisioner} does not give`;
  return wrongBeginning(one, writtenSets[0], known[0]);
}

/** The first way is what disks get that name none. */
function wrongBeginning(
  one: StorageClassView,
  first: ClaimPropertySet | undefined,
  best: ClaimPropertySet | undefined,
): string | undefined {
  if (first === undefined || best === undefined || isAsGood(first, best)) return undefined;
  // files on Ceph RBD are told by a check of their own
  if (isCephBlock(one) && first.volumeMode === 'Filesystem') return undefined;
  return `it begins with ${textOf(first)}, and the best of ${one.provisioner} is ${textOf(best)}`;
}

function isAsGood(set: ClaimPropertySet, best: ClaimPropertySet): boolean {
  return set.accessModes.includes(best.accessModes[0] ?? '') && set.volumeMode === best.volumeMode;
}

function textOf({ accessModes, volumeMode }: ClaimPropertySet): string {
  return `${accessModes.join('+')} ${volumeMode}`;
}
