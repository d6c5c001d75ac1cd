import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject, parseJson, textAt } from '@archipelago/apimachinery';
import { DataFolderError } from './data-folder-error.ts';
import { replaceFile } from './replace-file.ts';
import { markOf } from './running-process.ts';

const ownerFile = /^owner-(\d+)\.json$/;

interface Owner {
  readonly pid: number;
  /** What it says of itself. */
  readonly note: string;
}

/**
 * A folder for one process at a time. Each that wants it writes a file with its id, then looks for those of others: of two at the same
 * moment at least one sees the other. A file whose process has ended counts for nothing, however it ended.
 */
export class FolderLock {
  readonly #folder: string;
  readonly #path: string;
  readonly #mark: string;

  private constructor(folder: string) {
    this.#folder = folder;
    this.#path = join(folder, `owner-${process.pid}.json`);
    this.#mark = markOf(process.pid) ?? '';
  }

  /** Throws a DataFolderError that names the process which has the folder. */
  static take(folder: string): FolderLock {
    const lock = new FolderLock(folder);
    const own = ownerOf(folder, process.pid);
    if (own !== undefined) throw inUse(folder, own);
    lock.tell('');
    const [other] = lock.#others();
    if (other === undefined) return lock;
    lock.release();
    throw inUse(folder, other);
  }

  /** Those who live; the files of the others go. */
  #others(): readonly Owner[] {
    return pidsIn(this.#folder)
      .filter((pid) => pid !== process.pid)
      .flatMap((pid) => {
        const owner = ownerOf(this.#folder, pid);
        if (owner !== undefined) return [owner];
        rmSync(join(this.#folder, `owner-${pid}.json`), { force: true });
        return [];
      });
  }

  /** Says something about this process to whoever comes to the folder: where it can be reached. */
  tell(note: string): void {
    replaceFile(this.#path, JSON.stringify({ pid: process.pid, mark: this.#mark, note }), false);
  }

  release(): void {
    rmSync(this.#path, { force: true });
  }
}

function pidsIn(folder: string): readonly number[] {
  return readdirSync(folder)
    .flatMap((name) => ownerFile.exec(name)?.[1] ?? [])
    .map(Number);
}

/** The process of a file, if it lives. */
function ownerOf(folder: string, pid: number): Owner | undefined {
  const said = read(join(folder, `owner-${pid}.json`));
  const mark = markOf(pid);
  if (!isJsonObject(said) || mark === undefined || textAt(said, 'mark') !== mark) return undefined;
  return { pid, note: textAt(said, 'note') };
}

function read(path: string): unknown {
  try {
    return parseJson(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

function inUse(folder: string, { pid, note }: Owner): DataFolderError {
  const who = pid === process.pid ? 'this process' : `process ${pid}`;
  const where = note === '' ? '' : `, ${note}`;
  return new DataFolderError(
    'in-use',
    `${folder} is in use by ${who}${where}; use that one, end it first, or take another folder`,
  );
}
