import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type EmbeddedCluster, startEmbeddedCluster, unservedSteps } from '@archipelago/kube-sandbox';
import { expect, test } from 'vitest';

const vectors = join(import.meta.dirname, '../vectors/api');
const run = promisify(execFile);

/** A step that differs: its scenario's name, its index, and what was told of it. */
interface Difference {
  readonly step: string;
  readonly told: string;
}

/** The judge reads YAML answers with PyYAML and would take them for texts without it. */
function demandPython(): void {
  const { status, error, stderr } = spawnSync('python3', ['-c', 'import yaml'], { encoding: 'utf8' });
  if (status === 0) return;
  const problem = error?.message ?? stderr.trim();
  throw new Error(
    `replay.py needs Python 3 with PyYAML: run \`apt-get install python3-yaml\`; python3 -c "import yaml": ${problem}`,
  );
}

/** The two requests with which the judge makes etcd forget its history. */
async function withCompaction<T>(cluster: EmbeddedCluster, use: (url: string) => Promise<T>): Promise<T> {
  const server = createServer((request, response) => {
    if (request.url === '/v3/kv/compaction') cluster.store.compact();
    request.resume();
    response.end(JSON.stringify({ header: { revision: '1' } }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  try {
    return await use(`http://127.0.0.1:${port}`);
  } finally {
    server.close();
  }
}

async function differences(url: string, token: string, etcd: string): Promise<readonly Difference[]> {
  const folder = mkdtempSync(join(tmpdir(), 'archipelago-replay-'));
  const json = join(folder, 'differences.json');
  const target = ['--server', url, '--token', token, '--etcd', etcd];
  const folders = ['--out', join(vectors, 'scenarios'), '--fixtures', join(vectors, 'fixtures')];
  try {
    // It ends with 1 when a step differs, which is for this test to judge; without a report it failed itself.
    const { stdout } = await run(
      'python3',
      [join(vectors, 'replay.py'), 'replay', ...target, ...folders, '--json', json],
      { maxBuffer: 1 << 26 },
    ).catch((error) => {
      if (existsSync(json)) return error;
      throw error;
    });
    process.stdout.write(`${stdout.trim().split('\n').at(-1)}\n`);
    const report: readonly [string, number, string, readonly string[]][] = JSON.parse(
      readFileSync(json, 'utf8'),
    );
    return report.map(([file, index, , told]) => ({
      step: `${file.replace('.json', '')} ${index}`,
      told: told.join('; ').slice(0, 500),
    }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('the judge of the recordings finds exactly the listed differences', async () => {
  expect(existsSync(vectors), `${vectors} is missing`).toBe(true);
  demandPython();
  const listed = Object.entries(unservedSteps).flatMap(([name, entries]) =>
    entries.flatMap(({ steps }) => steps.map((step) => `${name} ${step}`)),
  );
  const known = new Set(readdirSync(join(vectors, 'scenarios')).map((file) => file.replace('.json', '')));
  expect(Object.keys(unservedSteps).filter((name) => !known.has(name))).toEqual([]);

  const cluster = await startEmbeddedCluster({ insecure: true });
  try {
    const found = await withCompaction(cluster, (etcd) => differences(cluster.url, cluster.adminToken, etcd));
    expect(found.filter(({ step }) => !listed.includes(step))).toEqual([]);
    expect(listed.filter((step) => !found.some((difference) => difference.step === step))).toEqual([]);
  } finally {
    await cluster.stop();
  }
}, 300_000);
