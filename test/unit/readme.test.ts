import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';

/** A command of a session and the lines shown below it. */
interface Exchange {
  readonly command: string;
  readonly shown: readonly string[];
}

/** The exchanges in the blocks marked `console`: `$ ` starts a command, `> ` continues it, the rest is output. */
function exchanges(document: string): Exchange[] {
  const blocks = [...document.matchAll(/^```console\n(.*?)^```/gms)].map(([, block = '']) => block);
  return blocks.flatMap((block) =>
    block
      .split(/^\$ /m)
      .slice(1)
      .map((text) => {
        const lines = text.replace(/\n$/, '').split('\n');
        const continued = lines.findIndex((line, index) => index > 0 && !line.startsWith('> '));
        const length = continued < 0 ? lines.length : continued;
        const command = lines
          .slice(0, length)
          .map((line) => line.replace(/^> /, ''))
          .join('\n');
        return { command, shown: lines.slice(length) };
      }),
  );
}

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
