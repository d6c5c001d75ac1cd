import type { MovableClock } from '@archipelago/apimachinery';
import {
  type ClusterExtension,
  DataFolderError,
  type EmbeddedCluster,
  forgetDataFolder,
  startEmbeddedCluster,
  type WorkloadOptions,
} from '@archipelago/kube-sandbox';
import { rememberedAhead } from '../../../simulation/actors/clock/clock-memory.ts';
import { registryFile } from '../../../simulation/registry-place.ts';
import { codeOf, fileProblem } from '../../process/file-problem.ts';
import { UsageError } from '../../process/io.ts';
import type { KeptPlace } from './kept-place.ts';
import type { SandboxPlan } from './sandbox-options.ts';

/** What is told and heard while a cluster runs. */
interface ClusterSurroundings {
  /** The cluster's; of a cluster that goes on it is moved to where it was. */
  readonly clock: MovableClock;
  readonly bookmarkMs?: number | undefined;
  /** Who plays pods, and how. */
  readonly workloads?: WorkloadOptions;
  /** APIs that code of this program answers. */
  readonly extensions?: readonly ClusterExtension[] | undefined;
  /** What people should know about the folder. */
  readonly onNotice: (notice: string) => void;
}

/** Starts the cluster that is in a plan's folder, or an empty one. A port or a folder that cannot be had is a UsageError. */
export async function startCluster(
  { port, kept }: Pick<SandboxPlan, 'port' | 'kept'>,
  surroundings: ClusterSurroundings,
): Promise<EmbeddedCluster> {
  try {
    if (kept?.fresh === true) forgetDataFolder(kept.folder, [registryFile]);
    const onLoaded = (store: EmbeddedCluster['store']) => goOn(surroundings.clock, store);
    const place = { port, dataDir: kept?.folder, fsync: kept?.fsync };
    return await startEmbeddedCluster({ ...place, onLoaded, ...surroundings });
  } catch (error) {
    throw explained(error, port, kept);
  }
}

function goOn(clock: MovableClock, store: EmbeddedCluster['store']): void {
  const ahead = rememberedAhead(
    (namespace, name) => store.get({ resource: '/configmaps', namespace, name })?.object,
  );
  if (ahead > 0) clock.moveOn(ahead);
}

function explained(error: unknown, port: number, kept: KeptPlace | undefined): unknown {
  if (error instanceof DataFolderError) return new UsageError(`${error.message}${hint(error)}`);
  const code = codeOf(error);
  if (code === 'EADDRINUSE')
    return new UsageError(`--port ${port}: something else listens there; choose another, or 0 for any`);
  if (isAboutSocket(error))
    return code === 'EACCES'
      ? new UsageError(`--port ${port}: needs more rights than you have; choose one from 1024 on`)
      : error;
  if (kept === undefined || code === '') return error;
  return new UsageError(
    `cannot keep the cluster in ${kept.folder}: ${fileProblem(error)}; name another folder with --data-dir`,
  );
}

function isAboutSocket(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && error.syscall === 'listen';
}

function hint({ problem }: DataFolderError): string {
  switch (problem) {
    case 'in-use':
      return ' (--name NAME)';
    case 'newer':
    case 'damaged':
      return ' (--fresh forgets what is there)';
    case 'foreign':
      return '';
  }
}
