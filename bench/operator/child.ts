import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A process under measurement. */
export interface Child {
  readonly process: ChildProcess;
  /** `performance.now()` when it was started. */
  readonly startedAt: number;
  /** Everything it wrote. */
  output(): string;
  /** Ends it as Ctrl-C does; the exit code. */
  stop(): Promise<number | null>;
  readonly exited: Promise<number | null>;
}

const archipelago = 'bin/archipelago';

/** Starts `archipelago` with arguments. */
export function startArchipelago(args: readonly string[]): Child {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [archipelago, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-10_000);
    });
  }
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return {
    process: child,
    startedAt,
    output: () => output,
    exited,
    stop: () => {
      child.kill('SIGINT');
      return exited;
    },
  };
}

/** Resident memory in MiB, now and at its highest (Linux only). */
export function memoryOf(child: Child): { readonly now: number; readonly peak: number } {
  const { pid, exitCode } = child.process;
  if (exitCode !== null) throw new Error(`the process has ended with ${exitCode}: ${child.output()}`);
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const of = (field: string) =>
    Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) / 1024;
  return { now: of('VmRSS'), peak: of('VmHWM') };
}
