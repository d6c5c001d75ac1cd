import { expect, it } from 'vitest';
import { type FileTree, type TreeEntry, textFile } from './file-tree.ts';
import type { ImagePlatform } from './image-platforms.ts';
import { madeElf } from './made-elf.test-support.ts';
import { type SourcePackage, systemTree } from './system-tree.ts';

const platform: ImagePlatform = {
  architecture: 'amd64',
  debian: 'amd64',
  machine: 62,
  triplet: 'here',
  packages: [],
  programs: ['usr/bin/node'],
  data: ['usr/share/nodejs/part.js'],
};
const elf = (needed: readonly string[], interpreter?: string): TreeEntry => ({
  kind: 'file',
  content: madeElf({ needed, ...(interpreter === undefined ? {} : { interpreter }) }),
  isExecutable: true,
});
const link = (target: string): TreeEntry => ({ kind: 'link', target });
const packageOf = (name: string, ...files: readonly [string, TreeEntry][]): SourcePackage => ({
  name,
  tree: new Map([[`usr/share/doc/${name}/copyright`, textFile(`licence of ${name}`)], ...files]),
});

const packages: readonly SourcePackage[] = [
  packageOf('nodejs', ['usr/bin/node', elf(['libc.so.6'], '/lib/ld.so')], ['usr/bin/npm', textFile('')]),
  packageOf('libc6', ['usr/lib/here/libc.so.6', elf([])], ['usr/lib/ld.so', elf([])]),
  packageOf('node-part', ['usr/share/nodejs/part.js', textFile('part')]),
  packageOf(
    'base-files',
    ['lib', link('usr/lib')],
    ['etc/os-release', link('../usr/lib/os-release')],
    ['usr/lib/os-release', textFile('ID=debian\n')],
    ['usr/share/common-licenses/GPL-3', textFile('GPL')],
    ['usr/share/common-licenses/GPL', link('GPL-3')],
    ['etc/motd', textFile('hello')],
  ),
  packageOf(
    'ca-certificates',
    ['usr/share/ca-certificates/mozilla/b.crt', textFile('second\n\n')],
    ['usr/share/ca-certificates/mozilla/a.crt', textFile('first')],
  ),
];

function treeOf(given: readonly SourcePackage[]): FileTree {
  const system = systemTree(platform, given);
  if (system.kind === 'refused') throw new Error(system.findings.join('; '));
  return system.tree;
}

const textAt = (tree: FileTree, path: string) => {
  const entry = tree.get(path);
  return entry?.kind === 'file' ? Buffer.from(entry.content).toString() : undefined;
};

it('the system has Node, what it loads and reads, authorities, notices, and nothing else', () => {
  const tree = treeOf(packages);
  expect([...tree.keys()].sort()).toEqual([
    ...[
      'etc/group',
      'etc/nsswitch.conf',
      'etc/os-release',
      'etc/passwd',
      'etc/ssl/certs/ca-certificates.crt',
    ],
    ...['lib', 'tmp', 'usr/bin/node', 'usr/lib/here/libc.so.6', 'usr/lib/ld.so', 'usr/lib/os-release'],
    ...['usr/share/common-licenses/GPL', 'usr/share/common-licenses/GPL-3'],
    ...['base-files', 'ca-certificates', 'libc6', 'node-part', 'nodejs'].map(
      (name) => `usr/share/doc/${name}/copyright`,
    ),
    'usr/share/nodejs/part.js',
  ]);
  expect(textAt(tree, 'etc/ssl/certs/ca-certificates.crt')).toBe('first\nsecond\n');
});

it('a package whose notices are those of another gets a text of its own', () => {
  const shared: SourcePackage = {
    name: 'libc6',
    tree: new Map([
      ...(packages[1]?.tree ?? []),
      ['usr/share/doc/libc6/copyright', link('../nodejs/copyright')],
    ]),
  };
  const tree = treeOf(packages.map((each) => (each.name === 'libc6' ? shared : each)));
  expect(textAt(tree, 'usr/share/doc/libc6/copyright')).toBe('licence of nodejs');
});

it.each<[string, readonly SourcePackage[], readonly string[]]>([
  [
    'a part of Node that is missing',
    packages.filter(({ name }) => name !== 'node-part'),
    ['usr/share/nodejs/part.js is in none of the packages'],
  ],
  [
    'a package that is not needed',
    [...packages, { name: 'idle', tree: new Map([['usr/bin/idle', textFile('')]]) }],
    ['idle has no notices', 'nothing of idle is used'],
  ],
  [
    'a library that is missing',
    packages.filter(({ name }) => name !== 'libc6'),
    ['/lib/ld.so is no program or library', 'usr/bin/node needs libc.so.6, which is in none of the packages'],
  ],
])('refused: %s', (_, given, findings) => {
  expect(systemTree(platform, given)).toEqual({ kind: 'refused', findings });
});
