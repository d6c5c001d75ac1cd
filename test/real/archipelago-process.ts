import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canariesOf } from '../support/told-secrets.ts';

/** `archipelago` as a process of its own. */
export interface ArchipelagoProcess {
  /** Everything it wrote so far, both streams. */
  output(): string;
  /** Whether it is still there. */
  isRunning(): boolean;
  /** Resolves once a line matches; rejects, with the output, when the process ends or the time is over. */
  said(pattern: RegExp, timeoutMs?: number): Promise<RegExpExecArray>;
  /** Ends it without any chance to tidy up and resolves when it is gone. */
  kill(): Promise<void>;
  /** Has it stand still, as it is, until `resume`. */
  suspend(): void;
  resume(): void;
}

const stateFolder = process.env.XDG_STATE_HOME ?? join(tmpdir(), `archipelago-state-${process.pid}`);

const running = new Set<ArchipelagoProcess & { killNow(): void }>();

// Whatever becomes of a test, its processes do not outlive the one that started them.
process.on('exit', () => {
  for (const each of running) each.killNow();
});

const outputs: (() => string)[] = [];

/** What all processes of this file wrote so far. */
export function allOutputs(): readonly string[] {
  return outputs.map((output) => output());
}

/** Files with logins that a command is given, and what of a folder holds one. */
const loginFlags = new Map([
  ['--kubeconfig', ''],
  ['--authfile', ''],
  ['--metrics-cert-path', 'tls.key'],
  ['--webhook-cert-path', 'tls.key'],
]);

function loginFilesOf(args: readonly string[]): readonly string[] {
  return args
    .flatMap((arg, index) => {
      const file = loginFlags.get(args[index - 1] ?? '');
      return file === undefined ? [] : [join(arg, file)];
    })
    .filter((file) => existsSync(file));
}

/** Ends every process started here that is still there. */
export async function killAll(): Promise<void> {
  await Promise.all([...running].map((each) => each.kill()));
}

/** Starts `bin/archipelago` with arguments, and variables besides those of this process. */
export function startArchipelago(
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): ArchipelagoProcess {
  const logins = canariesOf(loginFilesOf(args));
  const child = spawn(process.execPath, ['bin/archipelago', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // none goes on with the cluster that another one kept
    env: { ...process.env, XDG_STATE_HOME: join(stateFolder, String(outputs.length)), ...variables },
  });
  const listeners = new Set<() => void>();
  let output = '';
  let hasEnded = false;
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (text: string) => {
      output += text;
      for (const listener of [...listeners]) listener();
    });
  }
  // `close`, not `exit`: what it wrote last is still in the pipe.
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => {
      hasEnded = true;
      running.delete(started);
      for (const listener of [...listeners]) listener();
      resolve();
      tellTale();
    });
  });

  function said(pattern: RegExp, timeoutMs = 20_000): Promise<RegExpExecArray> {
    return new Promise((resolve, reject) => {
      const finish = (act: () => void) => {
        clearTimeout(timer);
        listeners.delete(look);
        act();
      };
      const fail = (why: string) =>
        finish(() => reject(new Error(`archipelago ${args[0]} ${why} ${pattern}:\n${output.slice(-4_000)}`)));
      const look = () => {
        const found = pattern.exec(output);
        if (found !== null) finish(() => resolve(found));
        else if (hasEnded) fail('ended without saying');
      };
      const timer = setTimeout(() => fail(`did not say within ${timeoutMs} ms`), timeoutMs);
      listeners.add(look);
      look();
    });
  }

  // outside of every test: whichever has started it, the run fails
  const tellTale = () => {
    const told = logins.foundIn(output);
    if (told.length > 0) throw new Error(`archipelago ${args[0]} printed a login of ${told.join(', ')}`);
  };

  outputs.push(() => output);
  const started = {
    output: () => output,
    isRunning: () => !hasEnded,
    said,
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
    suspend: () => {
      child.kill('SIGSTOP');
    },
    resume: () => {
      child.kill('SIGCONT');
    },
    killNow: () => child.kill('SIGKILL'),
  };
  running.add(started);
  return started;
}
