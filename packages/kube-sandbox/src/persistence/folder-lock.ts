import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isJsonObject, parseJson, textAt } from '@archipelago/apimachinery';
import { DataFolderError } from './data-folder-error.ts';
import { ownerName } from './file-names.ts';
import { replaceFile } from './replace-file.ts';
import { markOf, placeOfIds } from './running-process.ts';

const ownerFile = /^owner-([0-9a-f]{8})-(\d+)\.json$/;

interface Owner {
  readonly name: string;
  readonly pid: number;
  /** Whether it can be seen from here if it lives. */
  readonly isHere: boolean;
  readonly host: string;
  /** What it says of itself. */
  readonly note: string;
}

/**
 * A folder for one process at a time. Each that wants it writes a file with its id, then looks for those of others: of two at the same
 * moment at least one sees the other. A file whose process has ended counts for nothing, however it ended; one from another machine or
 * container counts until somebody removes it, since nobody here can tell.
 */
export class FolderLock {
  readonly #folder: string;
  readonly #name = ownerName(process.pid);
  readonly #mark = markOf(process.pid) ?? '';

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** Throws a DataFolderError that names the process which has the folder. */
  static take(folder: string): FolderLock {
    const lock = new FolderLock(folder);
    const [own] = ownersOf(folder).filter(({ name }) => name === lock.#name);
    if (own !== undefined) throw inUse(folder, own);
    lock.tell('');
    const [other] = ownersOf(folder).filter(({ name }) => name !== lock.#name);
    if (other === undefined) return lock;
    lock.release();
    throw inUse(folder, other);
  }

  /** Says something about this process to whoever comes to the folder: where it can be reached. */
  tell(note: string): void {
    const owner = { pid: process.pid, mark: this.#mark, host: hostname(), note };
    replaceFile(join(this.#folder, this.#name), JSON.stringify(owner), false);
  }

  release(): void {
    rmSync(join(this.#folder, this.#name), { force: true });
  }
}

/** Those who live, or may live; the files of the others go. */
function ownersOf(folder: string): readonly Owner[] {
  const here = placeOfIds();
  return readdirSync(folder).flatMap((name) => {
    const [, place, pid] = ownerFile.exec(name) ?? [];
    if (pid === undefined) return [];
    const said = read(join(folder, name));
    const isHere = place === here;
    if (isHere && !isAlive(Number(pid), said)) {
      rmSync(join(folder, name), { force: true });
      return [];
    }
    const [host, note] = isJsonObject(said) ? [textAt(said, 'host'), textAt(said, 'note')] : ['', ''];
    return [{ name, pid: Number(pid), isHere, host, note }];
  });
}

function isAlive(pid: number, said: unknown): boolean {
  const mark = markOf(pid);
  return isJsonObject(said) && mark !== undefined && textAt(said, 'mark') === mark;
}

function read(path: string): unknown {
  try {
    return parseJson(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

function inUse(folder: string, { pid, isHere, host, name, note }: Owner): DataFolderError {
  const where = note === '' ? '' : `, ${note}`;
  const whose = isHere ? '' : ` of ${host === '' ? 'another machine or container' : host}`;
  const who = isHere && pid === process.pid ? 'this process' : `process ${pid}${whose}`;
  const hint = isHere ? '' : `. Nobody can see from here whether it lives: if it has ended, remove ${name}`;
  return new DataFolderError(
    'in-use',
    `${folder} is in use by ${who}${where}; use that one, end it first, or take another folder${hint}`,
  );
}
