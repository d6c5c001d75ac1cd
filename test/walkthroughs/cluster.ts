import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';

/** An embedded cluster in a process of its own, as `archipelago up` starts it. */
export interface Cluster {
  readonly kubeconfig: string;
  readonly server: string;
  readonly ca: string;
  readonly token: string;
  /** Everything it printed so far. */
  output(): string;
  /** Ends it as Ctrl-C does; the exit code, null when it had to be killed. */
  stop(): Promise<number | null>;
}

const readyLine = /^ready kubeconfig=(\S+)/m;

/** Starts `archipelago up` on ports of its own choice and waits until the HyperConverged is Available. */
export async function startCluster(
  platform: string,
  timeoutMs = 60_000,
  further: readonly string[] = [],
): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'archipelago-up-'));
  const kubeconfig = join(folder, 'kubeconfig');
  const args = [
    'bin/archipelago',
    'up',
    '--platform',
    platform,
    '--port',
    '0',
    '--kubeconfig-out',
    kubeconfig,
    ...['--data-dir', join(folder, 'cluster')],
    ...further,
  ];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (text: string) => {
      output += text;
    });
  }
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  try {
    await ready(child, exited, () => readyLine.test(output), timeoutMs);
  } catch (error) {
    child.kill('SIGKILL');
    throw new Error(`archipelago up: ${error instanceof Error ? error.message : String(error)}\n${output}`);
  }
  return {
    kubeconfig,
    ...credentials(readFileSync(kubeconfig, 'utf8')),
    output: () => output,
    stop: async () => {
      child.kill('SIGINT');
      const patience = setTimeout(() => child.kill('SIGKILL'), 50_000);
      const code = await exited;
      clearTimeout(patience);
      rmSync(folder, { recursive: true, force: true });
      return code;
    },
  };
}

async function ready(
  child: ChildProcess,
  exited: Promise<number | null>,
  isReady: () => boolean,
  timeoutMs: number,
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`not ready after ${timeoutMs} ms`)), timeoutMs);
    child.stdout?.on('data', () => {
      if (!isReady()) return;
      clearTimeout(timer);
      resolve();
    });
    void exited.then((code) => {
      clearTimeout(timer);
      reject(new Error(`ended with ${code} before it was ready`));
    });
  });
}

/** What a client needs of the kubeconfig that `up` wrote. */
function credentials(kubeconfig: string): { server: string; ca: string; token: string } {
  const { clusters, users } = parse(kubeconfig);
  const { server, 'certificate-authority-data': ca } = clusters[0].cluster;
  return { server, ca: Buffer.from(ca, 'base64').toString(), token: users[0].user.token };
}
