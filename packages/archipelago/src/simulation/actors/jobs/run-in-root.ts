import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { enterEnvironment, enterRoot } from './enter-root.ts';

/** A program and the root it sees, which `furnishRoot` has made. */
interface RootedProgram {
  /** Has `root`. */
  readonly folder: string;
  /** Files and folders of this machine that appear in that root. */
  readonly binds: readonly RootBind[];
  readonly confinement: Confinement;
  readonly directory: string;
  readonly program: readonly string[];
  /** What it says, as it says it. */
  readonly said: (text: string) => void;
}

/** A file or folder of this machine at an absolute path of the root. */
export interface RootBind {
  readonly source: string;
  readonly path: string;
  /** `programs` stay their owners'; volumes become the pod's, to read or to write. */
  readonly access: 'programs' | 'read' | 'write';
}

/** What a program may not do, although it is root of its namespace. */
export interface Confinement {
  /** That are left, as capabilities(7) calls them, without CAP_. */
  readonly capabilities: readonly string[];
  readonly noNewPrivileges: boolean;
  /** What is not bound cannot be written. */
  readonly readOnlyRoot: boolean;
}

/** How it ended; `unrooted`: it never began, because this machine gives no root of its own. */
type RootedEnd =
  | { readonly kind: 'ended'; readonly exitCode: number; readonly log: string }
  | { readonly kind: 'unrooted'; readonly why: string };

const longestTail = 64 * 1024;
const killed = 137;

/**
 * Runs a program in a root of its own, as a user who is nobody on this machine. Needs root to make all that. `signal` kills the program
 * with all it has started.
 */
export async function runInRoot(
  { folder, binds, confinement, directory, program, said }: RootedProgram,
  signal: AbortSignal,
): Promise<RootedEnd> {
  const mounts = binds.flatMap(({ source, path, access }) => [access, source, path]);
  const { readOnlyRoot } = confinement;
  const shell = [...enterRoot, folder, readOnlyRoot ? 'ro' : 'rw', ...mounts, '--'];
  const args = [...shell, ...confining(confinement), directory, ...program];
  const { exitCode, log, hasEntered } = await collect(args, said, signal);
  return hasEntered || signal.aborted
    ? { kind: 'ended', exitCode, log }
    : { kind: 'unrooted', why: log.trim() };
}

function confining({ capabilities, noNewPrivileges }: Confinement): readonly string[] {
  const left = capabilities.map((name) => `,+${name.toLowerCase()}`).join('');
  return [`--bounding-set=-all${left}`, noNewPrivileges ? '--no-new-privs' : '--inh-caps=-all'];
}

interface Collected {
  readonly exitCode: number;
  readonly log: string;
  readonly hasEntered: boolean;
}

function collect(
  args: readonly string[],
  said: RootedProgram['said'],
  signal: AbortSignal,
): Promise<Collected> {
  return new Promise((resolve) => {
    const heard = { log: '', hasEntered: false };
    const keep = (text: string) => {
      heard.log = (heard.log + text).slice(-longestTail);
      said(text);
    };
    const child = spawn('unshare', args, {
      env: enterEnvironment,
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    });
    const kill = () => child.kill('SIGKILL');
    const finish = (exitCode: number) => {
      signal.removeEventListener('abort', kill);
      resolve({ exitCode, ...heard });
    };
    // a character may come in two pieces
    listen(child.stdout, keep);
    listen(child.stderr, keep);
    listen(child.stdio[3], () => {
      heard.hasEntered = true;
    });
    child.once('error', (error) => {
      heard.log += error.message;
      finish(killed);
    });
    child.once('close', (code) => finish(code ?? killed));
    signal.addEventListener('abort', kill);
    if (signal.aborted) kill();
  });
}

function listen(stream: unknown, heard: (text: string) => void): void {
  if (isReadable(stream)) stream.setEncoding('utf8').on('data', heard);
}

function isReadable(stream: unknown): stream is Readable {
  return typeof stream === 'object' && stream !== null && 'setEncoding' in stream;
}
