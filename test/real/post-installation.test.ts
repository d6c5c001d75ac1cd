import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exchanges } from '../support/console-exchanges.ts';
import { eventually } from '../support/eventually.ts';
import { type Cluster, startCluster } from '../walkthroughs/cluster.ts';

let cluster: Cluster;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'archipelago-post-installation-'));
  symlinkSync(resolve('bin/archipelago'), join(folder, 'archipelago'));
  cluster = await startCluster('openshift');
});

afterAll(async () => {
  await cluster?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** With the kubectl in PATH; `oc` is another name for it there. */
function printed(command: string): Promise<string> {
  const env = { ...process.env, KUBECONFIG: cluster.kubeconfig, PATH: `${folder}:${process.env.PATH}` };
  return new Promise((done) => {
    execFile('bash', ['-c', `exec 2>&1\n${command}`], { env }, (_, stdout) => done(stdout));
  });
}

/** How much space stands between words does not count; `...` stands for anything, and an age is an age. */
function pattern(shown: readonly string[]): RegExp {
  const words = shown.join('\n').trim().split(/\s+/);
  const parts = words.map((word) => {
    if (word === '...') return '.*?';
    if (/^\d+[smhd]$/.test(word)) return '\\d+[smhd]\\S*';
    return word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^\\s*${parts.join('\\s*')}\\s*$`, 's');
}

/** What only reads may be early, and is done again; the doctor's exit code is not looked at. */
const reads = /^(?:oc (?:-o yaml )?(?:get|explain|rollout)|archipelago doctor) /;

describe('docs/post-installation.md with kubectl on `archipelago up --platform openshift`', () => {
  const document = readFileSync('docs/post-installation.md', 'utf8');
  const session = exchanges(document);

  test('each section ends in a command that says whether it is done', () => {
    const sections = document.split(/^## /m).map(exchanges);
    const last = sections.filter((one) => one.length > 0).map((one) => one.at(-1)?.command);
    expect(last).toHaveLength(6);
    for (const command of last) expect(command).toMatch(/^archipelago doctor --only VD/);
  });

  test.each(session)('$command', async ({ command, shown }) => {
    const check = async () => expect(await printed(command)).toMatch(pattern(shown));
    await (reads.test(command) ? eventually(check, { withinMs: 20_000, pauseMs: 200 }) : check());
  });
});
