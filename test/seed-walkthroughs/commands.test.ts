import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { seed000 } from './seed-000.ts';
import { seed001, seed001OnOpenshift } from './seed-001.ts';
import { seed002, seed002OnOpenshift } from './seed-002.ts';
import { shellWords } from './shell-words.ts';

const walkthroughs = [seed000, seed001, seed001OnOpenshift, seed002, seed002OnOpenshift];

/** A document whose commands must work as written: its public name, and its kubectl and oc commands in its order. */
interface DocumentCommands {
  readonly seed: string;
  readonly title: string;
  readonly publishedIn: string;
  readonly commands: readonly string[];
}

const documents: readonly DocumentCommands[] = JSON.parse(
  readFileSync(join(import.meta.dirname, 'commands.json'), 'utf8'),
);

/** Line breaks and their backslashes are no part of a command. */
const flat = (text: string): string => text.replace(/(?:\\?\s)+/g, ' ').trim();

function walkthroughCommands(document: DocumentCommands): readonly string[] {
  return walkthroughs
    .filter(({ seed }) => seed === document.seed)
    .flatMap(({ steps }) =>
      steps.flatMap(({ action }) => (action.do === 'command' ? [flat(action.run)] : [])),
    );
}

describe('walkthroughs', () => {
  test('there is one of every document, with all its commands', () => {
    expect(documents.map(({ seed, commands }) => [seed, commands.length])).toEqual([
      ['heterogeneous-clusters', 2],
      ['multi-arch-golden-images-disabled', 3],
      ['cluster-configuration', 17],
    ]);
  });

  test.each(documents)('run exactly the commands of "$title", word for word', (document) => {
    const run = new Set(walkthroughCommands(document));
    expect([...run].sort()).toEqual(document.commands.map(flat).sort());
  });

  test('every example file is applied, or says why not', () => {
    const files = documents.flatMap(({ seed }) =>
      readdirSync(join('examples', 'upstream', seed)).map((file) => `${seed}/${file}`),
    );
    const applied = walkthroughs.flatMap(({ steps }) =>
      steps.flatMap(({ action }) => (action.do === 'apply' ? [action.file] : [])),
    );
    const unused = files.filter((file) => !applied.includes(file));
    expect(unused).toEqual(['multi-arch-golden-images-disabled/01-what-the-status-shows.yaml']);
    expect(readFileSync(join('examples', 'upstream', unused[0] ?? ''), 'utf8')).toContain(
      'an expectation, not an input',
    );
  });
});

describe('shell words', () => {
  test.each([
    ["a 'b c' d", ['a', 'b c', 'd']],
    ["a \\\n  k='x \\\ny' | jq '.a'", ['a', 'k=x \\\ny', '|', 'jq', '.a']],
    ['-p=\'[{"op": 1}]\' "e"f', ['-p=[{"op": 1}]', 'ef']],
  ])('%j', (command, words) => {
    expect(shellWords(command)).toEqual(words);
  });
});
