import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { seed000 } from './seed-000.ts';
import { seed001, seed001OnOpenshift } from './seed-001.ts';
import { seed002, seed002OnOpenshift } from './seed-002.ts';
import { shellWords } from './shell-words.ts';

const folder = join('..', 'shared', 'seeds');
const walkthroughs = [seed000, seed001, seed001OnOpenshift, seed002, seed002OnOpenshift];

/** The texts lost their line breaks in places; what is compared are the words. */
const flat = (text: string): string => text.replace(/\\?\s+/g, ' ').trim();

describe.skipIf(!existsSync(folder))(
  'the walkthroughs and the seeds (skipped where ../shared is absent)',
  () => {
    const seeds = ['000', '001', '002'].map((seed) => {
      const file = readdirSync(folder).find((name) => name.startsWith(`${seed}_`));
      const commands = walkthroughs
        .filter((walkthrough) => walkthrough.seed === seed)
        .flatMap(({ steps }) => steps.flatMap(({ action }) => (action.do === 'command' ? [action.run] : [])));
      return { seed, text: flat(readFileSync(join(folder, file ?? ''), 'utf8')), commands };
    });

    test.each(seeds)(
      'every command of the walkthrough is in seed $seed word for word',
      ({ text, commands }) => {
        expect(commands.filter((command) => !text.includes(flat(command)))).toEqual([]);
      },
    );

    test.each(seeds)(
      'every kubectl and oc command of seed $seed is in its walkthrough',
      ({ text, commands }) => {
        const known = commands.map((command) => flat(command).split(' | ')[0] ?? '');
        const mentioned = [...text.matchAll(/\b(?:kubectl|oc) (?:get|annotate|edit|patch|explain) /g)].map(
          ({ index }) => text.slice(index),
        );
        // Two mentions are prose: "using kubectl explain <resource name>.spec", "specified in kubectl explain , recursively".
        const prose = /^kubectl explain (<|,)/;
        const missing = mentioned.filter(
          (rest) => !prose.test(rest) && !known.some((command) => rest.startsWith(command)),
        );
        expect(missing.map((rest) => rest.slice(0, 120))).toEqual([]);
      },
    );

    test('every example file is applied, or says why not', () => {
      const files = ['000', '001', '002'].flatMap((seed) =>
        readdirSync(join('examples', 'seeds', seed)).map((file) => `${seed}/${file}`),
      );
      const applied = walkthroughs.flatMap(({ steps }) =>
        steps.flatMap(({ action }) => (action.do === 'apply' ? [action.file] : [])),
      );
      const unused = files.filter((file) => !applied.includes(file));
      expect(unused).toEqual(['001/01-what-the-status-shows.yaml']);
      expect(readFileSync(join('examples', 'seeds', unused[0] ?? ''), 'utf8')).toContain(
        'an expectation, not an input',
      );
    });
  },
);

describe('shell words', () => {
  test.each([
    ["a 'b c' d", ['a', 'b c', 'd']],
    ["a \\\n  k='x \\\ny' | jq '.a'", ['a', 'k=x \\\ny', '|', 'jq', '.a']],
    ['-p=\'[{"op": 1}]\' "e"f', ['-p=[{"op": 1}]', 'ef']],
  ])('%j', (command, words) => {
    expect(shellWords(command)).toEqual(words);
  });
});
