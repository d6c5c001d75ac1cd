import { chmodSync, copyFileSync, existsSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { newStore } from '../storage/new-store.ts';
import { DataFolderError } from './data-folder-error.ts';
import { checkpointName } from './file-names.ts';
import { FolderLock } from './folder-lock.ts';
import { loadCheckpoint, loadFolder } from './load-folder.ts';
import { makeFolder } from './make-folder.ts';
import { settleFolder } from './replace-file.ts';
import { snapshotLines } from './snapshot-lines.ts';

/** What a snapshot holds. */
interface SnapshotSummary {
  readonly objects: number;
  /** The resourceVersion at which it was taken. */
  readonly revision: number;
}

/** Reads a snapshot from its beginning to its end. Throws a DataFolderError where it is not whole. */
export function checkSnapshot(file: string): SnapshotSummary {
  const store = newStore(1);
  loadCheckpoint(file, store);
  return { objects: store.all().length, revision: store.revision };
}

/** A snapshot of a cluster that does not run, as lines. Throws a DataFolderError where there is none, or where it runs. */
export function snapshotDataFolder(folder: string, withSecrets: boolean): Iterable<Uint8Array> {
  if (!existsSync(folder)) throw new DataFolderError('foreign', `${folder}: there is no such folder`);
  const lock = FolderLock.take(folder);
  try {
    const store = newStore(1);
    if (loadFolder(folder, store).isNew) throw new DataFolderError('foreign', `${folder} holds no cluster`);
    return snapshotLines({ revision: store.revision, changes: store.contents() }, withSecrets);
  } finally {
    lock.release();
  }
}

/** Makes an empty folder that of the cluster in a snapshot, which gets credentials of its own when it starts. */
export function restoreDataFolder(file: string, folder: string): SnapshotSummary {
  const summary = checkSnapshot(file);
  makeFolder(folder);
  if (readdirSync(folder).length > 0)
    throw new DataFolderError(
      'foreign',
      `${folder} is not empty; name another folder, or one that is not there yet`,
    );
  const path = join(folder, checkpointName(1));
  const draft = `${path}.${process.pid}.tmp`;
  copyFileSync(file, draft);
  chmodSync(draft, 0o600);
  renameSync(draft, path);
  settleFolder(folder);
  return summary;
}
