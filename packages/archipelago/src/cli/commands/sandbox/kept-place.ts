import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { UsageError } from '../../process/io.ts';

/** A folder in which a cluster is kept. */
export interface KeptPlace {
  readonly folder: string;
  /** What is there is forgotten first. */
  readonly fresh: boolean;
  /** Answers wait for the disk. */
  readonly fsync: boolean;
  /** The flags that lead to it, for people; empty where none is needed. */
  readonly flags: string;
}

/** The flags that say where a cluster is kept. */
export interface PlaceOptions {
  readonly dataDir?: string;
  readonly name?: string;
  readonly fresh?: boolean;
  readonly fsync?: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Of the user, absolute (XDG: a relative path counts as not set). */
export function stateFolder({ HOME: home, XDG_STATE_HOME: state }: Environment): string {
  if (state?.startsWith('/')) return state;
  return home ? join(home, '.local', 'state') : tmpdir();
}

/** Where a cluster of a name is kept. */
function namedFolder(name: string, environment: Environment): string {
  return join(stateFolder(environment), 'archipelago', 'clusters', name);
}

/** The place that the flags name; none without them. A mistake is a UsageError. */
export function chosenPlace(options: PlaceOptions, environment: Environment): { readonly kept?: KeptPlace } {
  const { dataDir, name, fresh = false, fsync = false } = options;
  if (dataDir !== undefined && name !== undefined)
    throw new UsageError('--name: leave it out with --data-dir, which says where the cluster is kept');
  if (dataDir === '') throw new UsageError('--data-dir: names no folder');
  if (dataDir !== undefined)
    return { kept: { folder: resolve(dataDir), fresh, fsync, flags: `--data-dir ${dataDir}` } };
  if (name === undefined) return {};
  if (!/^[a-z0-9][a-z0-9._-]{0,62}$/.test(name))
    throw new UsageError(
      `--name ${JSON.stringify(name)}: must be of small letters, digits, ".", "_" and "-", at most 63`,
    );
  return { kept: { folder: namedFolder(name, environment), fresh, fsync, flags: `--name ${name}` } };
}

/** The place of the clusters that nobody chose one for: by platform, in the user's state folder. Where there is no home, none. */
export function usualPlace(
  { platform = 'kubernetes', fresh = false, fsync = false }: PlaceOptions & { readonly platform?: string },
  environment: Environment,
): { readonly kept?: KeptPlace } {
  if (stateFolder(environment) === tmpdir()) return {};
  const flags = platform === 'kubernetes' ? '' : `--platform ${platform}`;
  return { kept: { folder: namedFolder(platform, environment), fresh, fsync, flags } };
}
