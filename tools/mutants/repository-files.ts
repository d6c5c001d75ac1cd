import { execFileSync } from 'node:child_process';

function filesOf(paths: readonly string[], pattern: RegExp): readonly string[] {
  const list = ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...paths];
  const listed = execFileSync('git', list, { encoding: 'utf8', maxBuffer: 1 << 26 });
  return listed.split('\n').filter((file) => pattern.test(file));
}

/** The files of `npm test` below these paths. */
export function testsBelow(paths: readonly string[]): readonly string[] {
  return filesOf(paths, /^(packages\/[^/]+\/src|test\/unit|test\/walkthroughs)\/.*\.test\.ts$/);
}

/** The sources of the product and its libraries below a path. */
export function sourcesBelow(path: string): readonly string[] {
  return filesOf([path], /^packages\/[^/]+\/src\/(?!.*\.(test|test-d|test-support|gen)\.ts$).*\.ts$/);
}
