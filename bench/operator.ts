// The operator as its own process against an embedded cluster in another: latency, requests, memory.
//   node tools/run.mjs bench/operator.ts [--seconds-at-rest 30] [--nodes 5000]
// Prints the figures beside those recorded for the Go operator, and what differs between the two measurements.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type JsonObject, type JsonValue, valueAt } from '@archipelago/apimachinery';
import { hyperConvergedKind } from '../packages/archipelago/src/api/hyper-converged-kind.ts';
import { parseManifest } from '../packages/archipelago/src/cli/input/manifest.ts';
import { standardInputs } from '../packages/archipelago/src/cluster-facts/standard-cluster.ts';
import { admit } from '../packages/archipelago/src/config/admit.ts';
import { loadEngines } from '../packages/archipelago/src/config/load-engines.ts';
import { operandBehaviours } from '../packages/archipelago/src/simulation/actors/operand-behaviours.ts';
import { benchNode } from './operator/bench-node.ts';
import { type Child, memoryOf, startArchipelago } from './operator/child.ts';
import { namespace, runClusterProcess } from './operator/cluster-process.ts';
import { type MeasuredCluster, startMeasuredCluster, watchFor } from './operator/measured-cluster.ts';
import { type Figure, median, milliseconds, printComparison, recorded } from './operator/print-comparison.ts';

const { values: options } = parseArgs({
  options: {
    cluster: { type: 'boolean', default: false },
    'seconds-at-rest': { type: 'string', default: '30' },
    nodes: { type: 'string', default: '5000' },
  },
});

const name = 'kubevirt-hyperconverged';
const hyperConverged = { namespace, name };
const kubevirt = { namespace, name: `kubevirt-${name}` };
const migrations = ['spec', 'configuration', 'migrations', 'parallelMigrationsPerCluster'];
const nodeResource = { group: '', version: 'v1', plural: 'nodes', kind: 'Node', namespaced: false };
const repetitions = 20;
const pauseMs = 250;

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

function resourceOf(kind: string) {
  const found = operandBehaviours.find(({ resource }) => resource.kind === kind);
  if (found === undefined) throw new Error(`no operand kind ${kind}`);
  return found.resource;
}

/** Waits until the operator has asked nothing but its lease for a second. */
async function quiet(cluster: MeasuredCluster): Promise<readonly string[]> {
  const all: string[] = [];
  for (let calm = 0; calm < 4; ) {
    await pause(pauseMs);
    const requests = (await cluster.requests()).filter((request) => !request.includes('/leases/'));
    calm = requests.length === 0 ? calm + 1 : 0;
    all.push(...requests);
  }
  return all;
}

function value(object: unknown, path: readonly string[]): JsonValue | undefined {
  return valueAt(object as JsonValue, ...path);
}

async function upOnce(platform: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'archipelago-bench-'));
  const child = startArchipelago([
    'up',
    '--once',
    '--platform',
    platform,
    '--kubeconfig-out',
    join(folder, 'k'),
  ]);
  const code = await child.exited;
  rmSync(folder, { recursive: true });
  if (code !== 0) throw new Error(`up --once ended with ${code}: ${child.output()}`);
  return performance.now() - child.startedAt;
}

function startOperator(kubeconfig: string): Child {
  return startArchipelago([
    'operator',
    ...['--kubeconfig', kubeconfig, '--namespace', namespace],
    ...['--metrics-bind-address', '127.0.0.1:0', '--log-level', 'warn', '--golden-images', 'ssp'],
  ]);
}

async function measureArrival(cluster: MeasuredCluster, operator: Child): Promise<Figure[]> {
  await quiet(cluster);
  const idle = memoryOf(operator);
  const wanted = ['KubeVirt', 'CDI', 'NetworkAddonsConfig'];
  const waits = await Promise.all(
    wanted.map((kind) => watchFor(cluster.client, resourceOf(kind), () => true)),
  );
  const available = await watchFor(cluster.client, hyperConvergedKind, ({ status }) => {
    const conditions = value(status, ['conditions']) as readonly JsonObject[] | undefined;
    return conditions?.some(({ type, status }) => type === 'Available' && status === 'True') === true;
  });
  const begin = performance.now();
  await cluster.client.create(hyperConvergedKind, {
    apiVersion: 'hco.kubevirt.io/v1beta1',
    kind: 'HyperConverged',
    metadata: hyperConverged,
    spec: {},
  });
  const created = await Promise.all(waits.map((wait) => wait()));
  const availableAt = await available();
  const requests = await quiet(cluster);
  return [
    { name: 'memory, idle without a HyperConverged', ours: mib(idle), theirs: recorded.memoryIdle },
    {
      name: 'all operands created',
      ours: `${(Math.max(...created) - begin).toFixed(1)} ms`,
      theirs: recorded.operands,
    },
    { name: 'Available', ours: `${(availableAt - begin).toFixed(1)} ms`, theirs: '500 ms' },
    {
      name: 'requests until quiet',
      ours: String(requests.length),
      theirs: recorded.operandsRequests,
      which: tally(requests),
    },
    { name: 'memory, idle with a HyperConverged', ours: mib(memoryOf(operator)), theirs: '70 MiB' },
  ];
}

