import { gzipSync } from 'fflate';
import type { FileTree, TreeEntry } from '../image/file-tree.ts';
import { writeTar } from '../image/write-tar.ts';

/** What runs, its licences and its manual pages; code caches are of the Node that built. */
const isNeeded = (name: string) =>
  /^LICENSE$|^bin\/|^man\/|^dist\/console\/|\.c?js$|\/THIRD_PARTY_LICENSES$/.test(name);

/** The archive of a release: the same files give the same bytes. `seconds`: when it was made, since 1970. */
export async function krewArchive(
  files: ReadonlyMap<string, Uint8Array>,
  seconds: number,
): Promise<Uint8Array> {
  const needed = [...files].filter(([name]) => isNeeded(name));
  const tree: FileTree = new Map(
    needed.map(([name, content]): [string, TreeEntry] => [
      name,
      { kind: 'file', content, isExecutable: name === 'bin/archipelago' },
    ]),
  );
  return gzipSync(await writeTar(tree, seconds), { level: 9, mtime: 0 });
}
