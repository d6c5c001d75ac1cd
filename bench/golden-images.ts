import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type JsonObject, type KubernetesObject, valueAt } from '@archipelago/apimachinery';
import type { KubernetesClient, Resource } from '@archipelago/kube-client';
import { hyperConvergedKind } from '../packages/archipelago/src/api/hyper-converged-kind.ts';
import { bootSourceKinds } from '../packages/archipelago/src/operator/golden-images/boot-source-kinds.ts';
import { createNodes } from '../packages/archipelago/src/simulation/actors/furnish-cluster.ts';
import { startImporter } from '../packages/archipelago/src/simulation/actors/importer/start-importer.ts';
import {
  type ImageRegistry,
  startImageRegistry,
} from '../packages/archipelago/src/simulation/image-registry/start-image-registry.ts';
import { benchNode } from './operator/bench-node.ts';
import { namespace, runClusterProcess } from './operator/cluster-process.ts';
import { type MeasuredCluster, startMeasuredCluster } from './operator/measured-cluster.ts';

/**
 * Measures the operator with a thousand golden images on five thousand nodes, and writes the table into docs/performance.md.
 *   node tools/run.mjs bench/golden-images.ts [--images 1000] [--nodes 5000] [--seconds-at-rest 20]
 * Four processes: the operator as it is delivered, the embedded cluster, and this one with registry and importer (both
 * simulated). Only a run without options is written into the document.
 */
const { values: options } = parseArgs({
  options: {
    cluster: { type: 'boolean', default: false },
    images: { type: 'string', default: '1000' },
    nodes: { type: 'string', default: '5000' },
    'seconds-at-rest': { type: 'string', default: '20' },
    /** Node's own options for the operator, e.g. `--cpu-prof`. */
    'node-option': { type: 'string', multiple: true, default: [] },
  },
});
const imageCount = Number(options.images);
const nodeCount = Number(options.nodes);
const restSeconds = Number(options['seconds-at-rest']);
const isWhole = process.argv.length === 2;

const document = join('docs', 'performance.md');
const [begin, end] = ['<!-- golden images: begin -->', '<!-- golden images: end -->'] as const;

const hyperConverged = { namespace, name: 'kubevirt-hyperconverged' };
const imageArchitectures = ['amd64', 'arm64', 's390x', 'ppc64le'] as const;
/** KubeVirt runs no machines on ppc64le. */
const bootable = ['amd64', 'arm64', 's390x'];
/** Images of the second half that have the same content. */
const alike = 5;
const importMs = 20;
const pauseMs = 100;
/** Kinds of requests of which there are fewer are not told apart. */
const fewRequests = 5;
const longestMs = 15 * 60_000;

const say = (text: string) => process.stderr.write(`bench: ${text}\n`);
const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** A row of the table. */
interface Row {
  readonly name: string;
  readonly figure: string;
}

interface Images {
  readonly registry: ImageRegistry;
  /** By the address in a template. */
  readonly digests: ReadonlyMap<string, string>;
}

/** Golden images; those of the second half come in groups of one digest. */
async function pushImages(): Promise<Images> {
  const registry = await startImageRegistry();
  const digests = new Map<string, string>();
  for (let index = 0; index < imageCount; index += 1) {
    const content = index < imageCount / 2 ? index : imageCount + Math.floor(index / alike);
    const platforms = imageArchitectures.map((architecture) => ({ architecture, revision: String(content) }));
    const digest = registry.push(nameOf(index), 'v1', { platforms });
    digests.set(addressOf(registry, index), digest);
  }
  return { registry, digests };
}

function nameOf(index: number): string {
  return `golden-${String(index).padStart(4, '0')}`;
}

function addressOf(registry: ImageRegistry, index: number): string {
  return `docker://${registry.host}/${nameOf(index)}:v1`;
}

function templates(registry: ImageRegistry): readonly JsonObject[] {
  return Array.from({ length: imageCount }, (_, index) => ({
    metadata: { name: `${nameOf(index)}-cron` },
    spec: {
      schedule: '0 */12 * * *',
      managedDataSource: nameOf(index),
      template: {
        spec: {
          source: { registry: { url: addressOf(registry, index) } },
          storage: { resources: { requests: { storage: '1Gi' } } },
        },
      },
    },
  }));
}

function wanted(registry: ImageRegistry, isOn: boolean): KubernetesObject {
  return {
    apiVersion: 'hco.kubevirt.io/v1beta1',
    kind: 'HyperConverged',
    metadata: hyperConverged,
    spec: {
      featureGates: { enableMultiArchBootImageImport: isOn },
      enableCommonBootImageImport: false,
      storageImport: { insecureRegistries: [registry.host] },
      dataImportCronTemplates: templates(registry),
    },
  };
}

