import { posix } from 'node:path';
import type { FileTree } from './file-tree.ts';
import { followPath } from './follow-path.ts';
import { type ElfFile, readElf } from './read-elf.ts';

/** Everything that a program needs to be loaded. */
interface LibraryClosure {
  /** Paths of programs, libraries and the links that lead to them, sorted. */
  readonly paths: readonly string[];
  /** What is in the way of loading it, in words. */
  readonly findings: readonly string[];
}

interface Search {
  /** ELF's number of the machine. */
  readonly machine: number;
  /** Where the loader looks, in this order. */
  readonly folders: readonly string[];
}

/** Which files of a tree are loaded with the given ones, as the loader of Linux would find them. */
export function libraryClosure(tree: FileTree, roots: readonly string[], search: Search): LibraryClosure {
  const paths = new Set<string>();
  const findings: string[] = [];
  const queue = [...roots];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    const { links, file } = followPath(tree, path);
    for (const link of links) paths.add(link);
    if (file !== undefined && paths.has(file)) continue;
    if (file !== undefined) paths.add(file);
    const elf = elfAt(tree, file);
    if (elf === undefined) findings.push(`${path} is no program or library`);
    else if (elf.machine !== search.machine)
      findings.push(`${path} is for machine ${elf.machine} instead of ${search.machine}`);
    else queue.push(...wantedBy(tree, elf, search).filter((found) => isThere(found, path, findings)));
  }
  return { paths: [...paths].sort(), findings: findings.sort() };
}

function elfAt(tree: FileTree, path: string | undefined): ElfFile | undefined {
  const entry = path === undefined ? undefined : tree.get(path);
  return entry?.kind === 'file' ? readElf(entry.content) : undefined;
}

/** Paths of what a file asks for; a name where nothing is found. */
function wantedBy(tree: FileTree, elf: ElfFile, { folders }: Search): readonly string[] {
  const libraries = elf.needed.map((library) => {
    const places = folders.map((folder) => posix.join(folder, library));
    return places.find((place) => followPath(tree, place).file !== undefined) ?? library;
  });
  return elf.interpreter === undefined ? libraries : [elf.interpreter, ...libraries];
}

function isThere(found: string, by: string, findings: string[]): boolean {
  if (found.includes('/')) return true;
  findings.push(`${by} needs ${found}, which is in none of the packages`);
  return false;
}
