import type { Command } from 'commander';
import type { Io } from '../../process/io.ts';
import { type Completion, completeLine, type Offer } from './complete-line.ts';
import type { CompletionSource } from './completion-source.ts';

/** Finds the words of a source, in the cluster that flags on the line name. */
export type FindWords = (
  source: Exclude<CompletionSource, 'files'>,
  given: Completion['given'],
) => Promise<readonly Offer[]>;

/** What cobra's scripts are told after the words, and so kubectl for its plugins: the shell adds names of files, or does not. */
const filesToo = ':0';
const noFiles = ':4';

/**
 * Prints what can stand at the end of a line, a word a line with a tab before what it is for. It never fails and says nothing else: it runs while
 * somebody types.
 */
export async function runComplete(
  program: Command,
  words: readonly string[],
  { findWords, io }: { readonly findWords: FindWords; readonly io: Pick<Io, 'out'> },
): Promise<number> {
  const { offers, source, prefix, given } = completeLine(program, words);
  const found = source === undefined || source === 'files' ? [] : await findWords(source, given);
  const current = words.at(-1) ?? '';
  const more = found
    .map((offer) => ({ ...offer, word: prefix + offer.word }))
    .filter(({ word }) => word.startsWith(current) && isPlain(word));
  const end = source === 'files' && !current.startsWith('--') ? filesToo : noFiles;
  io.out([...[...offers, ...more].map(line), end, ''].join('\n'));
  return 0;
}

/** Names come from a cluster that may be anybody's, and go to a shell. */
function isPlain(word: string): boolean {
  return /^[\w.,=/[\]-]+$/.test(word);
}

function line({ word, text = '' }: Offer): string {
  const oneLine = text.replaceAll(/\s+/g, ' ').trim();
  return oneLine === '' ? word : `${word}\t${oneLine}`;
}