/** Follows all objects of a kind. */
interface Followed {
  /** `performance.now()` when for the first time so many objects fit. */
  until(count: number, fits: (object: KubernetesObject) => boolean, what: string): Promise<number>;
  stop(): void;
}

async function follow(client: KubernetesClient, resource: Resource): Promise<Followed> {
  const opened = await client.watch(resource, {});
  if (!opened.ok) throw new Error(`watch ${resource.plural}: ${opened.status.message}`);
  const stream = opened.value;
  const objects = new Map<string, KubernetesObject>();
  let changedAt = performance.now();
  void (async () => {
    for await (const events of stream) {
      for (const event of events) {
        if (!('object' in event)) continue;
        const key = event.object.metadata.uid ?? '';
        if (event.type === 'DELETED') objects.delete(key);
        else objects.set(key, event.object);
      }
      changedAt = performance.now();
    }
  })().catch(() => undefined);
  return {
    async until(count, fits, what) {
      for (const from = performance.now(); ; await pause(pauseMs / 2)) {
        const found = [...objects.values()].filter(fits).length;
        if (found >= count) return changedAt;
        if (performance.now() - from > longestMs) throw new Error(`${what}: ${found} of ${count}`);
      }
    },
    stop: () => stream.close(),
  };
}

function isReady({ status }: KubernetesObject): boolean {
  const conditions = valueAt(status as JsonObject, 'conditions');
  return (
    Array.isArray(conditions) &&
    conditions.some((each) => each.type === 'Ready' && (each.status as string) === 'True')
  );
}

/** Whether a DataSource leads to another one. */
function isPointer({ spec }: KubernetesObject): boolean {
  return valueAt(spec as JsonObject, 'source', 'dataSource') !== undefined;
}

function isNative({ metadata }: KubernetesObject): boolean {
  return bootable.some((architecture) => metadata.name.endsWith(`-${architecture}`));
}

interface Operator {
  readonly process: ChildProcess;
  output(): string;
  stop(): Promise<void>;
}

function startOperator(folder: string, kubeconfig: string): Operator {
  const child = spawn(
    process.execPath,
    [
      ...options['node-option'],
      ...[join(folder, 'bin', 'archipelago'), 'operator', '--kubeconfig', kubeconfig],
      ...[
        '--namespace',
        namespace,
        '--metrics-bind-address',
        '127.0.0.1:0',
        '--log-level',
        'warn',
        '--golden-images',
        'builtin',
      ],
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-4_000);
    });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    process: child,
    output: () => output,
    stop: async () => {
      child.kill('SIGINT');
      await exited;
      process.off('exit', kill);
    },
  };
}

interface Usage {
  /** Resident, MiB. */
  readonly now: number;
  readonly peak: number;
  readonly cpuSeconds: number;
}

/** Linux only. */
function usageOf({ process: { pid, exitCode }, output }: Operator): Usage {
  if (exitCode !== null) throw new Error(`the operator has ended with ${exitCode}: ${output()}`);
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const of = (field: string) =>
    Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) / 1024;
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  // utime and stime, in hundredths of a second
  const cpuSeconds = (Number(stat[11]) + Number(stat[12])) / 100;
  return { now: of('VmRSS'), peak: of('VmHWM'), cpuSeconds };
}

/** A cluster with nodes, images and the operator; nobody has asked for anything yet. */
interface World {
  readonly cluster: MeasuredCluster;
  readonly images: Images;
  readonly operator: Operator;
  readonly crons: Followed;
  readonly dataSources: Followed;
}

async function withWorld<T>(
  product: string,
  architectures: readonly string[],
  measure: (world: World) => Promise<T>,
): Promise<T> {
  const images = await pushImages();
  const cluster = await startMeasuredCluster();
  const { client } = cluster;
  const nodes = Array.from({ length: nodeCount }, (_, index) =>
    benchNode(`bulk-${index}`, architectures[index % architectures.length] ?? '', 'worker'),
  );
  await createNodes(client, nodes);
  const kubeconfig = join(product, 'kubeconfig');
  writeFileSync(kubeconfig, cluster.operatorKubeconfig, { mode: 0o600 });
  const importer = startImporter({
    client,
    // answered from here: only the operator asks the registry
    lookUp: async ({ url }) => {
      const digest = images.digests.get(url);
      return digest === undefined
        ? { kind: 'failed', message: `${url} is no golden image` }
        : { kind: 'found', digest, architectures: [...imageArchitectures] };
    },
    importMs,
    pollMs: longestMs,
    onProblem: say,
  });
  const crons = await follow(client, bootSourceKinds.dataImportCrons);
  const dataSources = await follow(client, bootSourceKinds.dataSources);
  const operator = startOperator(product, kubeconfig);
  try {
    await quiet(cluster);
    return await measure({ cluster, images, operator, crons, dataSources });
  } catch (error) {
    say(`the operator wrote:\n${operator.output()}`);
    throw error;
  } finally {
    await operator.stop();
    crons.stop();
    dataSources.stop();
    await importer.stop();
    await cluster.stop();
    await images.registry.stop();
  }
}

