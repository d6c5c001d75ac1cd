import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Ends every process it was told of, and removes the folder, as soon as this process is gone, however it went. */
export interface Guard {
  watch(child: ChildProcess): void;
  /** The same now, in order; resolves when the folder is gone. */
  finish(): Promise<void>;
}

// It reads process ids until its input ends: with this process, its end of the pipe goes, too.
const script =
  'while read -r pid; do pids="$pids $pid"; done; kill -KILL $pids 2>/dev/null; sleep 0.1; rm -rf "$1"';

/** Starts one for a folder. */
export function startGuard(folder: string): Guard {
  // A session of its own: Ctrl-C in a terminal is for us, it comes to tidy up afterwards.
  const guard = spawn('sh', ['-c', script, 'guard', folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.unref();
  const ended = new Promise<void>((resolve) => guard.once('exit', () => resolve()));
  return {
    watch: ({ pid }) => {
      if (pid !== undefined) guard.stdin.write(`${pid}\n`);
    },
    finish: async () => {
      guard.ref();
      guard.stdin.end();
      await ended;
    },
  };
}

/** One program of the cluster, writing into a log file. */
export interface KubernetesProcess {
  /** Resolves once the probe does; rejects, with the end of the log, when the process ends or the time is over. */
  until(probe: () => Promise<boolean>, timeoutMs: number): Promise<void>;
  /** Stops it where it is: it holds its connections and answers nothing until `thaw`. */
  freeze(): void;
  thaw(): void;
  /** Asks it to end, and after a while makes it. */
  stop(graceMs?: number): Promise<void>;
}

const standardGraceMs = 5_000;
const lookAgainMs = 50;

/** Starts a program of a folder; its log is `<program>.log` in the working folder. */
export function startProcess(
  { programs, folder, guard }: { readonly programs: string; readonly folder: string; readonly guard: Guard },
  program: string,
  args: readonly string[],
): KubernetesProcess {
  const log = join(folder, `${program}.log`);
  const output = openSync(log, 'a');
  const child = spawn(join(programs, program), args, { stdio: ['ignore', output, output], cwd: folder });
  closeSync(output);
  guard.watch(child);
  let hasEnded = false;
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      hasEnded = true;
      resolve();
    };
    child.once('exit', end);
    child.once('error', end);
  });
  return {
    until: async (probe, timeoutMs) => {
      const deadline = performance.now() + timeoutMs;
      while (!(await probe().catch(() => false))) {
        if (hasEnded || performance.now() > deadline) {
          const why = hasEnded ? 'ended' : `was not ready after ${timeoutMs} ms`;
          throw new Error(`${program} ${why}:\n${readFileSync(log, 'utf8').slice(-3_000)}`);
        }
        await new Promise((resolve) => setTimeout(resolve, lookAgainMs));
      }
    },
    freeze: () => child.kill('SIGSTOP'),
    thaw: () => child.kill('SIGCONT'),
    stop: async (graceMs = standardGraceMs) => {
      child.kill('SIGTERM');
      const patience = setTimeout(() => child.kill('SIGKILL'), graceMs);
      await ended;
      clearTimeout(patience);
    },
  };
}
