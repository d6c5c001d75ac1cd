import { mkdir, open, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type JsonObject, printJson } from '@archipelago/apimachinery';
import { snapshotFileOf } from '../../../snapshot/parse-snapshot-file.ts';
import { fileOf, type Snapshot } from '../../../snapshot/snapshot.ts';
import { fileProblem } from '../../process/file-problem.ts';
import { UsageError } from '../../process/io.ts';

/** Makes the folder, for its owner alone. One with something in it is refused: nothing is overwritten. */
export async function prepareFolder(folder: string): Promise<void> {
  const found = await mkdir(folder, { recursive: true, mode: 0o700 })
    .then(() => readdir(folder))
    .catch((error: unknown) => {
      throw new UsageError(`${folder}: ${fileProblem(error)}`);
    });
  if (found.length > 0)
    throw new UsageError(`${folder}: is not empty; name a folder that does not exist, or an empty one`);
}

/** Writes a file per kind, and `snapshot.json` last: a folder without it is no snapshot. */
export async function writeSnapshot(folder: string, snapshot: Snapshot): Promise<void> {
  for (const { resource, reading } of snapshot.parts)
    if (reading.state === 'read') await writeList(join(folder, fileOf(resource)), reading.objects);
  const text = `${printJson(snapshotFileOf(snapshot), 2)}\n`;
  await writeFile(join(folder, 'snapshot.json'), text, { mode: 0o600, flag: 'wx' });
}

/** A line per object: readable, and small differences between two snapshots stay small. */
async function writeList(file: string, objects: readonly JsonObject[]): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.write('{"apiVersion":"v1","kind":"List","items":[\n');
    for (const [index, object] of objects.entries())
      await handle.write(`${printJson(object)}${index + 1 < objects.length ? ',' : ''}\n`);
    await handle.write(']}\n');
  } finally {
    await handle.close();
  }
}
