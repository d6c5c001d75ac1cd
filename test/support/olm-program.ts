import { join } from 'node:path';
import { goPrograms } from './go-programs.ts';

const name = 'lifecycle';

/** Signatures and layers of images are its libraries' business, and need no libraries of C here. */
const tags = ['containers_image_openpgp', 'exclude_graphdriver_btrfs'];

/** The Operator Lifecycle Manager, compiled from the Go modules of test/olm. */
export function olmProgram(say: (line: string) => void): string {
  const own = ['main.go', 'catalog.go', 'operators.go'].map((file) => join(name, file));
  const programs = [{ name, from: `./${name}`, flags: [], tags }];
  return join(goPrograms({ name: 'olm', sources: join('test', 'olm'), own, programs }, say), name);
}
