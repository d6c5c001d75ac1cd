import { posix } from 'node:path';
import type { FileTree } from './file-tree.ts';

/** Where a path leads in a tree. */
interface FollowedPath {
  /** The links on the way, which a copy of the file needs, too. */
  readonly links: readonly string[];
  /** Where the file itself is; nothing where the way ends before one. */
  readonly file: string | undefined;
}

/** As many as Linux follows. */
const mostLinks = 40;

/** Follows a path through the links of a tree, of folders, too, and never out of the tree. */
export function followPath(tree: FileTree, path: string): FollowedPath {
  const links: string[] = [];
  let rest = segments(path);
  let place = '';
  while (rest.length > 0 && links.length <= mostLinks) {
    const [first = '', ...others] = rest;
    const next = posix.join(place, first);
    const entry = tree.get(next);
    if (entry?.kind === 'link') {
      links.push(next);
      rest = segments(posix.join(posix.resolve('/', place, entry.target), ...others));
      place = '';
    } else {
      rest = others;
      place = next;
    }
  }
  const isFile = rest.length === 0 && tree.get(place)?.kind === 'file';
  return { links, file: isFile ? place : undefined };
}

function segments(path: string): readonly string[] {
  return posix
    .join('/', path)
    .split('/')
    .filter((segment) => segment !== '');
}
