import { snapshotFileOf } from '../../../snapshot/parse-snapshot-file.ts';
import { fileOf, type Snapshot } from '../../../snapshot/snapshot.ts';
import { printBytes } from '../../text/print-bytes.ts';
import { printData } from '../../text/print-data.ts';
import type { GatherFolder } from './gather-folder.ts';

/** README.md and `snapshot.json` tell what the rest is. */
const kept: ReadonlySet<string> = new Set(['README.md', 'snapshot/snapshot.json']);

/** What is left of a log that is too long. */
const logRest = 256 * 1024;

/**
 * Makes the folder no larger than so many bytes: the largest file goes first, of a log all but its end. Returns what was cut, in sentences.
 */
export async function fitFolder(
  folder: GatherFolder,
  snapshot: Snapshot | undefined,
  mostBytes: number,
): Promise<readonly string[]> {
  const sizes = new Map([...(await folder.sizes())].sort(([, a], [, b]) => b - a));
  let [total, told]: [number, readonly string[]] = [sum(sizes.values()), []];
  const removed = new Set<string>();
  for (const [path, size] of sizes) {
    if (total <= mostBytes) break;
    if (kept.has(path)) continue;
    const left = await cut(folder, path, size);
    total -= size - left;
    if (left === 0) removed.add(path);
    const what = left === 0 ? 'was left out' : `has only its last ${printBytes(left)}`;
    told = [
      ...told,
      `${path} ${what}: it had ${printBytes(size)}, and the folder may have no more than ${printBytes(mostBytes)}`,
    ];
  }
  if (snapshot !== undefined && removed.size > 0) await rewriteIndex(folder, snapshot, removed);
  return told;
}

async function cut(folder: GatherFolder, path: string, size: number): Promise<number> {
  if (!path.startsWith('logs/') || size <= logRest) {
    await folder.remove(path);
    return 0;
  }
  const text = await folder.read(path);
  const rest = text.slice(-logRest / 2);
  const whole = rest.slice(rest.indexOf('\n') + 1);
  await folder.write({ path, text: whole });
  return Buffer.byteLength(whole);
}

/** A kind whose file is gone was not read: nobody may take it for absent. */
async function rewriteIndex(
  folder: GatherFolder,
  snapshot: Snapshot,
  removed: ReadonlySet<string>,
): Promise<void> {
  const parts = snapshot.parts.map((part): Snapshot['parts'][number] =>
    removed.has(`snapshot/${fileOf(part.resource)}`)
      ? { ...part, reading: { state: 'failed', code: 413 } }
      : part,
  );
  const text = printData(snapshotFileOf({ ...snapshot, parts }), 'json');
  await folder.write({ path: 'snapshot/snapshot.json', text });
}

function sum(numbers: Iterable<number>): number {
  return [...numbers].reduce((total, each) => total + each, 0);
}
