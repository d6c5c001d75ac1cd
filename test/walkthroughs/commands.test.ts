import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { clusterConfiguration, clusterConfigurationOnOpenshift } from './cluster-configuration.ts';
import { heterogeneousClusters } from './heterogeneous-clusters.ts';
import {
  multiArchGoldenImagesDisabled,
  multiArchGoldenImagesDisabledOnOpenshift,
} from './multi-arch-golden-images-disabled.ts';
import { shellWords } from './shell-words.ts';

const walkthroughs = [
  heterogeneousClusters,
  multiArchGoldenImagesDisabled,
  multiArchGoldenImagesDisabledOnOpenshift,
  clusterConfiguration,
  clusterConfigurationOnOpenshift,
];

/** A document whose commands must work as written: its public name, and its kubectl and oc commands in its order. */
interface DocumentCommands {
  readonly document: string;
  readonly title: string;
  readonly publishedIn: string;
  readonly commands: readonly string[];
}

const documents: readonly DocumentCommands[] = JSON.parse(
  readFileSync(join(import.meta.dirname, 'commands.json'), 'utf8'),
);

/** Line breaks and their backslashes are no part of a command. */
const flat = (text: string): string => text.replace(/(?:\\?\s)+/g, ' ').trim();

function walkthroughCommands(of: DocumentCommands): readonly string[] {
  return walkthroughs
    .filter(({ document }) => document === of.document)
    .flatMap(({ steps }) =>
      steps.flatMap(({ action }) => (action.do === 'command' ? [flat(action.run)] : [])),
    );
}

describe('walkthroughs', () => {
  test('there is one of every document, with all its commands', () => {
    expect(documents.map(({ document, commands }) => [document, commands.length])).toEqual([
      ['heterogeneous-clusters', 2],
      ['multi-arch-golden-images-disabled', 3],
      ['cluster-configuration', 17],
    ]);
  });

  test.each(documents)('run exactly the commands of "$title", word for word', (wanted) => {
    const run = new Set(walkthroughCommands(wanted));
    expect([...run].sort()).toEqual(wanted.commands.map(flat).sort());
  });

  test('every example file is applied, or says why not', () => {
    const files = documents.flatMap(({ document }) =>
      readdirSync(join('examples', 'upstream', document)).map((file) => `${document}/${file}`),
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
