import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { settleFolder } from './replace-file.ts';

const batchBytes = 1024 * 1024;

/** Writes lines to a file for its owner only, whole or not at all; others have their turn in between. */
export async function writeCheckpoint(path: string, lines: Iterable<Uint8Array>): Promise<void> {
  const draft = `${path}.${process.pid}.tmp`;
  await rm(draft, { force: true });
  const file = await open(draft, 'wx', 0o600);
  try {
    for (const batch of inBatches(lines)) await file.writeFile(batch);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
  settleFolder(dirname(path));
}

function* inBatches(lines: Iterable<Uint8Array>): Generator<Uint8Array, void, undefined> {
  let batch: Uint8Array[] = [];
  let size = 0;
  for (const line of lines) {
    batch.push(line);
    size += line.length;
    if (size < batchBytes) continue;
    yield Buffer.concat(batch);
    batch = [];
    size = 0;
  }
  if (batch.length > 0) yield Buffer.concat(batch);
}
