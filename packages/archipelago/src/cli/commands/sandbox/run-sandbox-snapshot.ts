import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { checkSnapshot, snapshotDataFolder, snapshotPath, writeCheckpoint } from '@archipelago/kube-sandbox';
import { shellWord } from '../../../doctor/model/shell-word.ts';
import { withClient } from '../../cluster/live-cluster.ts';
import type { ClusterOptions } from '../../flags/cluster-flags.ts';
import { type Io, UsageError } from '../../process/io.ts';
import { folderMistake } from './folder-mistake.ts';
import { chosenPlace, type PlaceOptions } from './kept-place.ts';

/** The options of `sandbox snapshot`, as they were written. */
export interface SandboxSnapshotOptions
  extends Pick<PlaceOptions, 'dataDir' | 'name'>,
    Pick<ClusterOptions, 'kubeconfig' | 'context'> {
  /** False: Secrets without their values. */
  readonly secrets?: boolean;
}

const patienceMs = 120_000;

/** Writes an embedded cluster, one that runs or one in a folder, into a file; 0. */
export async function runSandboxSnapshot(
  written: string,
  options: SandboxSnapshotOptions,
  io: Io,
): Promise<number> {
  const file = resolve(written);
  if (existsSync(file)) throw new UsageError(`${written} is there already; name another file`);
  if (!existsSync(dirname(file))) throw new UsageError(`${written}: there is no folder ${dirname(file)}`);
  const { kept } = chosenPlace(options, process.env);
  const withSecrets = options.secrets !== false;
  if (kept === undefined) await fetchSnapshot(file, options, withSecrets);
  else await folderMistake(async () => writeCheckpoint(file, snapshotDataFolder(kept.folder, withSecrets)));
  const { objects, revision } = await folderMistake(async () => checkSnapshot(file));
  io.out(`${objects} objects at resourceVersion ${revision} in ${written}\n`);
  io.out(withSecrets ? secretsInside : 'Secrets are in it without their values.\n');
  io.out(`next: archipelago sandbox restore ${shellWord(written)} --data-dir FOLDER\n`);
  return 0;
}

const secretsInside =
  'note: the Secrets of the cluster are in it, with their values; --no-secrets leaves the values out, for a bug report.\n';

async function fetchSnapshot(file: string, options: ClusterOptions, withSecrets: boolean): Promise<void> {
  await withClient(options, async (_, transport) => {
    const path = `${snapshotPath}${withSecrets ? '' : '?secrets=false'}`;
    const signal = AbortSignal.timeout(patienceMs);
    const answer = await transport.send({ method: 'GET', path, headers: {}, signal });
    const chunks: Uint8Array[] = [];
    for await (const chunk of answer.body) chunks.push(chunk);
    if (answer.status !== 200) throw new UsageError(refused(answer.status, transport.server));
    await writeCheckpoint(file, chunks);
  });
}

function refused(status: number, server: string): string {
  if (status === 404)
    return `${server} is no embedded cluster of this release; archipelago snapshot FOLDER reads from any cluster`;
  return `${server} gives no snapshot (HTTP status ${status}): only an administrator of the embedded cluster gets one; see --kubeconfig and --context`;
}
