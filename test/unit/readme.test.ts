import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { exchanges } from '../support/console-exchanges.ts';

/** A pattern for the lines shown, in which a line `...` stands for any lines, also none, and `...` within one for any text. */
function pattern(shown: readonly string[]): RegExp {
  const lines = shown.map((line) => (line.trim() === '...' ? '(?:.*\\n)*?' : `${literally(line)}\\n`));
  return new RegExp(`^${lines.join('')}$`);
}

/** What differs from run to run, or with a line added to an example: times, positions, ports, names of temporary files. */
function literally(line: string): string {
  return line
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace(/:\d+:\d+:/g, ':\\d+:\\d+:')
    .replaceAll('\\.\\.\\.', '.*')
    .replace(/\d+\\\.\d+ s\b/g, '\\d+\\.\\d+ s')
    .replace(/\/tmp\/\S+/g, '\\S+')
    .replace(/localhost:\d+|127\\\.0\\\.0\\\.1:\d+/g, '\\S+');
}

describe('the first session in README.md', () => {
  const state = mkdtempSync(join(tmpdir(), 'archipelago-readme-'));
  afterAll(() => rmSync(state, { recursive: true, force: true }));
  const session = exchanges(readFileSync('README.md', 'utf8'));

  test('has something to run', () => {
    expect(session.length).toBeGreaterThan(3);
  });

  test.each(session)('$command', ({ command, shown }) => {
    // The kubeconfig of a cluster that someone runs here is not to be replaced.
    const env = { ...process.env, XDG_STATE_HOME: state };
    const { stdout } = spawnSync('sh', ['-c', `exec 2>&1\n${command}`], {
      encoding: 'utf8',
      env,
      timeout: 150_000,
    });
    expect(stdout).toMatch(pattern(shown));
  });
});
