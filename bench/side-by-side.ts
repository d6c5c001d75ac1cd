import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type JsonObject, type JsonValue, listAt, valueAt } from '@archipelago/apimachinery';
import { createKubernetesClient, loadConnection, nodeTransport } from '@archipelago/kube-client';
import { buildSync } from 'esbuild';
import { parse } from 'yaml';
import { hyperConvergedDefinition } from '../packages/archipelago/src/config/crd.ts';
import { settings } from '../packages/archipelago/src/config/settings.ts';
import {
  createDefinitions,
  createNamespace,
} from '../packages/archipelago/src/simulation/actors/furnish-cluster.ts';
import { kubernetesPrograms } from '../test/kubernetes/kubernetes-programs.ts';
import { type RealKubernetes, startKubernetes } from '../test/kubernetes/start-kubernetes.ts';
import { judge, overBare, requestsAtRest } from './side-by-side/judge.ts';

/**
 * Measures the operator as the Go operator was measured: with the same programs (bench/side-by-side), on a real Kubernetes.
 * Prints the two side by side and writes the table into docs/performance.md.
 *   node tools/run.mjs bench/side-by-side.ts [--quick] [--scenarios converge,nodes] [--out result.json]
 * --quick: fewer repetitions and 1,000 nodes instead of 5,000, in three minutes instead of eight. Only a whole run is
 * written into the document.
 */
const tools = resolve('bench', 'side-by-side');
const definitions = resolve('test', 'crds');
const recorded = join(tools, 'result-hco-k8s-quiet.json');
const document = join('docs', 'performance.md');
const namespace = 'kubevirt-hyperconverged';
const user = 'bench-operator';
const longestMs = 12 * 60_000;

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    scenarios: { type: 'string' },
    out: { type: 'string' },
  },
});
const isWhole = !options.quick && options.scenarios === undefined;

/** What a HyperConverged without settings makes on plain Kubernetes. */
const operands = [
  'kubevirt.io/v1/kubevirts',
  'cdi.kubevirt.io/v1beta1/cdis',
  'networkaddonsoperator.network.kubevirt.io/v1/networkaddonsconfigs',
];

const say = (text: string) => process.stderr.write(`bench: ${text}\n`);

/** A program that ends with this one. */
function start(command: string, args: readonly string[], output: 'inherit' | 'ignore'): ChildProcess {
  const child = spawn(command, args, { stdio: ['ignore', output, 'inherit'] });
  process.once('exit', () => child.kill('SIGKILL'));
  return child;
}

function python(program: string, args: readonly string[], output: 'inherit' | 'ignore' = 'inherit') {
  return start('python3', [join(tools, program), ...args], output);
}

async function finished(child: ChildProcess, what: string): Promise<void> {
  child.stdout?.pipe(process.stderr);
  const status = await new Promise((done) => {
    // bench.py stops the operator when it is interrupted
    const timer = setTimeout(() => child.kill('SIGINT'), longestMs);
    child.once('exit', (code, signal) => {
      clearTimeout(timer);
      done(code ?? signal);
    });
  });
  if (status !== 0) throw new Error(`${what} ended with ${status}`);
}

/** The product as it is now, where nobody builds another meanwhile. */
async function buildInto(folder: string): Promise<string> {
  await finished(start('npm', ['run', '--silent', 'build'], 'inherit'), 'npm run build');
  for (const part of ['bin', 'dist', 'package.json']) cpSync(part, join(folder, part), { recursive: true });
  return join(folder, 'bin', 'archipelago');
}

async function furnish({ adminKubeconfig }: RealKubernetes): Promise<void> {
  const client = createKubernetesClient({
    transport: nodeTransport(await loadConnection({ kubeconfig: adminKubeconfig })),
    userAgent: 'bench',
  });
  const upstream = readdirSync(definitions)
    .filter((file) => file.endsWith('.yaml'))
    .map((file): JsonObject => parse(readFileSync(join(definitions, file), 'utf8')));
  await createNamespace(client, namespace);
  await createDefinitions(client, [...upstream, hyperConvergedDefinition(settings)]);
  client.close();
  await finished(python('nodes.py', ['--kubeconfig', adminKubeconfig, '--base']), 'nodes.py');
}

interface Measured {
  readonly kubernetes: RealKubernetes;
  /** Of the operator's user. */
  readonly kubeconfig: string;
  /** How the operator is started. */
  readonly command: readonly string[];
  /** What it makes of a HyperConverged without settings. */
  readonly operands: readonly string[];
  readonly scenarios: string | undefined;
  readonly result: string;
}

function benchArguments(measured: Measured): readonly string[] {
  const { kubernetes, kubeconfig, command, result, scenarios } = measured;
  return [
    ...['--kubeconfig', kubernetes.adminKubeconfig, '--operator-kubeconfig', kubeconfig],
    ...['--audit', kubernetes.auditLog, '--operator-user', user, '--operator-cmd', command.join(' ')],
    ...['--operator-log', join(dirname(result), 'operator.log'), '--out', result],
    ...['--hc-gvr', 'hco.kubevirt.io/v1beta1/hyperconvergeds', '--expect', measured.operands.join(',')],
    ...['--edit-path', 'spec.liveMigrationConfig.parallelMigrationsPerCluster'],
    ...(options.quick
      ? ['--reps', '8', '--steady', '20', '--node-counts', '1000', '--node-reps', '3', '--quiet', '3']
      : []),
    ...(scenarios === undefined ? [] : ['--scenarios', scenarios]),
  ];
}

function operatorCommand(program: string): readonly string[] {
  return [
    // as the image has it
    ...['env', 'MALLOC_MMAP_THRESHOLD_=131072'],
    ...[process.execPath, program, 'operator', '--namespace', namespace],
    ...['--metrics-bind-address', '127.0.0.1:0', '--log-level', 'warn', '--golden-images', 'ssp'],
  ];
}

