import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { dirname } from 'node:path';
import { UsageError } from '../../process/io.ts';

/**
 * Writes a kubeconfig that only its owner may read (it holds an administrator's token), whole or not at
 * all. A place that cannot be written is a UsageError.
 */
export async function writeKubeconfig(path: string, text: string): Promise<void> {
  const draft = `${path}.${process.pid}.tmp`;
  try {
    await makeFolder(dirname(path));
    await rm(draft, { force: true });
    // a new file: the mode counts, and no link of somebody else's is followed
    await writeFile(draft, text, { mode: 0o600, flag: 'wx' });
    await rename(draft, path);
  } catch (error) {
    // the draft may be what could not be made
    await rm(draft, { force: true }).catch(() => undefined);
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`cannot write the kubeconfig ${path}: ${reason}; choose another --kubeconfig-out`);
  }
}

/** A place that another running cluster's kubeconfig has. */
interface TakenPlace {
  readonly path: string;
  /** Where that cluster serves. */
  readonly server: string;
}

/** Whose kubeconfig is in a place, when its server still answers; undefined when the place is free to take. */
export async function takenPlace(path: string): Promise<TakenPlace | undefined> {
  const present = await readFile(path, 'utf8').catch(() => '');
  const [, server] = /^\s*"?server"?: *["']?(https?:\/\/[^\s"']+)/m.exec(present) ?? [];
  if (server === undefined || !URL.canParse(server)) return undefined;
  return (await isListening(new URL(server))) ? { path, server } : undefined;
}

const answerMs = 500;

function isListening({ hostname, port, protocol }: URL): Promise<boolean> {
  const standardPort = protocol === 'https:' ? 443 : 80;
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: port === '' ? standardPort : Number(port) });
    const answer = (is: boolean) => {
      socket.destroy();
      resolve(is);
    };
    socket.once('connect', () => answer(true));
    socket.once('error', () => answer(false));
    socket.setTimeout(answerMs, () => answer(false));
  });
}

/** Removes a kubeconfig unless another cluster has written its own there since. */
export async function removeKubeconfig(path: string, text: string): Promise<void> {
  const present = await readFile(path, 'utf8').catch(() => undefined);
  if (present === text) await rm(path, { force: true });
}

/** Level by level: Node's own `recursive` never returns where a parent, such as /proc, refuses to have children. */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT' || dirname(path) === path || (await exists(dirname(path)))) throw error;
    await makeFolder(dirname(path));
    await mkdir(path, { mode: 0o700 });
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
