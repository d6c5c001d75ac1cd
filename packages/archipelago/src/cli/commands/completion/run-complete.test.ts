import { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { main } from '../../main.ts';
import { processIo } from '../../process/process-io.ts';
import type { Offer } from './complete-line.ts';
import { runComplete } from './run-complete.ts';

async function printed(words: readonly string[], found: readonly Offer[] = []): Promise<string> {
  const program = new Command('tool');
  program.command('show [config]').description('Shows\nit.').option('-f <file>').option('--to <file>');
  let text = '';
  const io = {
    out: (part: string) => {
      text += part;
    },
  };
  expect(await runComplete(program, words, { findWords: async () => found, io })).toBe(0);
  return text;
}

describe('what a shell is told', () => {
  test('a word a line, what it is for on the same, and no files', async () => {
    expect(await printed(['s'])).toBe('show\tShows it.\n:4\n');
  });

  test('files where a file is meant', async () => {
    expect(await printed(['show', '-f', ''])).toBe(':0\n');
  });

  test('names that begin like the word', async () => {
    expect(await printed(['show', 'w'], [{ word: 'worker' }, { word: 'infra' }])).toBe('worker\n:4\n');
  });

  test('no name that a shell or a terminal could take for more than a name', async () => {
    const hostile = ['$(reboot)', 'a b', 'a\nb', 'a`b`', 'a;b', "a'b", '\u001b[2J', ':0'];
    expect(
      await printed(
        ['show', ''],
        hostile.map((word) => ({ word })),
      ),
    ).toBe(':4\n');
  });
});

test.each([
  ['images inspect', ['--output', '--authfile'], ['--snapshot', '--kubeconfig', '--namespace']],
  ['doctor explain', ['--snapshot', '--filename', '--language'], ['--only', '--fail-on']],
  ['doctor list', ['--only', '--topic'], ['--snapshot', '--kubeconfig']],
  ['doctor undo', ['--kubeconfig', '--yes'], ['--snapshot', '--only']],
  ['alerts rules', ['--output'], ['--snapshot', '--kubeconfig']],
  ['snapshot schema', ['--help'], ['--kubeconfig', '--mask-names']],
])('%s is completed with the flags that it reads, and no others', async (command, read, ignored) => {
  let text = '';
  const io = { ...processIo(), out: (part: string) => (text += part) };
  await main(['__complete', ...command.split(' '), '--'], io);
  const flags = text.split('\n').map((line) => line.split('\t')[0]);
  expect(flags).toEqual(expect.arrayContaining(read));
  expect(ignored.filter((flag) => flags.includes(flag))).toEqual([]);
});
