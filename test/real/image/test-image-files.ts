import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FileTree, TreeEntry } from '../../../tools/image/file-tree.ts';
import type { ImageKind } from '../../../tools/image/image-kind.ts';
import { libraryClosure } from '../../../tools/image/library-closure.ts';
import { readElf } from '../../../tools/image/read-elf.ts';
import type { ImageRoot } from './image-root.ts';

interface GivenImages {
  /** Unpacked. */
  rootOf(architecture: string): ImageRoot;
  /** The list of materials that was written beside the image. */
  billOf(architecture: string): string;
  /** What is in it besides the packages of Debian. */
  readonly more: readonly string[];
}

/** What can be told of the files of an image without running them, for each architecture. */
export function testImageFiles(kind: ImageKind, { rootOf, billOf, more }: GivenImages): void {
  describe.each(kind.platforms)('the files for $architecture', (platform) => {
    const { architecture, machine, triplet, packages, programs } = platform;

    it('are programs of that machine only, and all that they load is there', () => {
      const tree = treeIn(rootOf(architecture).path);
      const found = [...tree].flatMap(([path, entry]) =>
        entry.kind === 'file' && readElf(entry.content) !== undefined ? [path] : [],
      );
      const folders = [`usr/lib/${triplet}`, 'usr/lib', 'usr/lib64'];
      expect(found).toEqual(expect.arrayContaining([...programs]));
      expect(libraryClosure(tree, found, { machine, folders }).findings).toEqual([]);
    });

    it('have the notices and the list of materials', () => {
      const tree = treeIn(rootOf(architecture).path);
      for (const name of packages) expect(tree.has(`usr/share/doc/${name}/copyright`), name).toBe(true);
      const bill = tree.get(`usr/share/doc/${kind.name}/sbom.cdx.json`);
      const beside = billOf(architecture);
      expect(bill?.kind === 'file' && Buffer.from(bill.content).toString()).toBe(beside);
      const { components } = JSON.parse(beside);
      const names = components.map(({ name }: { name: string }) => name);
      expect(names).toEqual(expect.arrayContaining([...packages, ...more]));
    });
  });
}

/** What buildah has unpacked, without what tests put there to run it. */
function treeIn(root: string): FileTree {
  const tree = new Map<string, TreeEntry>();
  for (const entry of readdirSync(root, { withFileTypes: true, recursive: true })) {
    const full = join(entry.parentPath, entry.name);
    const path = relative(root, full);
    if (entry.isSymbolicLink()) tree.set(path, { kind: 'link', target: readlinkSync(full) });
    else if (entry.isFile() && !/^(?:qemu-|setpriv$)/.test(path))
      tree.set(path, { kind: 'file', content: readFileSync(full), isExecutable: true });
  }
  return tree;
}
