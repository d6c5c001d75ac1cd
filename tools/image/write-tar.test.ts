import { expect, it } from 'vitest';
import { type FileTree, type TreeEntry, textFile } from './file-tree.ts';
import { readTar } from './read-tar.ts';
import { writeTar } from './write-tar.ts';

const long = `${'very-'.repeat(30)}long/${'name-'.repeat(30)}`;
const entries: [string, TreeEntry][] = [
  ['usr/bin/node', { kind: 'file', content: new Uint8Array([1, 2, 3]), isExecutable: true }],
  ['usr/bin/link', { kind: 'link', target: '../lib/node' }],
  [long, textFile('far away')],
  ['empty', textFile('')],
];
const tree: FileTree = new Map<string, TreeEntry>([...entries, ['tmp', { kind: 'folder', mode: 0o1777 }]]);

it('an archive gives back the files and links that went in', async () => {
  const back = await readTar(await writeTar(tree, 1_700_000_000), () => true);
  const plain = (each: Iterable<[string, TreeEntry]>) =>
    [...each]
      .map(([path, entry]) => [
        path,
        entry.kind === 'file' ? { ...entry, content: [...entry.content] } : entry,
      ])
      .sort();
  expect(plain(back)).toEqual(plain(entries));
});

it('an archive depends on nothing but the tree and the time', async () => {
  const [first, again, later] = await Promise.all([
    writeTar(tree, 1_700_000_000),
    writeTar(new Map([...tree].reverse()), 1_700_000_000),
    writeTar(tree, 1_700_000_001),
  ]);
  expect(Buffer.compare(again, first)).toBe(0);
  expect(Buffer.compare(later, first)).not.toBe(0);
});