async function measureEdits(cluster: MeasuredCluster): Promise<Figure[]> {
  const times: number[] = [];
  await quiet(cluster);
  for (let turn = 0; turn < repetitions; turn += 1) {
    const wanted = 11 + turn;
    const seen = await watchFor(
      cluster.client,
      resourceOf('KubeVirt'),
      (object) => value(object, migrations) === wanted,
    );
    const begin = performance.now();
    await cluster.client.patch(hyperConvergedKind, hyperConverged, {
      type: 'merge',
      body: { spec: { liveMigrationConfig: { parallelMigrationsPerCluster: wanted } } },
    });
    times.push((await seen()) - begin);
    await pause(pauseMs);
  }
  const requests = await quiet(cluster);
  return [
    { name: 'edit to operand', ours: milliseconds(times), theirs: recorded.edit },
    {
      name: 'requests per edit',
      ours: perTurn(requests),
      theirs: recorded.editRequests,
      which: tally(requests),
    },
  ];
}

async function measureReverts(cluster: MeasuredCluster): Promise<Figure[]> {
  const times: number[] = [];
  await quiet(cluster);
  const before = await cluster.client.get(resourceOf('KubeVirt'), kubevirt);
  const wanted = before.ok ? value(before.value, migrations) : undefined;
  for (let turn = 0; turn < repetitions; turn += 1) {
    let spoiled = false;
    const back = await watchFor(cluster.client, resourceOf('KubeVirt'), (object) => {
      const now = value(object, migrations);
      if (now === 100 + turn) spoiled = true;
      return spoiled && now === wanted;
    });
    const begin = performance.now();
    const body = { spec: { configuration: { migrations: { parallelMigrationsPerCluster: 100 + turn } } } };
    await cluster.client.patch(resourceOf('KubeVirt'), kubevirt, { type: 'merge', body });
    times.push((await back()) - begin);
    await pause(pauseMs);
  }
  const requests = await quiet(cluster);
  return [
    { name: 'revert', ours: milliseconds(times), theirs: recorded.revert },
    {
      name: 'requests per revert',
      ours: perTurn(requests),
      theirs: recorded.revertRequests,
      which: tally(requests),
    },
  ];
}

async function measureRest(cluster: MeasuredCluster): Promise<Figure[]> {
  const seconds = Number(options['seconds-at-rest']);
  await quiet(cluster);
  await pause(seconds * 1000);
  const requests = await cluster.requests();
  const perMinute = ((requests.length * 60) / seconds).toFixed(1);
  return [{ name: 'requests per minute at rest', ours: perMinute, theirs: '', which: tally(requests) }];
}

/** The operator comes back after a change it has not seen. */
async function measureRestarts(cluster: MeasuredCluster, kubeconfig: string): Promise<Figure[]> {
  const times: number[] = [];
  const counts: number[] = [];
  for (const wanted of [41, 42, 43]) {
    const body = { spec: { liveMigrationConfig: { parallelMigrationsPerCluster: wanted } } };
    await cluster.client.patch(hyperConvergedKind, hyperConverged, { type: 'merge', body });
    const seen = await watchFor(
      cluster.client,
      resourceOf('KubeVirt'),
      (object) => value(object, migrations) === wanted,
    );
    await cluster.requests();
    const operator = startOperator(kubeconfig);
    times.push((await seen()) - operator.startedAt);
    counts.push((await quiet(cluster)).length);
    await operator.stop();
  }
  return [
    { name: 'start to first effect', ours: milliseconds(times), theirs: recorded.restart },
    {
      name: 'requests after a start until quiet',
      ours: String(median(counts)),
      theirs: recorded.restartRequests,
    },
  ];
}

