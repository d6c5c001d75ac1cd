import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { enterEnvironment, enterRoot } from './enter-root.ts';

/** A program and the root it sees, which `furnishRoot` has made. */
interface RootedProgram {
  /** Has `root`. */
  readonly folder: string;
  /** Files and folders of this machine that appear in that root; the program may write only to those that say so. */
  readonly binds: readonly RootBind[];
  readonly directory: string;
  readonly program: readonly string[];
  /** What it says, as it says it. */
  readonly said: (text: string) => void;
}

/** A file or folder of this machine at an absolute path of the root. */
export interface RootBind {
  readonly source: string;
  readonly path: string;
  readonly writable: boolean;
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
  { folder, binds, directory, program, said }: RootedProgram,
  signal: AbortSignal,
): Promise<RootedEnd> {
  const mounts = binds.flatMap(({ source, path, writable }) => [writable ? 'rw' : 'ro', source, path]);
  const args = [...enterRoot, folder, ...mounts, '--', directory, ...program];
  const { exitCode, log, hasEntered } = await collect(args, said, signal);
  return hasEntered || signal.aborted
    ? { kind: 'ended', exitCode, log }
    : { kind: 'unrooted', why: log.trim() };
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
