import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A program and the root it sees. */
export interface RootedProgram {
  /** Has `upper` (what differs from this machine's root), `work` and `root` (empty). */
  readonly folder: string;
  /** Files and folders of this machine that appear elsewhere in that root. */
  readonly binds: readonly { readonly source: string; readonly path: string; readonly readOnly: boolean }[];
  readonly confinement: Confinement;
  readonly directory: string;
  readonly program: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** What it says, as it says it. */
  readonly said: (text: string) => void;
}

/** What a program may not do, although it is root. */
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

// The mounts go with the namespace, the processes with its first one. The machine's own root is left for good (a chroot could be left
// again, and makes no user namespace).
const script = `set -e
folder=$1
root=$folder/root
readonly=$2
shift 2
mount -t overlay overlay -o "lowerdir=/,upperdir=$folder/upper,workdir=$folder/work" "$root"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount --rbind /sys "$root/sys"
while [ "$1" != -- ]; do
  mount --bind "$2" "$root$3"
  [ "$1" = rw ] || mount -o remount,bind,ro "$root$3"
  shift 3
done
shift
: > "$folder/entered"
[ -z "$readonly" ] || mount -o remount,bind,ro "$root"
cd "$root"
pivot_root . .
umount -l .
cd /
exec "$@"
`;

/**
 * Runs a program that sees this machine's root with changes of its own: a private mount and process namespace with an overlay. Needs
 * root. `signal` kills it with all it has started.
 */
export async function runInRoot(
  { folder, binds, confinement, directory, program, environment, said }: RootedProgram,
  signal: AbortSignal,
): Promise<RootedEnd> {
  const namespaces = ['--mount', '--propagation', 'private', '--pid', '--fork', '--kill-child'];
  const mounts = binds.flatMap(({ source, path, readOnly }) => [readOnly ? 'ro' : 'rw', source, path]);
  const readOnly = confinement.readOnlyRoot ? 'readonly' : '';
  const shell = ['sh', '-c', script, 'root', folder, readOnly, ...mounts, '--'];
  const inside = ['sh', '-c', 'cd "$0" && exec "$@"', directory, ...program];
  const args = [...namespaces, ...shell, 'setpriv', ...confining(confinement), ...inside];
  const { exitCode, log } = await collect({ args, environment, said }, signal);
  const hasEntered = await readFile(join(folder, 'entered')).then(
    () => true,
    () => false,
  );
  return hasEntered || signal.aborted
    ? { kind: 'ended', exitCode, log }
    : { kind: 'unrooted', why: log.trim() };
}

function confining({ capabilities, noNewPrivileges }: Confinement): readonly string[] {
  const left = capabilities.map((name) => `,+${name.toLowerCase()}`).join('');
  return [`--bounding-set=-all${left}`, '--inh-caps=-all', ...(noNewPrivileges ? ['--no-new-privs'] : [])];
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
