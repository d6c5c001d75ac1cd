import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exchanges } from '../support/console-exchanges.ts';
import { eventually } from '../support/eventually.ts';
import { type Cluster, startCluster } from '../walkthroughs/cluster.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'archipelago-console-'));
  symlinkSync(resolve('bin/archipelago'), join(folder, 'archipelago'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** With the kubectl in PATH; `oc` is another name for it there. */
function printed(command: string, cluster: Cluster): Promise<string> {
  const login = /--docker-server=(\S+) --docker-username=up --docker-password=(\S+)/.exec(cluster.output());
  const env = {
    ...process.env,
    KUBECONFIG: cluster.kubeconfig,
    PATH: `${folder}:${process.env.PATH}`,
    REGISTRY: login?.[1],
    PASSWORD: login?.[2],
  };
  return new Promise((done) => {
    execFile('bash', ['-c', `exec 2>&1\n${command}`], { env }, (_, stdout) => done(stdout));
  });
}

/** How much space stands between words does not count; `...` stands for anything, also in a word, and an age is an age. */
function pattern(shown: readonly string[]): RegExp {
  const words = shown.join('\n').trim().split(/\s+/);
  const parts = words.map((word) => {
    if (/^\d+[smhd]$/.test(word)) return '\\d+[smhd]\\S*';
    return word
      .split('...')
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*?');
  });
  return new RegExp(`^\\s*${parts.join('\\s*')}\\s*$`, 's');
}

/** What only reads may be early, and is done again; the doctor's exit code is not looked at. */
const reads =
  /^(?:(?:oc|kubectl) (?:-o yaml )?(?:get|explain|rollout|top)|archipelago (?:alerts|doctor|images|layering status|plan|status))\b/;

const documents = [
  { name: 'post-installation', platform: 'openshift', flags: [] },
  { name: 'first-hour', platform: 'kubernetes', flags: ['--nodes', 'amd64=3,arm64=2'] },
  { name: 'how-to/placement', platform: 'kubernetes', flags: ['--nodes', 'amd64=3,arm64=2'] },
  { name: 'how-to/gitops', platform: 'kubernetes', flags: ['--nodes', 'amd64=3,arm64=2'] },
  {
    name: 'how-to/boot-images',
    platform: 'kubernetes',
    flags: ['--scenario', 'mixed-architectures', '--alert-speed', '60'],
  },
] as const;

describe.each(documents)('$name with kubectl on `archipelago up`', ({ name, platform, flags }) => {
  let cluster: Cluster;

  beforeAll(async () => {
    cluster = await startCluster(platform, 60_000, flags);
  });
  afterAll(() => cluster?.stop());

  test.each(exchanges(readFileSync(`docs/${name}.md`, 'utf8')))('$command', async ({ command, shown }) => {
    const check = async () => expect(await printed(command, cluster)).toMatch(pattern(shown));
    await (reads.test(command) ? eventually(check, { pauseMs: 200 }) : check());
  });
});

/** What `up` prints to try; a command that watches is ended. */
function triedNext(output: string): readonly string[] {
  const [, block = ''] = /^Try next\n(.*?)\n\n/ms.exec(output) ?? [];
  return block
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => !line.startsWith('#'))
    .map((line) => (line.endsWith(' -w') ? `timeout 5 ${line} || [ $? = 124 ]` : line));
}

test.each(['kubernetes', 'openshift'])('each line under "Try next" of up on %s runs', async (platform) => {
  const cluster = await startCluster(platform);
  try {
    const lines = triedNext(cluster.output());
    expect(lines.length).toBeGreaterThan(10);
    for (const line of lines) {
      const check = async () =>
        expect(await printed(`(${line}) && echo went well`, cluster), line).toMatch(/went well$/m);
      // a build takes a while, and until then the status says that it is not done
      await (reads.test(line) ? eventually(check, { pauseMs: 500 }) : check());
    }
  } finally {
    await cluster.stop();
  }
});

test('each section of docs/post-installation.md ends in a command that says whether it is done', () => {
  const sections = readFileSync('docs/post-installation.md', 'utf8').split(/^## /m).map(exchanges);
  const last = sections.filter((one) => one.length > 0).map((one) => one.at(-1)?.command);
  expect(last).toHaveLength(6);
  for (const command of last) expect(command).toMatch(/^archipelago doctor --only VD/);
});
