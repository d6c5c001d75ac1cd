import { posix } from 'node:path';
import { Readable } from 'node:stream';
import { extract } from 'tar-stream';
import type { FileTree, TreeEntry } from './file-tree.ts';
import { gatherBytes } from './gather-bytes.ts';

/** The files and links of an archive, those that are wanted. Devices and the like are left out, and no path leads out of the tree. */
export async function readTar(archive: Uint8Array, isWanted: (path: string) => boolean): Promise<FileTree> {
  const tree = new Map<string, TreeEntry>();
  for await (const entry of Readable.from(inPieces(archive)).pipe(extract())) {
    const { name, type, linkname, mode = 0o644 } = entry.header;
    const path = posix.join('/', name).slice(1);
    const content = await gatherBytes(entry);
    if (!isWanted(path)) continue;
    if (type === 'symlink') tree.set(path, { kind: 'link', target: linkname ?? '' });
    else if (type === 'file') tree.set(path, fileOf(content, mode));
    else if (type === 'link') copyOf(tree, path, posix.join('/', linkname ?? '').slice(1));
  }
  return tree;
}

function fileOf(content: Uint8Array, mode: number): TreeEntry {
  return { kind: 'file', content, isExecutable: (mode & 0o100) !== 0 };
}

/** A hard link: the same file under another name, which stands before it in the archive. */
function copyOf(tree: Map<string, TreeEntry>, path: string, original: string): void {
  const entry = tree.get(original);
  if (entry !== undefined) tree.set(path, entry);
}

const pieceBytes = 1024 * 1024;

function* inPieces(bytes: Uint8Array): Generator<Uint8Array> {
  for (let place = 0; place < bytes.length; place += pieceBytes)
    yield bytes.subarray(place, place + pieceBytes);
}
