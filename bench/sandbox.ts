import { fork } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { kubernetesPrograms } from '../test/kubernetes/kubernetes-programs.ts';
import { startKubernetes } from '../test/kubernetes/start-kubernetes.ts';
import { buildServer } from './build-server.ts';
import { type LeanClient, leanClient } from './lean-client.ts';

// The embedded server beside a real kube-apiserver with etcd: the same client, over HTTPS, each server in processes of its own.
//   npm run bench:sandbox [objects]
// The first round is not counted: neither server is measured before it is warm. CPU time is that of the servers alone; the client
// shares the two cores with them, and holds up the faster one the more.

const objects = Number(process.argv[2] ?? 1_000);
const rounds = 4;
const atOnce = 16;
const lists = 30;
const watchers = 1_000;
const changes = 50;
const mergePatch = 'application/merge-patch+json';
const collection = '/api/v1/namespaces/default/configmaps';

/** A server under measurement. */
interface Contender {
  readonly name: string;
  readonly client: LeanClient;
  readonly readySeconds: number;
  /** Its processes. */
  pids(): readonly string[];
  stop(): Promise<void>;
}

function residentOf(pid: string): number {
  const [, kibibytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kibibytes) / 1024;
}

const ticksPerSecond = 100;

/** CPU time in milliseconds, of all threads. */
function cpuOf(pid: string): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const [user = '0', system = '0'] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11);
  return ((Number(user) + Number(system)) * 1000) / ticksPerSecond;
}

function sumOf(one: Contender, figure: (pid: string) => number): number {
  return one.pids().reduce((sum, pid) => sum + figure(pid), 0);
}

/** Processes that this one started, by the beginning of their command's name. */
function children(...names: readonly string[]): readonly string[] {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      const [, command = '', parent] =
        /\((.*)\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
      return Number(parent) === process.pid && names.some((name) => name.startsWith(command));
    } catch {
      return false;
    }
  });
}

async function startEmbedded(folder: string): Promise<Contender> {
  const program = buildServer();
  const begin = performance.now();
  const child = fork(program);
  const config = await new Promise<unknown>((resolve) => child.once('message', resolve));
  const kubeconfig = join(folder, 'embedded');
  writeFileSync(kubeconfig, String(config));
  const client = await leanClient(kubeconfig);
  return {
    name: 'embedded',
    client,
    readySeconds: (performance.now() - begin) / 1000,
    pids: () => [String(child.pid)],
    stop: async () => {
      client.close();
      child.kill();
    },
  };
}

async function startReal(): Promise<Contender> {
  process.env.KUBEBUILDER_ASSETS = kubernetesPrograms(() => undefined);
  const begin = performance.now();
  const real = await startKubernetes();
  const client = await leanClient(real.adminKubeconfig);
  return {
    name: 'kube-apiserver and etcd',
    client,
    readySeconds: (performance.now() - begin) / 1000,
    pids: () => children('etcd', 'kube-apiserver'),
    stop: async () => {
      client.close();
      await real.stop();
    },
  };
}

/** Does something often, some at the same time; how often per second. */
async function rate(count: number, act: (index: number) => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  let next = 0;
  const work = async () => {
    while (next < count) {
      next += 1;
      await act(next);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return (count * 1000) / (performance.now() - begin);
}

/** What was measured of something: how often per second, and what it cost the server. */
interface Outcome {
  readonly perSecond: number;
  readonly cpuMs: number;
}

async function rated(
  one: Contender,
  count: number,
  act: (index: number) => Promise<unknown>,
): Promise<Outcome> {
  const before = sumOf(one, cpuOf);
  const perSecond = await rate(count, act);
  return { perSecond, cpuMs: sumOf(one, cpuOf) - before };
}

function configMap(name: string, index: number) {
  const labels = { app: 'bench', part: `part-${index % 20}` };
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, labels }, data: { text: 'x'.repeat(500) } };
}

/** Events that arrive per second while many watch what few change. */
async function fanOut(contender: Contender, round: number): Promise<Outcome> {
  let seen = 0;
  const wanted = watchers * changes;
  let finish = () => {};
  let onEnd = () => {};
  const finished = new Promise<void>((resolve, reject) => {
    finish = resolve;
    // a kube-apiserver does that to those it cannot serve fast enough
    onEnd = () => reject(new Error(`${contender.name} has ended a watch`));
  });
  const { client } = contender;
  const namespace = `fan-${round}`;
  await client.ask('POST', '/api/v1/namespaces', { body: { metadata: { name: namespace } } });
  const path = `/api/v1/namespaces/${namespace}/secrets`;
  await client.ask('POST', path, { body: { metadata: { name: 'one' } } });
  const stops: (() => void)[] = [];
  const onData = () =>
    countEvents((count) => {
      seen += count;
      if (seen >= wanted) finish();
    });
  const follow = () => client.follow(`${path}?watch=true&resourceVersion=0`, { onData: onData(), onEnd });
  await rate(watchers, async () => stops.push(await follow()));
  const [begin, before] = [performance.now(), sumOf(contender, cpuOf)];
  for (let change = 0; change < changes; change += 1)
    await client.ask('PATCH', `${path}/one`, {
      body: { metadata: { annotations: { change: String(change) } } },
      type: mergePatch,
    });
  await finished;
  const seconds = (performance.now() - begin) / 1000;
  const cpuMs = sumOf(contender, cpuOf) - before;
  for (const stop of stops) stop();
  return { perSecond: wanted / seconds, cpuMs };
}

