import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../../../process/io.ts';

/** Files as a ConfigMap holds them: texts as they are, everything else in base64. */
export interface ReportedFiles {
  readonly data: Readonly<Record<string, string>>;
  readonly binaryData: Readonly<Record<string, string>>;
}

const mostFiles = 64;
const largestFile = 256 * 1024;
/** What a ConfigMap may hold, less room for its metadata. */
const largestWhole = 1_000_000;

/**
 * Reads the regular files of a folder (what is linked or lies deeper is not looked at). A folder without files, with too many,
 * too large ones or names that are no keys of ConfigMaps is a `UsageError`.
 */
export async function readReportedFiles(folder: string): Promise<ReportedFiles> {
  const names = await regularFiles(folder);
  if (names.length === 0) throw wrong(folder, 'has no files', 'let what works leave its result there');
  if (names.length > mostFiles)
    throw wrong(folder, `has ${names.length} files`, `at most ${mostFiles} can be reported`);
  const data: [string, string][] = [];
  const binaryData: [string, string][] = [];
  let room = largestWhole;
  for (const name of names) {
    const bytes = await readOne(folder, name);
    const text = utf8(bytes);
    const content = text ?? bytes.toString('base64');
    room -= name.length + Buffer.byteLength(content);
    if (room < 0)
      throw wrong(folder, 'has more than a ConfigMap holds', `keep all files below ${largestWhole} bytes`);
    (text === undefined ? binaryData : data).push([name, content]);
  }
  return { data: Object.fromEntries(data), binaryData: Object.fromEntries(binaryData) };
}

async function regularFiles(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
      .sort();
  } catch (error) {
    throw wrong(folder, `cannot be read: ${reasonOf(error)}`, 'name a folder');
  }
}

async function readOne(folder: string, name: string): Promise<Buffer> {
  if (!/^[-._a-zA-Z0-9]{1,253}$/.test(name) || name.startsWith('..'))
    throw wrong(
      folder,
      `has a file ${JSON.stringify(name)}, no key of a ConfigMap`,
      'use letters, digits, -, _ and .',
    );
  const file = join(folder, name);
  try {
    const { size } = await stat(file);
    if (size > largestFile) throw wrong(file, `has ${size} bytes`, `at most ${largestFile} can be reported`);
    return await readFile(file);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw wrong(file, `cannot be read: ${reasonOf(error)}`, 'make it readable');
  }
}

/** The text; undefined where the bytes are none. */
function utf8(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function wrong(path: string, reason: string, fix: string): UsageError {
  return new UsageError(`--from ${path}: ${reason}; ${fix}`);
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