async function measureManyNodes(cluster: MeasuredCluster, kubeconfig: string): Promise<Figure[]> {
  const count = Number(options.nodes);
  const operator = startOperator(kubeconfig);
  await quiet(cluster);
  await cluster.createNodes(count);
  await quiet(cluster);
  await pause(2000);
  const grown = memoryOf(operator);
  const times: number[] = [];
  for (let turn = 0; turn < 5; turn += 1) {
    const shows = (wanted: boolean) =>
      watchFor(cluster.client, hyperConvergedKind, ({ status }) => {
        const shown = value(status, ['nodeInfo', 'workloadsArchitectures']);
        return Array.isArray(shown) && shown.includes('s390x') === wanted;
      });
    const seen = await shows(true);
    const begin = performance.now();
    await cluster.client.create(nodeResource, benchNode('new-architecture', 's390x', 'worker'));
    times.push((await seen()) - begin);
    const gone = await shows(false);
    await cluster.client.delete(nodeResource, { name: 'new-architecture' });
    await gone();
  }
  await operator.stop();
  const fresh = startOperator(kubeconfig);
  await quiet(cluster);
  await pause(2000);
  const restarted = memoryOf(fresh);
  await fresh.stop();
  return [
    { name: `memory after ${count} nodes came`, ours: mib(grown), theirs: recorded.memoryNodes },
    { name: `memory after a start with ${count} nodes`, ours: mib(restarted), theirs: recorded.memoryNodes },
    {
      name: `new architecture in status, ${count} nodes`,
      ours: milliseconds(times),
      theirs: recorded.newArchitecture,
    },
  ];
}

/** The pure middle alone: schema, defaults, review and all operands of the example. */
async function measureRenders(): Promise<Figure[]> {
  const parsed = parseManifest(readFileSync('examples/heterogeneous.yaml', 'utf8'));
  if (!parsed.ok) throw new Error('the example is no manifest');
  const { object } = parsed.manifest;
  const engines = await loadEngines(object);
  const render = () =>
    admit({ operation: 'create', object, oldObject: undefined, inputs: standardInputs }, engines);
  for (const begin = performance.now(); performance.now() - begin < 500; ) render();
  const begin = performance.now();
  let count = 0;
  for (; performance.now() - begin < 2000; count += 1) render();
  const perSecond = (count * 1000) / (performance.now() - begin);
  return [{ name: 'renders per second', ours: perSecond.toFixed(0), theirs: '' }];
}

function perTurn(requests: readonly string[]): string {
  return (requests.length / repetitions).toFixed(2);
}

function mib({ now, peak }: { readonly now: number; readonly peak: number }): string {
  return `${now.toFixed(0)} MiB (peak ${peak.toFixed(0)})`;
}

function tally(requests: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const request of requests) {
    const [verb, path = ''] = request.split(' ');
    const what = `${verb} ${path.split('/').slice(-2).join('/')}`;
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
  return [...counts].map(([what, count]) => `${count} ${what}`).join(', ');
}

const say = (text: string) => process.stderr.write(`${text}\n`);

async function measureUp(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const platform of ['kubernetes', 'openshift']) {
    const times: number[] = [];
    for (let turn = 0; turn < 5; turn += 1) times.push(await upOnce(platform));
    figures.push({ name: `up --once, ${platform}`, ours: milliseconds(times), theirs: '' });
  }
  return figures;
}

async function measureOperator(cluster: MeasuredCluster, kubeconfig: string): Promise<Figure[]> {
  const operator = startOperator(kubeconfig);
  const figures: Figure[] = [];
  for (const measure of [measureArrival, measureEdits, measureReverts, measureRest]) {
    say(`  ${measure.name}`);
    figures.push(...(await measure(cluster, operator)));
  }
  await operator.stop();
  for (const measure of [measureRestarts, measureManyNodes]) {
    say(`  ${measure.name}`);
    figures.push(...(await measure(cluster, kubeconfig)));
  }
  return figures;
}

async function withCluster(
  measure: (cluster: MeasuredCluster, kubeconfig: string) => Promise<Figure[]>,
): Promise<Figure[]> {
  const cluster = await startMeasuredCluster();
  const folder = mkdtempSync(join(tmpdir(), 'archipelago-bench-'));
  const kubeconfig = join(folder, 'kubeconfig');
  writeFileSync(kubeconfig, cluster.operatorKubeconfig, { mode: 0o600 });
  try {
    return await measure(cluster, kubeconfig);
  } finally {
    await cluster.stop();
    rmSync(folder, { recursive: true });
  }
}

async function main(): Promise<void> {
  say(`${cpus().length} cores, load ${loadavg()[0]?.toFixed(2)}, node ${process.version}`);
  const figures: Figure[] = [];
  for (const [name, measure] of [
    ['renders', measureRenders],
    ['up --once', measureUp],
    ['operator', () => withCluster(measureOperator)],
  ] as const) {
    say(name);
    figures.push(...(await measure()));
  }
  process.stdout.write(printComparison(figures));
}

await (options.cluster ? runClusterProcess() : main());
