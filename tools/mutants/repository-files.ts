import { readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Without git: an unpacked archive of the repository has none, and is tested all the same. */
function filesOf(paths: readonly string[], pattern: RegExp): readonly string[] {
  return paths.flatMap(filesBelow).filter((file) => pattern.test(file));
}

function filesBelow(path: string): readonly string[] {
  const from = relative('.', path);
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found?.isDirectory()) return found === undefined ? [] : [from];
  return readdirSync(path, { recursive: true, encoding: 'utf8' }).map((file) => join(from, file));
}

/** The files of `npm test` below these paths. */
export function testsBelow(paths: readonly string[]): readonly string[] {
  return filesOf(paths, /^(packages\/[^/]+\/src|test\/unit|test\/walkthroughs)\/.*\.test\.ts$/);
}

/** The sources of the product and its libraries below a path. */
export function sourcesBelow(path: string): readonly string[] {
  return filesOf([path], /^packages\/[^/]+\/src\/(?!.*\.(test|test-d|test-support|gen)\.ts$).*\.ts$/);
}
