import { join } from 'node:path';
import type { MemoryStore } from '../storage/memory-store.ts';
import type { FileRecord } from './change-text.ts';
import { DataFolderError } from './data-folder-error.ts';
import { checkpointName, dataFormat, fileNumbers, logName } from './file-names.ts';
import { readRecords } from './read-records.ts';

/** What a folder was found to hold. */
export interface LoadedFolder {
  /** Nothing was ever written there. */
  readonly isNew: boolean;
  /** Of the log that is written on. */
  readonly number: number;
  /** Bytes of that log before the tail. */
  readonly size: number;
  /** The cluster was ended, and not killed. */
  readonly clean: boolean;
  /** What is behind the good part of the log; undefined: nothing. */
  readonly tail: LostTail | undefined;
}

/** The end of a log that is not what was written. */
interface LostTail {
  /** A write that was under way when the process ended: one line without its end. */
  readonly isTorn: boolean;
  /** Lines that would be readable behind the damage. */
  readonly readable: number;
}

/** Fills an empty store with what a folder holds. Throws a DataFolderError where that cannot be read. */
export function loadFolder(folder: string, store: MemoryStore): LoadedFolder {
  const { logs, checkpoints } = fileNumbers(folder);
  const first = checkpoints.at(-1) ?? 0;
  if (checkpoints.length > 0) loadCheckpoint(join(folder, checkpointName(first)), store);
  const following = followingLogs(folder, logs, first);
  const number = following.at(-1) ?? first;
  for (const earlier of following.slice(0, -1)) {
    const { tail } = loadLog(join(folder, logName(earlier)), store);
    if (tail !== undefined) throw damaged(join(folder, logName(earlier)), 'its end cannot be read');
  }
  const isNew = checkpoints.length === 0 && following.length === 0;
  if (following.length === 0) return { isNew, number, size: 0, clean: true, tail: undefined };
  return { isNew, number, ...loadLog(join(folder, logName(number)), store) };
}

/** The logs from the first one on; none of them may be missing. */
function followingLogs(folder: string, logs: readonly number[], first: number): readonly number[] {
  const following = logs.filter((number) => number >= first);
  const missing = following.findIndex((number, index) => number !== first + index);
  if (missing >= 0 || (logs.length > 0 && following.length === 0))
    throw damaged(join(folder, logName(first + Math.max(missing, 0))), 'it is not there');
  return following;
}

/** Reads a whole checkpoint or snapshot into an empty store. Throws a DataFolderError where it is not whole. */
export function loadCheckpoint(path: string, store: MemoryStore): void {
  let count = 0;
  let ended = false;
  for (const { record, offset } of readRecords(path)) {
    if (record === undefined || ended) throw damaged(path, `byte ${offset} is not what was written`);
    if (count === 0)
      readHeader(path, record, 'checkpoint', (from) => store.restore({ type: 'advance', revision: from }));
    else if (record.type === 'end') ended = record.count === count;
    else if (!isContent(record) || !store.restore(record))
      throw damaged(path, `byte ${offset} makes no sense`);
    count += 1;
  }
  if (!ended) throw damaged(path, 'its end is missing');
}

function isContent(record: FileRecord): record is Extract<FileRecord, { type: 'place' | 'register' }> {
  return record.type === 'place' || record.type === 'register';
}

function readHeader(
  path: string,
  record: FileRecord,
  file: 'checkpoint' | 'log',
  goOn: (revision: number) => boolean,
): void {
  if (record.type !== 'header' || record.file !== file) throw damaged(path, `it does not begin as a ${file}`);
  if (record.format > dataFormat) {
    throw new DataFolderError(
      'newer',
      `${path}: a newer release wrote it (format ${record.format}; this one reads up to ${dataFormat}): use that release, or begin anew in another folder`,
    );
  }
  if (!goOn(record.revision))
    throw damaged(path, `revision ${record.revision} does not follow on what is before it`);
}

type LoadedLog = Pick<LoadedFolder, 'size' | 'clean' | 'tail'>;

function loadLog(path: string, store: MemoryStore): LoadedLog {
  let clean = false;
  let isFirst = true;
  let size = 0;
  const records = readRecords(path);
  for (const { record, offset, complete } of records) {
    size = offset;
    if (record === undefined) return { size, clean: false, tail: lostTail(complete, records) };
    if (isFirst) readHeader(path, record, 'log', (revision) => revision === store.revision);
    else if (!applies(record, store)) return { size, clean: false, tail: lostTail(true, records) };
    isFirst = false;
    clean = record.type === 'closed';
  }
  return { size: fileEnd, clean, tail: undefined };
}

/** The whole file. */
const fileEnd = -1;

function applies(record: FileRecord, store: MemoryStore): boolean {
  switch (record.type) {
    case 'closed':
      return true;
    case 'header':
    case 'end':
      return false;
    default:
      return store.restore(record);
  }
}

function lostTail(complete: boolean, rest: Iterable<{ readonly record: FileRecord | undefined }>): LostTail {
  const readable = [...rest].filter(({ record }) => record !== undefined).length;
  return { isTorn: !complete, readable };
}

function damaged(path: string, why: string): DataFolderError {
  return new DataFolderError(
    'damaged',
    `${path} is damaged: ${why}; restore a snapshot into another folder, or begin anew there`,
  );
}
