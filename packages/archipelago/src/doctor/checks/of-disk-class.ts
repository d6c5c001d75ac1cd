import type { ClusterView } from '../cluster/cluster-view.ts';
import { aboutClass, type StorageClassView } from '../cluster/storage-class-view.ts';
import { isMisunderstood, type StorageProfileView } from '../cluster/storage-profile-view.ts';
import type { Outcome } from '../model/check.ts';

/** The default for disks with what CDI knows of it; a profile that says nothing has a finding of its own. */
export function ofDiskClass(
  { diskClass, storageProfiles }: ClusterView,
  find: (one: StorageClassView, profile: StorageProfileView) => boolean,
): Outcome {
  if (diskClass === undefined) return { skipped: 'there is no default class' };
  const profile = storageProfiles.get(diskClass.name);
  if (profile === undefined) return { unknown: `there is no StorageProfile ${diskClass.name}` };
  if (!profile.isComplete) return { because: isMisunderstood(profile) ? 'VD306' : 'VD305' };
  return find(diskClass, profile) ? [aboutClass(diskClass)] : [];
}
