import { restoreDataFolder } from '@archipelago/kube-sandbox';
import type { Io } from '../../process/io.ts';
import { UsageError } from '../../process/io.ts';
import { folderMistake } from './folder-mistake.ts';
import { chosenPlace, type PlaceOptions } from './kept-place.ts';

/** The options of `sandbox restore`, as they were written. */
export type SandboxRestoreOptions = Pick<PlaceOptions, 'dataDir' | 'name'>;

/** Makes a folder of what `sandbox snapshot` wrote, for a cluster to be started in; 0. */
export async function runSandboxRestore(
  file: string,
  options: SandboxRestoreOptions,
  io: Io,
): Promise<number> {
  const { kept } = chosenPlace(options, process.env);
  if (kept === undefined)
    throw new UsageError('name where the cluster is to be: --data-dir FOLDER, or --name NAME');
  const { objects, revision } = await folderMistake(async () => restoreDataFolder(file, kept.folder));
  io.out(`${objects} objects at resourceVersion ${revision} in ${kept.folder}\n`);
  io.out(`next: archipelago sandbox ${kept.flags}, or up ${kept.flags} if it was made by up\n`);
  return 0;
}
