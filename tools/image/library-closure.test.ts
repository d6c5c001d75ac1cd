import { describe, expect, it, test } from 'vitest';
import { type FileTree, type TreeEntry, textFile } from './file-tree.ts';
import { followPath } from './follow-path.ts';
import { libraryClosure } from './library-closure.ts';
import { madeElf } from './made-elf.test-support.ts';

const link = (target: string): TreeEntry => ({ kind: 'link', target });
const elf = (...needed: readonly string[]): TreeEntry => ({
  kind: 'file',
  content: madeElf({ needed }),
  isExecutable: true,
});
const program: TreeEntry = {
  kind: 'file',
  content: madeElf({ needed: ['libnode.so.1'], interpreter: '/lib64/ld.so.2' }),
  isExecutable: true,
};

const tree: FileTree = new Map([
  ['lib64', link('usr/lib64')],
  ['usr/lib64/ld.so.2', link('../lib/here/ld.so.2')],
  ['usr/lib/here/ld.so.2', elf()],
  ['usr/bin/node', program],
  ['usr/lib/here/libnode.so.1', link('libnode.so.1.2')],
  ['usr/lib/here/libnode.so.1.2', elf('libc.so.6', 'libm.so.6')],
  ['usr/lib/here/libc.so.6', elf('ld.so.2')],
  ['usr/lib/libm.so.6', elf('libc.so.6')],
  ['usr/lib/here/libother.so', elf()],
  ['absolute', link('/usr/lib/libm.so.6')],
  ['out', link('../../../etc/passwd')],
  ['round', link('round')],
]);
const search = { machine: 62, folders: ['usr/lib/here', 'usr/lib'] };

describe('a path through links', () => {
  test.each<[string, readonly string[], string | undefined]>([
    ['usr/bin/node', [], 'usr/bin/node'],
    ['/lib64/ld.so.2', ['lib64', 'usr/lib64/ld.so.2'], 'usr/lib/here/ld.so.2'],
    ['absolute', ['absolute'], 'usr/lib/libm.so.6'],
    ['usr/lib', [], undefined],
    ['usr/lib/nothing', [], undefined],
  ])('%s', (path, links, file) => {
    expect(followPath(tree, path)).toEqual({ links, file });
  });

  test('ends where it goes round, and stays in the tree', () => {
    expect(followPath(tree, 'round').file).toBeUndefined();
    expect(followPath(tree, 'out')).toEqual({ links: ['out'], file: undefined });
  });
});

describe('what is loaded with a program', () => {
  it('is itself, its loader, its libraries and theirs, with the links to them, and nothing else', () => {
    expect(libraryClosure(tree, ['usr/bin/node'], search)).toEqual({
      findings: [],
      paths: [...tree.keys()]
        .filter((path) => !['usr/lib/here/libother.so', 'absolute', 'out', 'round'].includes(path))
        .sort(),
    });
  });

  it.each<[string, string, TreeEntry | undefined, readonly string[]]>([
    [
      'a library that no package has',
      'usr/lib/libm.so.6',
      undefined,
      ['usr/lib/here/libnode.so.1 needs libm.so.6, which is in none of the packages'],
    ],
    [
      'a library of another machine',
      'usr/lib/libm.so.6',
      { kind: 'file', content: madeElf({ machine: 183 }), isExecutable: false },
      ['usr/lib/libm.so.6 is for machine 183 instead of 62'],
    ],
    [
      'a text in the place of a library',
      'usr/lib/libm.so.6',
      textFile('GROUP ( libm.so )'),
      ['usr/lib/libm.so.6 is no program or library'],
    ],
    ['no program', 'usr/bin/node', undefined, ['usr/bin/node is no program or library']],
  ])('tells of %s', (_, path, entry, findings) => {
    const changed = new Map(tree);
    if (entry === undefined) changed.delete(path);
    else changed.set(path, entry);
    expect(libraryClosure(changed, ['usr/bin/node'], search).findings).toEqual(findings);
  });
});