/** The operator's requests until for two seconds there was none but for its lease. */
async function quiet(cluster: MeasuredCluster): Promise<readonly string[]> {
  const all: string[] = [];
  for (let calm = 0; calm < 20; ) {
    await pause(pauseMs);
    const requests = (await cluster.requests()).filter((request) => !request.includes('/leases/'));
    calm = requests.length === 0 ? calm + 1 : 0;
    all.push(...requests);
  }
  return all;
}

function tally(requests: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const request of requests) {
    const [verb = '', path = ''] = request.split(' ');
    const parts = path.split('/');
    const below = parts[parts.indexOf('namespaces') + 2];
    const what = `${verb.toLowerCase()} ${path.includes('/namespaces/') && below !== undefined ? below : path}`;
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
  const sorted = [...counts].sort(([, a], [, b]) => b - a);
  const few = sorted.filter(([, count]) => count < fewRequests).reduce((sum, [, count]) => sum + count, 0);
  const many = sorted.filter(([, count]) => count >= fewRequests);
  return [...many.map(([what, count]) => `${count} ${what}`), ...(few === 0 ? [] : [`${few} others`])].join(
    ', ',
  );
}

/** What the registry was asked since the last call. */
function registryLog({
  registry,
  digests,
}: Images): () => { readonly rows: readonly Row[]; readonly all: number } {
  let seen = 0;
  return () => {
    const fresh = registry.requests.slice(seen);
    seen = registry.requests.length;
    const manifests = fresh.filter(({ path }) => path.includes('/manifests/'));
    const perImage = new Map<string, number>();
    for (const { path } of manifests) {
      const name = path.split('/')[2] ?? '';
      perImage.set(name, (perImage.get(name) ?? 0) + 1);
    }
    const most = Math.max(0, ...perImage.values());
    const distinct = new Set(digests.values()).size;
    const ofDigest = (manifests.length / distinct).toFixed(2);
    return {
      all: fresh.length,
      rows: [
        {
          name: '  requests to the registry: manifests (all)',
          figure: `${manifests.length} (${fresh.length})`,
        },
        {
          name: `    of an image, at most; of a digest (${distinct}), on average`,
          figure: `${most}; ${ofDigest}`,
        },
      ],
    };
  };
}

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;
const mib = ({ now, peak }: Usage) => `${now.toFixed(0)} MiB (${peak.toFixed(0)})`;

/** Waits for all boot sources of so many architectures; `from` and what it gives are `performance.now()`. */
async function arrival({ crons, dataSources }: World, architectures: number) {
  const cronsAt = await crons.until(imageCount * architectures, isNative, 'crons of an architecture');
  const readyAt = await dataSources.until(
    imageCount * (architectures + 1),
    (object) => isReady(object) && (isNative(object) || isPointer(object)),
    'DataSources that are Ready',
  );
  return { cronsAt, readyAt };
}

/** Rows about everything that followed from something. */
async function consequences(
  world: World,
  what: string,
  architectures: number,
  cause: () => Promise<unknown>,
): Promise<readonly Row[]> {
  const { cluster, images, operator } = world;
  await quiet(cluster);
  const asked = registryLog(images);
  asked();
  const before = usageOf(operator);
  const from = performance.now();
  await cause();
  const { cronsAt, readyAt } = await arrival(world, architectures);
  const requests = await quiet(cluster);
  const after = usageOf(operator);
  const rows: readonly Row[] = [
    { name: `**${what}** → all its crons exist`, figure: seconds(cronsAt - from) },
    { name: `  → all DataSources Ready`, figure: seconds(readyAt - from) },
    ...asked().rows,
    { name: '  Kubernetes requests by the operator', figure: String(requests.length) },
    { name: '    of those', figure: tally(requests) },
    { name: '  CPU of the operator', figure: `${(after.cpuSeconds - before.cpuSeconds).toFixed(1)} s` },
    { name: '  RSS afterwards (peak so far)', figure: mib(after) },
  ];
  // a run that is ended early has told so much
  for (const { name, figure } of rows) say(`${name}: ${figure}`);
  return rows;
}

