import { posix } from 'node:path';
import { type Header, pack } from 'tar-stream';
import type { FileTree, TreeEntry } from './file-tree.ts';
import { gatherBytes } from './gather-bytes.ts';

/** The archive of a tree: sorted, everything root's, one time for all, so that equal trees give equal bytes. */
export async function writeTar(tree: FileTree, seconds: number): Promise<Uint8Array> {
  const archive = pack();
  for (const [name, entry] of [...withFolders(tree)].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const owner = { uid: 0, gid: 0, uname: 'root', gname: 'root', mtime: new Date(seconds * 1_000) };
    archive.entry({ name, ...owner, ...kindOf(entry) }, contentOf(entry));
  }
  archive.finalize();
  return gatherBytes(archive);
}

function withFolders(tree: FileTree): FileTree {
  const all = new Map(tree);
  for (const path of tree.keys())
    for (let above = posix.dirname(path); above !== '.'; above = posix.dirname(above))
      if (!all.has(above)) all.set(above, { kind: 'folder', mode: 0o755 });
  return all;
}

function kindOf(entry: TreeEntry): Partial<Header> & Pick<Header, 'type' | 'mode'> {
  switch (entry.kind) {
    case 'file':
      return { type: 'file', mode: entry.isExecutable ? 0o755 : 0o644 };
    case 'link':
      return { type: 'symlink', mode: 0o777, linkname: entry.target };
    case 'folder':
      return { type: 'directory', mode: entry.mode };
  }
}

function contentOf(entry: TreeEntry): Buffer {
  return entry.kind === 'file' ? Buffer.from(entry.content) : Buffer.alloc(0);
}
