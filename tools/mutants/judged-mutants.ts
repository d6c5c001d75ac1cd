import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder, type Hits, hitsName } from './hits.ts';
import type { Mutant } from './mutants-of.ts';

/** `killed`: a test failed, or did not end. `unreached`: no test runs the function. */
export type Verdict = 'killed' | 'survived' | 'unreached';

/** A mutant and the text that it is about. */
interface MutatedText {
  readonly file: string;
  readonly source: string;
  readonly mutant: Mutant;
}

interface Judged {
  readonly verdict: Verdict;
  /** Names of the hits of the tests that decided: of the one that failed, or of all that passed. */
  readonly by: readonly string[];
}

const path = join(cacheFolder, 'judged.json');

/**
 * Verdicts of former runs. One holds while the mutated file is the same, and with it the test that failed, or all the tests that
 * passed: a run after an edit asks only what the edit may have changed.
 */
export class JudgedMutants {
  readonly #known: Record<string, Judged> = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};

  verdict(place: MutatedText, tests: readonly Hits[]): Verdict | undefined {
    const known = this.#known[keyOf(place)];
    if (known === undefined) return undefined;
    const names = new Set(tests.map(({ test }) => hitsName(test)));
    const holds = known.by.every((name) => names.has(name));
    const complete = known.verdict === 'killed' || names.size === known.by.length;
    return holds && complete ? known.verdict : undefined;
  }

  remember(place: MutatedText, verdict: Verdict, by: readonly string[]): void {
    this.#known[keyOf(place)] = { verdict, by: by.map(hitsName) };
    mkdirSync(cacheFolder, { recursive: true });
    writeFileSync(path, JSON.stringify(this.#known));
  }
}

function keyOf({ file, source, mutant: { start, end, text } }: MutatedText): string {
  const digest = createHash('sha256').update(`${file}\n${source}`).digest('hex').slice(0, 16);
  return `${digest}:${start}-${end}:${text}`;
}
