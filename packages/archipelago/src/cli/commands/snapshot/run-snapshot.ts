import { systemClock } from '@archipelago/apimachinery';
import { shellWord } from '../../../doctor/model/shell-word.ts';
import { maskNames } from '../../../snapshot/mask-names.ts';
import { snapshotFileSchema } from '../../../snapshot/snapshot-schema.ts';
import { withClient } from '../../cluster/live-cluster.ts';
import { takeSnapshot } from '../../cluster/take-snapshot.ts';
import { unreadKinds } from '../../cluster/unread-kinds.ts';
import type { ClusterOptions } from '../../flags/cluster-flags.ts';
import type { Io } from '../../process/io.ts';
import { printData } from '../../text/print-data.ts';
import { prepareFolder, writeSnapshot } from './write-snapshot.ts';

export interface SnapshotOptions extends Omit<ClusterOptions, 'namespace' | 'snapshot'> {
  readonly maskNames?: boolean;
}

/** Writes what commands read of a cluster; 0 all of it, 3 where something could not be read. */
export async function runSnapshot(folder: string, options: SnapshotOptions, io: Io): Promise<number> {
  await prepareFolder(folder);
  const taken = await withClient(options, (client) => takeSnapshot(client, systemClock.now()));
  const snapshot = options.maskNames === true ? maskNames(taken) : taken;
  await writeSnapshot(folder, snapshot);
  const counts = snapshot.parts.map(({ reading }) => (reading.state === 'read' ? reading.objects.length : 0));
  const kinds = snapshot.parts.filter(({ reading }) => reading.state === 'read').length;
  const unread = unreadKinds(snapshot);
  for (const sentence of unread) io.err(`note: ${sentence}\n`);
  const objects = counts.reduce((sum, count) => sum + count, 0);
  io.out(`${objects} objects of ${kinds} kinds in ${folder}\n`);
  if (objects > 0) io.out(`next: archipelago doctor --snapshot ${shellWord(folder)}\n`);
  return unread.length === 0 ? 0 : 3;
}

/** Prints the schema of `snapshot.json`. */
export async function runSnapshotSchema(io: Io): Promise<number> {
  io.out(printData(snapshotFileSchema, 'json'));
  return 0;
}
