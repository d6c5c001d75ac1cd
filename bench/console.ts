import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KubernetesObject } from '@archipelago/apimachinery';
import { hyperConvergeds } from '../packages/archipelago/src/operator/mirror/cluster-resources.ts';
import { namespace, runClusterProcess } from './operator/cluster-process.ts';
import { type ConsoleFigures, measureConsole } from './operator/console-figures.ts';
import { fillCluster } from './operator/fill-cluster.ts';
import { startMeasuredCluster } from './operator/measured-cluster.ts';

/**
 * Measures the pages of the console in a browser, on a large cluster and on a small one, and writes the table into docs/performance.md.
 *   node tools/run.mjs bench/console.ts
 * The definition takes 256 templates at most.
 * Processes: the console as it is delivered, the embedded cluster, and Debian's Chromium. The clusters follow each other, so that each has the
 * machine for itself.
 */
const small = { nodes: 3, machines: 20, classes: 2, templates: 5 } as const;
const large = { nodes: 5_000, machines: 20_000, classes: 20, templates: 256 } as const;
const document = join('docs', 'performance.md');
const [begin, end] = ['<!-- console: begin -->', '<!-- console: end -->'] as const;

const say = (text: string) => process.stderr.write(`bench: ${text}\n`);

function wanted(templates: number): KubernetesObject {
  const all = Array.from({ length: templates }, (_, index) => ({
    metadata: {
      name: `golden-${index}-cron`,
      annotations: { 'ssp.kubevirt.io/dict.architectures': 'amd64,arm64,s390x' },
    },
    spec: {
      schedule: '0 */12 * * *',
      managedDataSource: `golden-${index}`,
      template: {
        spec: {
          source: { registry: { url: `docker://registry.example.com/golden:${index}` } },
          storage: { resources: { requests: { storage: '1Gi' } } },
        },
      },
    },
  }));
  return {
    apiVersion: 'hco.kubevirt.io/v1beta1',
    kind: 'HyperConverged',
    metadata: { namespace, name: 'kubevirt-hyperconverged' },
    spec: {
      featureGates: { enableMultiArchBootImageImport: true },
      enableCommonBootImageImport: false,
      dataImportCronTemplates: all,
    },
  };
}

async function figuresOf(sizes: typeof small | typeof large): Promise<ConsoleFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'archipelago-bench-'));
  const cluster = await startMeasuredCluster();
  try {
    say(`filling a cluster with ${sizes.nodes} nodes`);
    await fillCluster(cluster, sizes);
    const made = await cluster.client.create(hyperConvergeds, wanted(sizes.templates));
    if (!made.ok) throw new Error(made.status.message);
    const kubeconfig = join(folder, 'kubeconfig');
    writeFileSync(kubeconfig, cluster.operatorKubeconfig, { mode: 0o600 });
    await cluster.requests();
    say('looking at its pages');
    return await measureConsole(kubeconfig);
  } finally {
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(2)} s`;
const mebibytes = (bytes: number) => `${(bytes / 1024 ** 2).toFixed(0)} MiB`;

function tableOf(plain: ConsoleFigures, full: ConsoleFigures, loads: string): string {
  const rows = full.pages.map((page, index) => {
    const other = plain.pages[index];
    if (other === undefined) throw new Error('both have the same pages');
    const ratio = (page.readyMs / other.readyMs).toFixed(2);
    return `| ${page.title} | ${seconds(page.lookMs)} (${seconds(other.lookMs)}) | ${seconds(page.firstMs)} (${seconds(other.firstMs)}) | ${seconds(page.readyMs)} (${seconds(other.readyMs)}) | ${ratio} | ${page.longestTaskMs < 50 ? 'under 50' : page.longestTaskMs.toFixed(0)} ms | ${mebibytes(page.heapBytes)} |`;
  });
  return [
    `| ${large.nodes} nodes, ${large.templates} templates, ${large.machines} virtual machines (small cluster) | a look | first visit | page ready | ratio | longest task | heap of the page |`,
    '|---|---|---|---|---|---|---|',
    ...rows,
    `| memory of the console (peak) | ${mebibytes(full.consoleBytes)} (${mebibytes(plain.consoleBytes)}) | | | | | |`,
    `| load average at start / end | ${loads} | | | | | |`,
  ].join('\n');
}

async function main(): Promise<void> {
  if (spawnSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' }).status !== 0)
    throw new Error('npm run build failed');
  const atStart = (loadavg()[0] ?? 0).toFixed(1);
  const plain = await figuresOf(small);
  const full = await figuresOf(large);
  const table = tableOf(plain, full, `${atStart} / ${(loadavg()[0] ?? 0).toFixed(1)}`);
  process.stdout.write(`\n${table}\n`);
  writeInto(document, table);
}

function writeInto(path: string, table: string): void {
  const text = readFileSync(path, 'utf8');
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${path} has no place for the table (${begin})`);
  writeFileSync(path, `${text.slice(0, from)}${begin}\n\n${table}\n\n${text.slice(to)}`);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
// the cluster ends with whoever started it
if (process.argv.includes('--cluster')) process.once('disconnect', () => process.exit());
await (process.argv.includes('--cluster') ? runClusterProcess() : main());
