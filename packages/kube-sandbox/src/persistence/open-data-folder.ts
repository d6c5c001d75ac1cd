import { closeSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { MemoryStore } from '../storage/memory-store.ts';
import { DataFolderError } from './data-folder-error.ts';
import { DiskJournal, removeBefore } from './disk-journal.ts';
import { fileNumbers, isOwnFile, logName } from './file-names.ts';
import { FolderLock } from './folder-lock.ts';
import { type LoadedFolder, loadFolder } from './load-folder.ts';
import { makeFolder } from './make-folder.ts';

/** How a cluster is kept in a folder. */
export interface DataFolderOptions {
  readonly folder: string;
  /** Something that people should know: what was found damaged, and what could not be written. */
  readonly onNotice: (notice: string) => void;
  /** Bytes of a log that is replaced by a checkpoint; 16 MiB when absent. */
  readonly mostBytes?: number;
}

/** A folder that this process has, and in which a store is kept. */
export interface DataFolder {
  readonly folder: string;
  /** Nothing was there before. */
  readonly isNew: boolean;
  /** Says something about this process to the next one that wants the folder. */
  tell(note: string): void;
  /** Resolves when everything so far is on the disk. */
  settle(): Promise<void>;
  close(): Promise<void>;
  /** Lets it go as a killed process does. */
  abandon(): void;
}

const usualBytes = 16 * 1024 * 1024;
const settleMs = 200;

/** More changes than can have been on their way to the disk when the machine lost power. */
const unknownChanges = 1_000_000;

/**
 * Fills an empty store with what a folder holds, and keeps what comes there. Throws a DataFolderError where the folder is in use, holds
 * something else, is damaged, or was written by a newer release.
 */
export function openDataFolder(options: DataFolderOptions, store: MemoryStore): DataFolder {
  const { folder, onNotice } = options;
  makeFolder(folder);
  refuseForeign(folder);
  const lock = FolderLock.take(folder);
  try {
    const loaded = loadFolder(folder, store);
    clear(folder, loaded, onNotice);
    const journal = new DiskJournal({
      folder,
      number: loaded.number,
      size: loaded.tail === undefined ? undefined : loaded.size,
      store,
      mostBytes: options.mostBytes ?? usualBytes,
      settleMs,
      onProblem: onNotice,
    });
    store.recordTo(journal);
    if (!loaded.clean) skipUnknown(store, journal);
    return {
      folder,
      isNew: loaded.isNew,
      tell: (note) => lock.tell(note),
      settle: () => journal.settle(),
      async close() {
        await journal.close();
        lock.release();
      },
      abandon: () => lock.release(),
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

function refuseForeign(folder: string): void {
  const names = readdirSync(folder);
  if (names.length === 0 || names.some(isOwnFile)) return;
  throw new DataFolderError(
    'foreign',
    `${folder} holds something else (${names[0]}); name an empty folder, or one that is not there yet`,
  );
}

/** Nobody can know whether the machine lost power: revisions that may have been given out are not given out again. */
function skipUnknown(store: MemoryStore, journal: DiskJournal): void {
  const change = { type: 'advance', revision: store.revision + unknownChanges } as const;
  journal.append(change);
  store.restore(change);
}

/** Removes drafts and what a checkpoint has made superfluous, and puts what cannot be read out of the way. */
function clear(
  folder: string,
  { number, size, tail }: LoadedFolder,
  onNotice: (notice: string) => void,
): void {
  for (const name of readdirSync(folder))
    if (name.endsWith('.tmp') && isOwnFile(name)) rmSync(join(folder, name), { force: true });
  removeBefore(folder, fileNumbers(folder).checkpoints.at(-1) ?? 0);
  if (tail === undefined) return;
  const path = join(folder, logName(number));
  if (tail.isTorn) {
    onNotice(
      'a write was under way when the last process ended; nobody was told that it succeeded, and it is dropped',
    );
  } else {
    const kept = join(folder, `lost-${Date.now()}.jsonl`);
    const file = openSync(kept, 'wx', 0o600);
    writeSync(file, readFileSync(path).subarray(size));
    closeSync(file);
    onNotice(
      `${path} is damaged at byte ${size}: the cluster goes on as it was before that. What is behind it (${tail.readable} readable records) is kept in ${kept}`,
    );
  }
}

const draft = /\.\d+\.tmp$/;

/** Removes what a cluster keeps in a folder, and further names there with their drafts (`NAME.123.tmp`); nothing else. Throws a DataFolderError while a process has it. */
export function forgetDataFolder(folder: string, further: readonly string[] = []): void {
  makeFolder(folder);
  refuseForeign(folder);
  const lock = FolderLock.take(folder);
  try {
    for (const name of readdirSync(folder))
      if ((isOwnFile(name) && !name.startsWith('owner-')) || further.includes(name.replace(draft, '')))
        rmSync(join(folder, name), { recursive: true, force: true });
  } finally {
    lock.release();
  }
}
