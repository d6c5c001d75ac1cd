import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedCluster, startEmbeddedCluster } from '@archipelago/kube-sandbox';

// What it costs to keep an embedded cluster in a folder: creations per second beside memory only, the start with many objects, memory.
//   npm run bench:kept-cluster [objects]

const objects = Number(process.argv[2] ?? 50_000);
const rounds = 3;
const perRound = 3_000;
const atOnce = 16;

function request(cluster: EmbeddedCluster, name: string) {
  const data = { text: 'x'.repeat(1_000) };
  return cluster.handle({
    method: 'POST',
    path: '/api/v1/namespaces/default/configmaps',
    query: new URLSearchParams(),
    headers: { authorization: `Bearer ${cluster.adminToken}`, 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify({ metadata: { name, labels: { app: 'bench' } }, data })),
  });
}

/** Creates objects, some at the same time; objects per second. */
async function create(cluster: EmbeddedCluster, count: number, prefix: string): Promise<number> {
  const begin = performance.now();
  let next = 0;
  const work = async () => {
    while (next < count) {
      next += 1;
      const { status } = await request(cluster, `${prefix}-${next}`);
      if (status !== 201) throw new Error(`a creation was answered with ${status}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return (count * 1000) / (performance.now() - begin);
}

const folder = mkdtempSync(join(tmpdir(), 'archipelago-bench-'));
const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const mebibytes = () => Math.round(process.memoryUsage.rss() / 2 ** 20);

async function throughput(): Promise<void> {
  const kinds = [
    ['in memory', {}],
    ['in a folder', { dataDir: join(folder, 'kept') }],
    ['in a folder, --fsync', { dataDir: join(folder, 'settled'), fsync: true }],
  ] as const;
  const clusters = await Promise.all(
    kinds.map(([, options]) => startEmbeddedCluster({ insecure: true, ...options })),
  );
  const rates = kinds.map((): number[] => []);
  // in turns, so that a busy moment of the machine is everybody's
  for (let round = 0; round < rounds; round += 1)
    for (const [index, cluster] of clusters.entries())
      rates[index]?.push(await create(cluster, perRound, `round-${round}`));
  const [base = 1] = rates.map(median);
  for (const [index, [name]] of kinds.entries()) {
    const rate = median(rates[index] ?? []);
    console.log(
      `${name}: ${Math.round(rate)} creations per second, ${(rate / base).toFixed(2)} of memory only`,
    );
  }
  await Promise.all(clusters.map((cluster) => cluster.stop()));
}

async function manyObjects(): Promise<void> {
  const dataDir = join(folder, 'many');
  const first = await startEmbeddedCluster({ insecure: true, dataDir });
  await create(first, objects, 'many');
  console.log(`${objects} objects written: ${mebibytes()} MiB`);
  await first.stop();
  const begin = performance.now();
  const second = await startEmbeddedCluster({ insecure: true, dataDir });
  console.log(`start with ${objects} objects: ${((performance.now() - begin) / 1000).toFixed(2)} s`);
  await second.stop();
}

/** In a process of its own: what others left in memory is not counted. */
async function memory(options: { readonly dataDir?: string }): Promise<void> {
  const cluster = await startEmbeddedCluster({ insecure: true, ...options });
  await create(cluster, objects, 'many');
  console.log(
    `${objects} objects, ${options.dataDir === undefined ? 'in memory' : 'in a folder'}: ${mebibytes()} MiB`,
  );
  await cluster.stop();
}

try {
  const what = process.argv[3];
  if (what === 'memory') await memory({});
  else if (what === 'folder') await memory({ dataDir: join(folder, 'memory') });
  else {
    await throughput();
    await manyObjects();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
