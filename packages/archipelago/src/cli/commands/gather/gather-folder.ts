import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { prepareFolder } from '../snapshot/write-snapshot.ts';
import type { GatheredFile } from './gather-part.ts';

/** A name from a cluster that may become one of a file: no separators, no dots in front. */
const safeName = /^[A-Za-z0-9][\w.-]{0,252}$/;

/** Whether a name from a cluster may become the name of a file. */
export function isSafeName(name: string): boolean {
  return safeName.test(name);
}

/** A folder that is being filled, for its owner alone. */
export class GatherFolder {
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  /** Makes it. Throws a UsageError where there is something in it. */
  static async make(path: string): Promise<GatherFolder> {
    await prepareFolder(path);
    return new GatherFolder(path);
  }

  async write({ path, text }: GatheredFile): Promise<void> {
    if (!path.split('/').every(isSafeName)) throw new Error(`${path}: cannot be the name of a file`);
    const file = join(this.path, path);
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(file, text, { mode: 0o600 });
  }

  async read(path: string): Promise<string> {
    return readFile(join(this.path, path), 'utf8');
  }

  async remove(path: string): Promise<void> {
    await rm(join(this.path, path), { force: true });
  }

  /** Bytes of each file. */
  async sizes(): Promise<ReadonlyMap<string, number>> {
    return new Map(await this.#sizesIn(''));
  }

  async #sizesIn(below: string): Promise<readonly (readonly [string, number])[]> {
    const entries = await readdir(join(this.path, below), { withFileTypes: true });
    const found = entries.map(async (entry): Promise<readonly (readonly [string, number])[]> => {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) return this.#sizesIn(path);
      return [[path, (await stat(join(this.path, path))).size]];
    });
    return (await Promise.all(found)).flat();
  }
}