/** The KubeVirt of a HyperConverged without settings, in a file: the bare client writes as much as the operator does. */
function renderedKubeVirt(program: string, folder: string): string {
  const input = JSON.stringify({
    apiVersion: 'hco.kubevirt.io/v1beta1',
    kind: 'HyperConverged',
    metadata: { name: 'kubevirt-hyperconverged', namespace },
    spec: {},
  });
  const args = [program, 'render', '-f', '-', '-o', 'json'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', input });
  if (status !== 0) throw new Error(`render: ${stderr}`);
  const found = listAt(JSON.parse(stdout), 'items').find((item) => valueAt(item, 'kind') === 'KubeVirt');
  const file = join(folder, 'kubevirt.json');
  writeFileSync(file, JSON.stringify(found));
  return file;
}

/** The bare client as a program of one file. */
function bareCommand(program: string, folder: string): readonly string[] {
  const outfile = join(folder, 'bare-client.mjs');
  const entryPoints = [join(tools, 'bare-client.ts')];
  const banner = {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  };
  buildSync({
    ...{ entryPoints, outfile, banner, bundle: true, format: 'esm', platform: 'node', target: 'node20' },
    conditions: ['archipelago-source'],
  });
  const kubeVirt = renderedKubeVirt(program, folder);
  return [process.execPath, outfile, '--namespace', namespace, '--kubevirt', kubeVirt];
}

interface Results {
  readonly operator: string;
  readonly bare: string;
}

/** The measurements of our operator and of a bare client in the same cluster, as bench.py writes them into files of the folder. */
async function measure(folder: string): Promise<Results> {
  const program = await buildInto(folder);
  const command = operatorCommand(program);
  // an audit log in one file: bench.py reads on where it stopped
  const kubernetes = await startKubernetes({ apiServerFlags: ['--audit-log-maxsize=4096'] });
  const results = { operator: join(folder, 'result.json'), bare: join(folder, 'bare.json') };
  try {
    await furnish(kubernetes);
    const simulator = python('opsim.py', ['--kubeconfig', kubernetes.adminKubeconfig], 'ignore');
    const kubeconfig = await kubernetes.kubeconfig(user, ['system:masters']);
    const measured = { kubernetes, kubeconfig, operands, scenarios: options.scenarios };
    const bench = async (what: Pick<Measured, 'command' | 'result'> & Partial<Measured>) =>
      finished(python('bench.py', benchArguments({ ...measured, ...what })), 'bench.py');
    await bench({ command, result: results.operator });
    await bench({
      ...{ command: bareCommand(program, folder), result: results.bare },
      ...{ operands: operands.slice(0, 1), scenarios: 'converge,edit,revert,delete' },
    });
    simulator.kill('SIGKILL');
    const log = readFileSync(join(folder, 'operator.log'), 'utf8');
    if (log !== '') say(`the operator warned:\n${log.slice(0, 4_000)}`);
  } finally {
    await kubernetes.stop();
  }
  return results;
}

/** The results as a table, what differs between them, and which limits are reached. */
function compare({ operator, bare }: Results): string {
  const args = [
    join(tools, 'report.py'),
    `Archipelago=${operator}`,
    `bare client=${bare}`,
    `HCO 1.20 (Go)=${recorded}`,
  ];
  const { status, stdout, stderr } = spawnSync('python3', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`report.py: ${stderr}`);
  const read = (file: string): JsonValue => JSON.parse(readFileSync(file, 'utf8'));
  const ours = read(operator);
  const atRest = requestsAtRest(ours).join(', ') || 'nothing';
  const parts = [stdout.trim(), differences, judge(ours, read(recorded)), overBare(ours, read(bare))];
  return [...parts, `At rest, besides the lease: ${atRest}.`].join('\n\n');
}

/** Beside every comparison. */
const differences = `What differs between the two:

- Ours holds a lease, which it renews every two seconds (30 requests a minute, in all counts); theirs ran without leader
  election.
- Theirs is release 1.20, API v1; ours is API v1beta1 of release 1.16. Without settings theirs creates five operands
  (KubeVirt, CDI, NetworkAddonsConfig, MigController, FileRestoreOperator), objects for admission webhooks and policies,
  and asks for certificates of cert-manager; ours creates ${operands.length} operands and a priority class, and has no webhook.
- Theirs was recorded on a quiet machine of the same size, ours at the load averages of the table.
- The record of theirs has no figures of nodes and at rest. Measured on another occasion with 5,000 nodes: 400 MiB, a new
  architecture in the status after 324 ms.
- Both out of cluster, with all permissions, operand operators simulated by \`opsim.py\` without delay, versions as there.`;

const [begin, end] = ['<!-- side by side: begin -->', '<!-- side by side: end -->'] as const;

function writeInto(path: string, table: string): void {
  const text = readFileSync(path, 'utf8');
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${path} has no place for the table (${begin})`);
  writeFileSync(path, `${text.slice(0, from)}${begin}\n\n${table.trim()}\n\n${text.slice(to)}`);
}

async function main(): Promise<void> {
  process.env.KUBEBUILDER_ASSETS = kubernetesPrograms(say);
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });
  if (status !== 0) throw new Error('npm run build failed');
  const folder = mkdtempSync(join(tmpdir(), 'archipelago-bench-'));
  try {
    const results = await measure(folder);
    if (options.out !== undefined) copyFileSync(results.operator, options.out);
    const table = compare(results);
    process.stdout.write(`\n${table}\n`);
    if (isWhole) writeInto(document, table);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

// Ctrl-C and kill: `exit` ends the programs, the guard of the cluster the rest
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
await main();
