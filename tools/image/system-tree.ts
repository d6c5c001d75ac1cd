import { type FileTree, type TreeEntry, textFile } from './file-tree.ts';
import { followPath } from './follow-path.ts';
import type { ImagePlatform } from './image-platforms.ts';
import { libraryClosure } from './library-closure.ts';

/** A package whose files the image may take. */
export interface SourcePackage {
  readonly name: string;
  readonly tree: FileTree;
}

/** What the application stands on, or what is missing for it. */
type SystemTree =
  | { readonly kind: 'tree'; readonly tree: FileTree }
  | { readonly kind: 'refused'; readonly findings: readonly string[] };

const certificates = 'usr/share/ca-certificates/mozilla/';
const licences = 'usr/share/common-licenses/';

/** Files that no package brings. */
const own: FileTree = new Map<string, TreeEntry>([
  ['etc/group', textFile('root:x:0:\narchipelago:x:65532:\n')],
  ['etc/nsswitch.conf', textFile('passwd: files\ngroup: files\nhosts: files dns\n')],
  [
    'etc/passwd',
    textFile('root:x:0:0:root:/:/sbin/nologin\narchipelago:x:65532:65532:archipelago:/:/sbin/nologin\n'),
  ],
  ['tmp', { kind: 'folder', mode: 0o1777 }],
]);

/**
 * Programs with the libraries that they load, the certificates of authorities, and for each package that something was taken from the
 * notices of its licence. A package that nothing is taken from is a finding: the table of packages should not have it.
 */
export function systemTree(platform: ImagePlatform, packages: readonly SourcePackage[]): SystemTree {
  const all: FileTree = new Map(packages.flatMap(({ tree }) => [...tree]));
  const folders = [`usr/lib/${platform.triplet}`, 'usr/lib', 'usr/lib64'];
  const program = libraryClosure(all, platform.programs, { machine: platform.machine, folders });
  const wanted = [...platform.data, 'etc/os-release'].map((path) => ({ path, ...followPath(all, path) }));
  const notices = packages.map(({ name }) => notice(all, name));
  const paths = new Set([
    ...program.paths,
    ...wanted.flatMap(({ links, file }) => (file === undefined ? links : [...links, file])),
    ...[...all.keys()].filter((path) => path.startsWith(licences)),
  ]);
  const read = new Set([...paths, ...notices.flatMap(({ source }) => source ?? [])]);
  const findings = [
    ...program.findings,
    ...wanted
      .filter(({ file }) => file === undefined)
      .map(({ path }) => `${path} is in none of the packages`),
    ...notices.filter(({ source }) => source === undefined).map(({ name }) => `${name} has no notices`),
    ...packages.filter((each) => !isUsed(each, read)).map(({ name }) => `nothing of ${name} is used`),
  ];
  if (findings.length > 0) return { kind: 'refused', findings };
  const tree = new Map([...own, ...entriesAt(all, paths), ...notices.flatMap(({ entries }) => entries)]);
  return { kind: 'tree', tree: tree.set('etc/ssl/certs/ca-certificates.crt', authorities(all)) };
}

function isUsed({ tree }: SourcePackage, read: ReadonlySet<string>): boolean {
  return [...tree].some(
    ([path, { kind }]) => kind === 'file' && (read.has(path) || path.startsWith(certificates)),
  );
}

function entriesAt(tree: FileTree, paths: Iterable<string>): readonly [string, TreeEntry][] {
  return [...paths].flatMap((path): [string, TreeEntry][] => {
    const entry = tree.get(path);
    return entry === undefined ? [] : [[path, entry]];
  });
}

/** Packages of one source share a text by a link; each gets its own here, so that none depends on another. */
function notice(tree: FileTree, name: string) {
  const path = `usr/share/doc/${name}/copyright`;
  const { file: source } = followPath(tree, path);
  const entry = source === undefined ? undefined : tree.get(source);
  const entries: [string, TreeEntry][] = entry === undefined ? [] : [[path, entry]];
  return { name, source, entries };
}

/** What Debian's `update-ca-certificates` would write: all of them in one file. */
function authorities(tree: FileTree): TreeEntry {
  const texts = [...tree]
    .filter(([path]) => path.startsWith(certificates))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, entry]) => (entry.kind === 'file' ? [Buffer.from(entry.content).toString('utf8')] : []));
  return textFile(texts.map((text) => `${text.trim()}\n`).join(''));
}
