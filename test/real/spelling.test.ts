import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const documents = [
  ...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'docs/**/*.md', 'generated/**/*.md'],
  ...['packages/*/README.md', 'bench/**/*.md', 'examples/**/*.md'],
];

/** What a spelling checker does not know, a word per line; npm fetches it where it is missing. */
function misspelt(files: readonly string[]): Promise<string> {
  const args = ['--yes', 'cspell@9.8.0', '--no-progress', '--no-summary', '--unique', ...files];
  return new Promise((done, fail) => {
    execFile('npx', args, (error, stdout, stderr) => {
      // 1: words that it does not know
      if (error === null || error.code === 1) done(stdout);
      else fail(new Error(`cspell: ${error.message}\n${stderr}`));
    });
  });
}

test('the words of the documents are spelt right, or are terms of the field that cspell.json lists', async () => {
  expect(await misspelt(documents)).toBe('');
});

test('a misspelt word is found', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'archipelago-spelling-'));
  writeFileSync(join(folder, 'page.md'), '# Virtaul machines\n');
  try {
    const told = await misspelt(['--config', resolve('cspell.json'), '--root', folder, 'page.md']);
    expect(told).toContain('Virtaul');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