async function atRest({ cluster, images, operator }: World): Promise<readonly Row[]> {
  await quiet(cluster);
  const asked = registryLog(images);
  asked();
  const before = usageOf(operator);
  await cluster.requests();
  await pause(restSeconds * 1000);
  const requests = await cluster.requests();
  const after = usageOf(operator);
  const others = requests.filter((request) => !request.includes('/leases/'));
  return [
    {
      name: `**at rest, ${restSeconds} s**: Kubernetes requests besides the lease's`,
      figure: `${others.length} (lease: ${requests.length})`,
    },
    { name: '  requests to the registry', figure: String(asked().all) },
    {
      name: '  CPU of the operator',
      figure: `${((after.cpuSeconds - before.cpuSeconds) * 1000).toFixed(0)} ms`,
    },
    { name: '  RSS (peak so far)', figure: mib(after) },
  ];
}

async function sizeRow({ cluster: { client } }: World): Promise<Row> {
  const found = await client.get(hyperConvergedKind, hyperConverged);
  if (!found.ok) throw new Error(found.status.message);
  const kib = (value: unknown) => (JSON.stringify(value).length / 1024).toFixed(0);
  const { spec, status } = found.value;
  return {
    name: 'HyperConverged as JSON (etcd takes 1,536 KiB): whole, spec, status',
    figure: `${kib(found.value)} KiB, ${kib(spec)} KiB, ${kib(status)} KiB`,
  };
}

/** Boot sources without architectures first, then the gate. */
async function measureGate(world: World): Promise<readonly Row[]> {
  const { cluster, images, operator, dataSources } = world;
  const { client } = cluster;
  const idle = usageOf(operator);
  must(await client.create(hyperConvergedKind, wanted(images.registry, false)));
  await dataSources.until(imageCount, isReady, 'plain DataSources that are Ready');
  await quiet(cluster);
  const plain = usageOf(operator);
  const gate = await consequences(world, 'gate set, plain boot sources exist', bootable.length, async () => {
    const body = { spec: { featureGates: { enableMultiArchBootImageImport: true } } };
    must(await client.patch(hyperConvergedKind, hyperConverged, { type: 'merge', body }));
  });
  return [
    { name: `RSS without a HyperConverged, ${nodeCount} nodes (peak)`, figure: mib(idle) },
    { name: `RSS with ${imageCount} images, gate not set (peak)`, figure: mib(plain) },
    ...gate,
    await sizeRow(world),
    ...(await atRest(world)),
  ];
}

/** The gate from the beginning; later a node of one architecture more. */
async function measureNewcomer(world: World): Promise<readonly Row[]> {
  const { client } = world.cluster;
  const fresh = await consequences(
    world,
    'HyperConverged created with the gate set, 2 bootable architectures',
    bootable.length - 1,
    async () => must(await client.create(hyperConvergedKind, wanted(world.images.registry, true))),
  );
  const newcomer = await consequences(world, 'first s390x node joins', bootable.length, () =>
    createNodes(client, [benchNode('newcomer', 's390x', 'worker')]),
  );
  return [...fresh, ...newcomer, ...(await atRest(world))];
}

function must<T>(result: { ok: true; value: T } | { ok: false; status: { message: string } }): T {
  if (!result.ok) throw new Error(result.status.message);
  return result.value;
}

/** The product as it is now, where nobody builds another meanwhile. */
function buildInto(folder: string): void {
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });
  if (status !== 0) throw new Error('npm run build failed');
  for (const part of ['bin', 'dist', 'package.json']) cpSync(part, join(folder, part), { recursive: true });
}

function writeInto(path: string, table: string): void {
  const text = readFileSync(path, 'utf8');
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${path} has no place for the table (${begin})`);
  writeFileSync(path, `${text.slice(0, from)}${begin}\n\n${table.trim()}\n\n${text.slice(to)}`);
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'archipelago-bench-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  buildInto(folder);
  const load = () => (loadavg()[0] ?? 0).toFixed(1);
  const atStart = load();
  const gate = await withWorld(folder, imageArchitectures, measureGate);
  const others = imageArchitectures.filter((architecture) => architecture !== 's390x');
  const newcomer = await withWorld(folder, others, measureNewcomer);
  const rows: readonly Row[] = [
    { name: 'load average at start / end', figure: `${atStart} / ${load()}` },
    ...gate,
    ...newcomer,
  ];
  const table = [
    `| ${imageCount} images, ${nodeCount} nodes | Archipelago |`,
    '|---|---|',
    ...rows.map(({ name, figure }) => `| ${name} | ${figure} |`),
  ].join('\n');
  process.stdout.write(`\n${table}\n`);
  if (isWhole) writeInto(document, table);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
// the cluster ends with whoever started it
if (options.cluster) process.once('disconnect', () => process.exit());
await (options.cluster ? runClusterProcess() : main());
