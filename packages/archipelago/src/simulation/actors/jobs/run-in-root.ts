import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A program and the root it sees. */
export interface RootedProgram {
  /** Has `upper` (what differs from this machine's root), `work` and `root` (empty). */
  readonly folder: string;
  /** Files and folders of this machine that appear elsewhere in that root. */
  readonly binds: readonly { readonly source: string; readonly path: string }[];
  readonly directory: string;
  readonly program: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** What it says, as it says it. */
  readonly said: (text: string) => void;
}

/** How it ended; `unrooted`: it never began, because this machine gives no root of its own. */
type RootedEnd =
  | { readonly kind: 'ended'; readonly exitCode: number; readonly log: string }
  | { readonly kind: 'unrooted'; readonly why: string };

const longestTail = 64 * 1024;
const killed = 137;

// The mounts go with the namespace, the processes with its first one.
const script = `set -e
folder=$1
root=$folder/root
shift
mount -t overlay overlay -o "lowerdir=/,upperdir=$folder/upper,workdir=$folder/work" "$root"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount --rbind /sys "$root/sys"
while [ "$1" != -- ]; do
  mount --bind "$1" "$root$2"
  shift 2
done
shift
: > "$folder/entered"
exec chroot "$root" /bin/sh -c 'cd "$0" && exec "$@"' "$@"
`;

/**
 * Runs a program that sees this machine's root with changes of its own: a private mount and process namespace with an overlay. Needs
 * root. `signal` kills it with all it has started.
 */
export async function runInRoot(
  { folder, binds, directory, program, environment, said }: RootedProgram,
  signal: AbortSignal,
): Promise<RootedEnd> {
  const namespaces = ['--mount', '--propagation', 'private', '--pid', '--fork', '--kill-child'];
  const mounts = binds.flatMap(({ source, path }) => [source, path]);
  const args = [...namespaces, 'sh', '-c', script, 'root', folder, ...mounts, '--', directory, ...program];
  const { exitCode, log } = await collect({ args, environment, said }, signal);
  const hasEntered = await readFile(join(folder, 'entered')).then(
    () => true,
    () => false,
  );
  return hasEntered || signal.aborted
    ? { kind: 'ended', exitCode, log }
    : { kind: 'unrooted', why: log.trim() };
}

interface Said extends Pick<RootedProgram, 'environment' | 'said'> {
  /** Of unshare. */
  readonly args: readonly string[];
}

function collect(
  { args, environment: env, said }: Said,
  signal: AbortSignal,
): Promise<{ readonly exitCode: number; readonly log: string }> {
  return new Promise((resolve) => {
    let log = '';
    const keep = (text: string) => {
      log = (log + text).slice(-longestTail);
      said(text);
    };
    const child = spawn('unshare', args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const kill = () => child.kill('SIGKILL');
    const finish = (exitCode: number) => {
      signal.removeEventListener('abort', kill);
      resolve({ exitCode, log });
    };
    // a character may come in two pieces
    child.stdout.setEncoding('utf8').on('data', keep);
    child.stderr.setEncoding('utf8').on('data', keep);
    child.once('error', (error) => {
      log += error.message;
      finish(killed);
    });
    child.once('close', (code) => finish(code ?? killed));
    signal.addEventListener('abort', kill);
    if (signal.aborted) kill();
  });
}
