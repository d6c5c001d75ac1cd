import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** How a program ran. */
export interface MeasuredProcess {
  readonly ms: number;
  /** Resident at most, MiB; looked at every few milliseconds, so the last of it may be missed. */
  readonly peak: number;
  readonly output: string;
}

const lookMs = 5;

/** Runs it to its end; throws, with what it wrote, when that is no good one. Linux only. */
export async function runMeasured(command: string, args: readonly string[]): Promise<MeasuredProcess> {
  const started = performance.now();
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  let [output, errors, peak] = ['', '', 0];
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    errors = (errors + chunk.toString()).slice(-4_000);
  });
  const look = setInterval(() => {
    peak = Math.max(peak, residentPeak(child.pid));
  }, lookMs);
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}:\n${errors}`);
  } finally {
    clearInterval(look);
    process.off('exit', kill);
  }
  return { ms: performance.now() - started, peak, output };
}

function residentPeak(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    // it has just ended
    return 0;
  }
}
