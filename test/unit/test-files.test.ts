import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import unitConfiguration from '../../vitest.config.ts';
import realConfiguration from '../real/vitest.config.ts';

const files = ['packages', 'test', 'tools', 'bench'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
);

/** The files that a glob with one and two stars names. */
function patternOf(glob: string): RegExp {
  const inside = glob
    .split('**/')
    .map((part) => part.replaceAll('.', '\\.').replaceAll('*', '[^/]*'))
    .join('(?:.*/)?');
  return new RegExp(`^${inside}$`);
}

function includedBy({ test: options }: { test?: { include?: string[] } }): (file: string) => boolean {
  const patterns = (options?.include ?? []).map(patternOf);
  return (file) => patterns.some((pattern) => pattern.test(file));
}

const isUnit = includedBy(unitConfiguration);
const isReal = includedBy(realConfiguration);

test('every test file is in one configuration', () => {
  const tests = files.filter((file) => file.endsWith('.test.ts'));
  expect(tests.length).toBeGreaterThan(200);
  expect(tests.filter((file) => isUnit(file) === isReal(file))).toEqual([]);
});

/** What cannot run without root, or without the history of the repository, or would run twice for nothing; npm test has none. */
const skipping = [
  'test/real/build-jobs.test.ts',
  'test/real/builder-image.test.ts',
  'test/real/image.test.ts',
  'test/real/layering-images.test.ts',
  'test/real/layering.test.ts',
  'test/real/upgrade.test.ts',
];

test('npm test skips nothing, and nobody else without being listed', () => {
  const read = files.filter(
    (file) => isUnit(file) || isReal(file) || /^test\/(suites|support)\/.*\.ts$/.test(file),
  );
  const words = ['skip', 'only', 'todo', 'skipIf', 'runIf'].join('|');
  const skips = new RegExp(`\\b(it|test|describe)(\\.\\w+)*\\.(${words})\\b|\\b(skip|only|todo): true`);
  expect(read.filter((file) => skips.test(readFileSync(file, 'utf8'))).sort()).toEqual(skipping);
});