const marker = Buffer.from('"MODIFIED"');

/** Counts events in what comes of a stream, also those that come in two parts. */
function countEvents(counted: (count: number) => void): (bytes: Buffer) => void {
  let rest = Buffer.alloc(0);
  return (bytes) => {
    const all = Buffer.concat([rest, bytes]);
    let [count, end] = [0, 0];
    for (let at = all.indexOf(marker); at >= 0; at = all.indexOf(marker, end)) {
      count += 1;
      end = at + marker.length;
    }
    rest = all.subarray(Math.max(end, all.length - marker.length + 1));
    counted(count);
  };
}

type Row = readonly [name: string, measure: (contender: Contender, round: number) => Promise<Outcome>];

const rows: readonly Row[] = [
  [
    'create',
    (one, round) =>
      rated(one, objects, (index) =>
        one.client.ask('POST', collection, { body: configMap(`r${round}-${index}`, index) }),
      ),
  ],
  [
    'get',
    (one, round) => rated(one, objects, (index) => one.client.ask('GET', `${collection}/r${round}-${index}`)),
  ],
  ['list', (one) => rated(one, lists, () => one.client.ask('GET', collection))],
  [
    'list by label',
    (one) => rated(one, lists * 5, () => one.client.ask('GET', `${collection}?labelSelector=part%3Dpart-7`)),
  ],
  [
    'merge patch',
    (one, round) =>
      rated(one, objects, (index) =>
        one.client.ask('PATCH', `${collection}/r${round}-${index}`, {
          body: { data: { a: 'b' } },
          type: mergePatch,
        }),
      ),
  ],
  [
    'apply',
    (one, round) =>
      rated(one, objects, (index) => {
        const path = `${collection}/r${round}-${index}?fieldManager=bench&force=true`;
        const body = configMap(`r${round}-${index}`, index);
        return one.client.ask('PATCH', path, { body, type: 'application/apply-patch+yaml' });
      }),
  ],
  [`events to ${watchers} watchers`, fanOut],
];

/** Of the rounds that count. */
const median = ([, ...values]: readonly number[]) =>
  values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function compare(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'archipelago-bench-'));
  const contenders = [await startEmbedded(folder), await startReal()];
  const idle = contenders.map((one) => sumOf(one, residentOf));
  const rates: Figures = new Map(rows.map(([name]) => [name, contenders.map(() => [])]));
  const costs: Figures = new Map(rows.map(([name]) => [name, contenders.map(() => [])]));
  const turns = Array.from({ length: rounds }, (_, round) =>
    rows.map((row) => [round, ...row] as const),
  ).flat();
  try {
    // in turns, so that a busy moment of the machine is everybody's
    for (const [round, name, measure] of turns)
      for (const [index, one] of contenders.entries()) {
        const { perSecond, cpuMs } = await measure(one, round);
        rates.get(name)?.[index]?.push(perSecond);
        costs.get(name)?.[index]?.push(cpuMs);
      }
    print(contenders, idle, { rates, costs });
  } finally {
    for (const one of contenders) await one.stop();
    rmSync(folder, { recursive: true });
  }
}

/** By row, then by contender: one for each round. */
type Figures = ReadonlyMap<string, readonly number[][]>;

function print(
  contenders: readonly Contender[],
  idle: readonly number[],
  { rates, costs }: { readonly rates: Figures; readonly costs: Figures },
): void {
  const line = (...cells: readonly string[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`);
  const row = (name: string, values: readonly number[], isBetterGreat: boolean) => {
    const [embedded = 1, real = 1] = values;
    const ratio = isBetterGreat ? embedded / real : real / embedded;
    line(name, ...values.map((value) => String(Number(value.toPrecision(2)))), ratio.toFixed(1));
  };
  line('', ...contenders.map(({ name }) => name), 'times as good');
  line('---', '---:', '---:', '---:');
  row(
    'ready, seconds',
    contenders.map(({ readySeconds }) => readySeconds),
    false,
  );
  row('memory after the start, MiB', idle, false);
  for (const [name, all] of rates) row(`${name}, per second`, all.map(median), true);
  for (const [name, all] of costs) row(`${name}: CPU of the server, ms a round`, all.map(median), false);
  row(
    'memory after all that, MiB',
    contenders.map((one) => sumOf(one, residentOf)),
    false,
  );
}

await compare();
