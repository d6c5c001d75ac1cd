import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  objectsAt,
  parseJson,
} from '@archipelago/apimachinery';
import { parseSnapshotFile, type SnapshotFile } from '../../snapshot/parse-snapshot-file.ts';
import { fileOf, type Snapshot, type SnapshotPart } from '../../snapshot/snapshot.ts';
import { codeOf, fileProblem } from '../process/file-problem.ts';
import { UsageError } from '../process/io.ts';

/** Reads the folder that `archipelago snapshot` wrote. Throws a UsageError where it is none. */
export async function readSnapshot(folder: string): Promise<Snapshot> {
  const parsed = parseSnapshotFile(await readJson(folder, 'snapshot.json'));
  if (!parsed.ok) throw new UsageError(`${join(folder, 'snapshot.json')}: ${parsed.problem}`);
  const { kinds, ...rest } = parsed.file;
  return { ...rest, parts: await Promise.all(kinds.map((one) => readPart(folder, one))) };
}

async function readPart(
  folder: string,
  { resource, reading }: SnapshotFile['kinds'][number],
): Promise<SnapshotPart> {
  if (reading.state !== 'read') return { resource, reading };
  const file = fileOf(resource);
  const list = await readJson(folder, file);
  if (!isJsonObject(list) || !Array.isArray(list.items))
    throw new UsageError(`${join(folder, file)}: must be a List, as archipelago snapshot writes it`);
  const objects: readonly JsonObject[] = objectsAt(list, 'items');
  return { resource, reading: { state: 'read', objects } };
}

async function readJson(folder: string, file: string): Promise<JsonValue> {
  const path = join(folder, file);
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    const fix = codeOf(error) === 'ENOTDIR' ? `give the file ${folder} with --cluster, or ` : '';
    throw new UsageError(
      `cannot read ${path}: ${fileProblem(error)}; ${fix}make a snapshot with archipelago snapshot DIR`,
    );
  });
  try {
    return parseJson(text);
  } catch (error) {
    throw new UsageError(`${path}: is no JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}
