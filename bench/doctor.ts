import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { runClusterProcess } from './operator/cluster-process.ts';
import { fillCluster } from './operator/fill-cluster.ts';
import { startMeasuredCluster } from './operator/measured-cluster.ts';

/**
 * Measures `archipelago doctor`, as it is delivered, on a large cluster, and writes the table into docs/performance.md.
 *   node tools/run.mjs bench/doctor.ts
 * Two processes: the command, and the embedded cluster. The counterpart is `kubectl get` of the same kinds, where there is a kubectl on the
 * PATH.
 */
const sizes = { nodes: 5_000, machines: 20_000, classes: 500 } as const;
const rounds = 5;
const document = join('docs', 'performance.md');
const [begin, end] = ['<!-- doctor: begin -->', '<!-- doctor: end -->'] as const;

const say = (text: string) => process.stderr.write(`bench: ${text}\n`);

interface Run {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly mebibytes: number;
}

/** Wall clock, CPU time and peak memory, as GNU time tells them. */
function measured(folder: string, command: readonly string[]): Run {
  const told = join(folder, 'told');
  const { status, stderr } = spawnSync('/usr/bin/time', ['-o', told, '-f', '%e %U %S %M', ...command], {
    encoding: 'utf8',
    maxBuffer: 1024 ** 3,
  });
  const last = readFileSync(told, 'utf8').trim().split('\n').at(-1) ?? '';
  const [seconds = 0, user = 0, system = 0, kibibytes = 0] = last.split(' ').map(Number);
  if (status === null || status > 1)
    throw new Error(`${command.join(' ')}: ${status}: ${stderr.slice(0, 500)}`);
  return { seconds, cpuSeconds: user + system, mebibytes: kibibytes / 1024 };
}

function median(runs: readonly Run[], of: keyof Run): number {
  const sorted = runs.map((run) => run[of]).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function row(name: string, runs: readonly Run[], requests: string): string {
  const [seconds, cpu, memory] = [
    median(runs, 'seconds').toFixed(2),
    median(runs, 'cpuSeconds').toFixed(2),
    Math.max(...runs.map(({ mebibytes }) => mebibytes)).toFixed(0),
  ];
  return `| ${name} | ${seconds} s | ${cpu} s | ${memory} MiB | ${requests} |`;
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'archipelago-bench-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  if (spawnSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' }).status !== 0)
    throw new Error('npm run build failed');
  const atStart = (loadavg()[0] ?? 0).toFixed(1);
  const cluster = await startMeasuredCluster();
  try {
    say('filling the cluster');
    await fillCluster(cluster, sizes);
    const kubeconfig = join(folder, 'kubeconfig');
    writeFileSync(kubeconfig, cluster.operatorKubeconfig, { mode: 0o600 });
    const doctor = [process.execPath, 'bin/archipelago', 'doctor', '--kubeconfig', kubeconfig];
    await cluster.requests();
    say('asking the doctor');
    const runs = Array.from({ length: rounds }, () => measured(folder, [...doctor, '-o', 'json']));
    const requests = (await cluster.requests()).length / rounds;
    const kubectl = spawnSync('kubectl', ['version', '--client'], { encoding: 'utf8' }).status === 0;
    const get = ['kubectl', '--kubeconfig', kubeconfig, 'get', '-A', '-o', 'name'];
    const kinds = 'nodes,virtualmachines,virtualmachineinstances,storageclasses,storageprofiles';
    const counterpart = kubectl ? [0, 1, 2].map(() => measured(folder, [...get, kinds])) : [];
    const theirs = (await cluster.requests()).length / 3;
    const table = [
      `| ${sizes.nodes} nodes, ${sizes.machines} virtual machines, ${sizes.classes} classes | time | CPU | memory (peak) | requests |`,
      '|---|---|---|---|---|',
      row('`archipelago doctor`', runs, String(requests)),
      ...(kubectl ? [row('`kubectl get -o name` of five of its kinds', counterpart, theirs.toFixed(0))] : []),
      `| load average at start / end | ${atStart} / ${(loadavg()[0] ?? 0).toFixed(1)} | | | |`,
    ].join('\n');
    process.stdout.write(`\n${table}\n`);
    writeInto(document, table);
  } finally {
    await cluster.stop();
  }
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
