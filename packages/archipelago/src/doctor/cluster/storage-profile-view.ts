import { conditionOf, type JsonObject, objectsAt, textAt, textsAt } from '@archipelago/apimachinery';

/** One way in which a class gives volumes. */
export interface ClaimPropertySet {
  readonly accessModes: readonly string[];
  readonly volumeMode: string;
}

/** A StorageProfile as checks see it; its name is that of its class. */
export interface StorageProfileView {
  readonly name: string;
  readonly provisioner: string;
  /** What holds, the default first. */
  readonly sets: readonly ClaimPropertySet[];
  /** What somebody wrote. */
  readonly writtenSets: readonly ClaimPropertySet[];
  readonly cloneStrategy: string;
  readonly bootImageFormat: string;
  readonly writtenBootImageFormat: string;
  readonly snapshotClass: string;
  readonly writtenSnapshotClass: string;
  /** Why CDI does not know the class; empty where it does. */
  readonly unrecognized: string;
  /** Every way names access and volume mode, and there is one. */
  readonly isComplete: boolean;
}

/** Reads a StorageProfile. */
export function storageProfileView(object: JsonObject): StorageProfileView {
  const sets = setsOf(object, 'status');
  const recognized = conditionOf(object, 'Recognized');
  return {
    name: textAt(object, 'metadata', 'name'),
    provisioner: textAt(object, 'status', 'provisioner'),
    sets,
    writtenSets: setsOf(object, 'spec'),
    cloneStrategy: textAt(object, 'status', 'cloneStrategy'),
    bootImageFormat: textAt(object, 'status', 'dataImportCronSourceFormat'),
    writtenBootImageFormat: textAt(object, 'spec', 'dataImportCronSourceFormat'),
    snapshotClass: textAt(object, 'status', 'snapshotClass'),
    writtenSnapshotClass: textAt(object, 'spec', 'snapshotClass'),
    unrecognized: recognized?.status === 'False' ? textAt(recognized, 'reason') : '',
    isComplete: sets.length > 0 && sets.every(isWhole),
  };
}

function setsOf(object: JsonObject, part: 'spec' | 'status'): readonly ClaimPropertySet[] {
  return objectsAt(object, part, 'claimPropertySets').map((set) => ({
    accessModes: textsAt(set, 'accessModes'),
    volumeMode: textAt(set, 'volumeMode'),
  }));
}

/** Names both modes. */
export function isWhole({ accessModes, volumeMode }: ClaimPropertySet): boolean {
  return accessModes.length > 0 && volumeMode !== '';
}

/** Gives volumes of the mode that several nodes can write at the same time: what live migration needs. */
export function isShared({ accessModes }: ClaimPropertySet): boolean {
  return accessModes.includes('ReadWriteMany');
}

export function isSharedBlock(set: ClaimPropertySet): boolean {
  return isShared(set) && set.volumeMode === 'Block';
}

/** What scratch space needs. */
export function holdsScratch({ sets }: StorageProfileView): boolean {
  return sets.some(
    ({ accessModes, volumeMode }) => accessModes.includes('ReadWriteOnce') && volumeMode === 'Filesystem',
  );
}

/** CDI knows the driver, not the parameters of the class, and nobody wrote what it gives. */
export function isMisunderstood({ unrecognized, writtenSets }: StorageProfileView): boolean {
  return unrecognized === 'UnrecognizedStorageClassParameters' && writtenSets.length === 0;
}
