import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { textKey } from './functions-of.ts';

/** Kept between runs, outside what git sees. */
export const cacheFolder = resolve('node_modules', '.cache', 'mutants');
export const hitsFolder = join(cacheFolder, 'hits');

/** Functions (by the offset of their start, -1: the file was loaded) that the tests of one file ran. */
export interface Hits {
  /** Path of the test file in the repository. */
  readonly test: string;
  /** How long they took, milliseconds. */
  readonly ms: number;
  /** By `textKey`. */
  readonly files: Readonly<Record<string, readonly number[]>>;
}

/** The name under which a test file's hits are kept: they hold as long as its text does. */
export function hitsName(test: string): string {
  const text = existsSync(test) ? readFileSync(test, 'utf8') : '';
  return `${createHash('sha256').update(`${test}\n${text}`).digest('hex').slice(0, 16)}.json`;
}

/** Test files whose hits are not known, or of another text. */
export function testsWithoutHits(tests: readonly string[]): readonly string[] {
  return tests.filter((test) => !existsSync(join(hitsFolder, hitsName(test))));
}

export function readHits(tests: readonly string[]): readonly Hits[] {
  const wanted = new Set(tests.map(hitsName));
  const present = existsSync(hitsFolder) ? readdirSync(hitsFolder) : [];
  return present
    .filter((name) => wanted.has(name))
    .map((name) => JSON.parse(readFileSync(join(hitsFolder, name), 'utf8')));
}

/**
 * The test files that ran a function, those nearest to its file and the quickest first, as many as fit into `budgetMs`: a mutant that
 * these let pass counts as survived, so that a score may be too low and is never too high.
 */
export function testsOf(
  all: readonly Hits[],
  place: { readonly file: string; readonly source: string; readonly functionStart: number },
  budgetMs: number,
): readonly Hits[] {
  const running = all.filter(({ files }) => runs(files, place));
  const distance = ({ test }: Hits) => pathDistance(test, place.file);
  const ordered = running.sort((a, b) => distance(a) - distance(b) || a.ms - b.ms);
  let spentMs = 0;
  return ordered.slice(0, mostTests).filter(({ ms }) => {
    if (spentMs + ms > budgetMs) return false;
    spentMs += ms;
    return true;
  });
}

const mostTests = 30;

/** Whether the tests ran the function; where the file is of another text by now, whether they loaded it. */
function runs(
  files: Hits['files'],
  { file, source, functionStart }: { file: string; source: string; functionStart: number },
): boolean {
  const known = files[textKey(file, source)];
  return known?.includes(functionStart) ?? Object.keys(files).some((key) => key.startsWith(`${file}#`));
}

/** How many folders one goes up and down from one file to another; another tree is far away. */
function pathDistance(one: string, other: string): number {
  const [a, b] = [one.split('/').slice(0, -1), other.split('/').slice(0, -1)];
  let common = 0;
  while (common < a.length && a[common] === b[common]) common += 1;
  return a.length + b.length - 2 * common;
}
