import { fork } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildServer } from './build-server.ts';
import { type LeanClient, leanClient } from './lean-client.ts';
import { benchNode } from './operator/bench-node.ts';

// What a large cluster takes of the embedded server's memory: 5,000 nodes with the images that a kubelet reports, then 50,000
// ConfigMaps of 0.5 KB, then a list of them all at once.
//   npm run bench:many-objects

const counts = { nodes: 5_000, configMaps: 50_000 } as const;
const atOnce = 16;
const restMs = 20_000;
const configMaps = '/api/v1/namespaces/default/configmaps';

function node(index: number): object {
  return benchNode(`node-${index}`, index % 2 === 0 ? 'amd64' : 'arm64', 'worker');
}

function configMap(index: number): object {
  const labels = { app: 'bench', part: `part-${index % 100}` };
  const metadata = { name: `config-${index}`, labels };
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { text: 'x'.repeat(500) } };
}

/** Seconds that it took to create so many. */
async function create(
  client: LeanClient,
  path: string,
  count: number,
  object: (index: number) => object,
): Promise<number> {
  const begin = performance.now();
  let next = 0;
  const work = async () => {
    while (next < count) {
      next += 1;
      await client.ask('POST', path, { body: object(next) });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return (performance.now() - begin) / 1000;
}

function memoryOf(pid: number | undefined): string {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const [now, peak] = ['VmRSS', 'VmHWM'].map((name) =>
    Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024),
  );
  return `${now} MiB (peak ${peak})`;
}

const folder = mkdtempSync(join(tmpdir(), 'archipelago-bench-'));
const server = fork(buildServer());
try {
  const config = await new Promise<unknown>((resolve) => server.once('message', resolve));
  writeFileSync(join(folder, 'kubeconfig'), String(config));
  const client = await leanClient(join(folder, 'kubeconfig'));
  const say = (what: string, seconds?: number) =>
    console.log(
      `${what}: ${memoryOf(server.pid)}${seconds === undefined ? '' : `, ${seconds.toFixed(1)} s`}`,
    );
  say('started');
  say(`${counts.nodes} nodes`, await create(client, '/api/v1/nodes', counts.nodes, node));
  say(`and ${counts.configMaps} ConfigMaps`, await create(client, configMaps, counts.configMaps, configMap));
  const begin = performance.now();
  await client.ask('GET', configMaps);
  say('listed at once', (performance.now() - begin) / 1000);
  await sleep(restMs);
  say('at rest');
  client.close();
} finally {
  server.kill();
  rmSync(folder, { recursive: true, force: true });
}
