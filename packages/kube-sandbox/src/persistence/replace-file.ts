import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** Puts a text in the place of a file, whole or not at all, for its owner only; with `settles` it is on the disk then. */
export function replaceFile(path: string, text: string, settles: boolean): void {
  const draft = `${path}.${process.pid}.tmp`;
  rmSync(draft, { force: true });
  const file = openSync(draft, 'wx', 0o600);
  try {
    writeSync(file, text);
    if (settles) fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(draft, path);
  if (settles) settleFolder(dirname(path));
}

/** Has the names of a folder's files on the disk. */
export function settleFolder(folder: string): void {
  // Windows opens no folders, and needs none of this
  if (process.platform === 'win32') return;
  const file = openSync(folder, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
