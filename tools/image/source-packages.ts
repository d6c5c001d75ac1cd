import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { MaterialPackage } from './bill-of-materials.ts';
import type { FileTree, TreeEntry } from './file-tree.ts';
import { type ImagePlatform, nodeProgram } from './image-platforms.ts';
import type { PinnedNode, PinnedPackage, PinnedSources } from './pinned-sources.ts';
import { debianPurl, npmPurl } from './purls.ts';
import { readTar } from './read-tar.ts';
import { runTool } from './run-tool.ts';
import { debianFile, nodeFile } from './source-files.ts';
import { stripElf } from './strip-elf.ts';
import type { SourcePackage } from './system-tree.ts';

/** A package, opened, with what the list of materials says of it. */
interface OpenedPackage extends SourcePackage {
  readonly material: MaterialPackage;
}

/** Opens all packages of one architecture. */
export async function sourcePackages(
  { architecture, debian, packages, programs }: ImagePlatform,
  pins: PinnedSources,
): Promise<readonly OpenedPackage[]> {
  const opened: OpenedPackage[] = [];
  const node = programs.includes(nodeProgram) ? pins.node[architecture] : undefined;
  if (node !== undefined) opened.push(await openNode(node));
  for (const name of packages) {
    const pinned = pins.debian[debian]?.[name];
    if (pinned === undefined)
      throw new Error(`tools/image/pins.json has no ${name} for ${debian}; run: npm run image -- --pin`);
    opened.push(await openDebian(name, pinned));
  }
  return opened;
}

async function openDebian(name: string, pinned: PinnedPackage): Promise<OpenedPackage> {
  const archive = runTool('dpkg-deb', ['--fsys-tarfile', debianFile(pinned)]);
  const { version, architecture, sha256 } = pinned;
  const purl = debianPurl(name, version, architecture);
  return {
    name,
    tree: await readTar(archive, () => true),
    material: { name, version, purl, hash: { alg: 'SHA-256', content: sha256 } },
  };
}

/** Where the image has what it takes of npm's package of Node. */
const placesOfNode: Readonly<Record<string, string>> = {
  'package/bin/node': nodeProgram,
  'package/LICENSE': 'usr/share/doc/node/copyright',
};

async function openNode({ name, version, integrity }: PinnedNode): Promise<OpenedPackage> {
  const archive = gunzipSync(readFileSync(nodeFile(integrity)));
  const found = await readTar(archive, (path) => path in placesOfNode);
  const tree: FileTree = new Map(
    [...found].map(([path, entry]): [string, TreeEntry] => [placesOfNode[path] ?? path, stripped(entry)]),
  );
  const content = Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex');
  const purl = npmPurl(name, version);
  return { name: 'node', tree, material: { name, version, purl, hash: { alg: 'SHA-512', content } } };
}

function stripped(entry: TreeEntry): TreeEntry {
  return entry.kind === 'file' ? { ...entry, content: stripElf(entry.content) } : entry;
}
