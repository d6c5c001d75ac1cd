import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Cluster, startCluster } from '../walkthroughs/cluster.ts';

const folder = mkdtempSync(join(tmpdir(), 'archipelago-completion-'));
let cluster: Cluster;

beforeAll(async () => {
  for (const name of ['archipelago', 'kubectl-archipelago', 'kubectl_complete-archipelago'])
    symlinkSync(resolve('bin/archipelago'), join(folder, name));
  cluster = await startCluster('kubernetes');
});
afterAll(async () => {
  await cluster?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function run(program: string, ...args: readonly string[]): Promise<readonly string[]> {
  const PATH = `${folder}:${process.env.PATH}`;
  const env = { ...process.env, PATH, KUBECONFIG: cluster.kubeconfig };
  const { stdout } = await promisify(execFile)(program, args, { env });
  return stdout.split('\n').filter((line) => line !== '');
}

/** As bash does it: the words parted at = and :, and an empty one at the end where the cursor is behind a space. */
const inBash = (...words: readonly string[]) =>
  run(
    'bash',
    '--norc',
    '-c',
    'source <(archipelago completion bash); COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _archipelago; printf "%s\\n" "$' +
      '{COMPREPLY[@]}"',
    'bash',
    ...words,
  );

describe('bash', () => {
  test.each<[readonly string[], readonly string[]]>([
    [['archipelago', 'lay'], ['layering']],
    [['archipelago', 'status', '--out'], ['--output']],
    [
      ['archipelago', 'status', '-o', ''],
      ['wide', 'name', 'yaml', 'json'],
    ],
    [['archipelago', 'status', '--output', '=', 'js'], ['json']],
    [
      ['archipelago', 'status', '--output', '='],
      ['wide', 'name', 'yaml', 'json'],
    ],
    [['archipelago', 'explain', 'spec.evi'], ['spec.evictionStrategy']],
    [['archipelago', 'doctor', '--only', '=', 'VD301,VD302'], ['VD301,VD302']],
    [['archipelago', 'validate', '-f', 'READ'], ['README.md']],
    [['archipelago', 'layering', 'status', '--kubeconfig', '/nowhere', ''], []],
  ])('%j', async (words, offers) => {
    expect(await inBash(...words)).toEqual(offers);
  });

  test('names of the cluster', async () => {
    await run('kubectl', 'apply', '-f', 'examples/machineosconfig-plain-kubernetes.yaml');
    expect(await inBash('archipelago', 'layering', 'status', '')).toEqual(['workers']);
  });
});

/** Types each line and the tabulator into a zsh on a terminal of its own, and writes what the line has become. */
const zshDriver = `zmodload zsh/zpty
zpty z zsh -f -i
zpty -w z "autoload -Uz compinit; compinit -u -D; source <(archipelago completion zsh)"
zpty -w z "show() { print -r -- \\"\\$BUFFER\\" >>$1; zle kill-whole-line }; zle -N show"
zpty -w z "bindkey '^I' complete-word '^G' show; print READ''Y"
zpty -r z out '*READY*'
for line in "\${@:2}"; do zpty -w -n z "$line"$'\\t\\C-g'; done
zpty -w z "print EN''D"
zpty -r z out '*END*'
`;

test('zsh completes what is typed', async () => {
  const [driver, written] = [join(folder, 'driver.zsh'), join(folder, 'written')];
  writeFileSync(driver, zshDriver);
  const lines = ['lay', 'status --output=js', 'explain spec.evi', 'validate -f READM'];
  await run('zsh', '-f', driver, written, ...lines.map((line) => `archipelago ${line}`));
  const completed = readFileSync(written, 'utf8').trim().split('\n');
  expect(completed.map((line) => line.trim())).toEqual([
    'archipelago layering',
    'archipelago status --output=json',
    'archipelago explain spec.evictionStrategy',
    'archipelago validate -f README.md',
  ]);
});

test.each([
  ['archipelago runb', /^runbook\tPrint what to do/],
  ['archipelago status --output=js', /^--output=json$/],
  ['archipelago validate -f READM', /^README\.md$/],
])('fish: %s', async (line, offer) => {
  const offers = await run(
    'fish',
    '--no-config',
    '-c',
    `archipelago completion fish | source; complete -C '${line}'`,
  );
  expect(offers).toEqual([expect.stringMatching(offer)]);
});

describe('kubectl archipelago', () => {
  test('is the program', async () => {
    const [usage] = await run('kubectl', 'archipelago', 'layering', 'status', '--help');
    expect(usage).toBe('Usage: kubectl archipelago layering status [options] [config...]');
  });

  test('is completed by the completion of kubectl', async () => {
    expect(await run('kubectl', '__complete', 'archipelago', 'layering', 'lo')).toEqual([
      expect.stringMatching(/^logs\tPrint the logs/),
      expect.stringMatching(/^login\tWrite the logins/),
      ':4',
    ]);
  });
});
