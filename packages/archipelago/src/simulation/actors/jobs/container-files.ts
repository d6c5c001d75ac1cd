import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ContainerPlan } from './pod-plan.ts';

/** The files of a container that has no root of its own: where its mounts are on this machine. */
export interface ContainerFiles {
  /** The path here; undefined where nothing is mounted. */
  pathOf(path: string): string | undefined;
  /** The text; undefined where there is no such file. */
  read(path: string): Promise<string | undefined>;
}

/** `folder` has a folder per volume. */
export function containerFiles({ mounts }: ContainerPlan, folder: string): ContainerFiles {
  const deepestFirst = [...mounts].sort((a, b) => b.path.length - a.path.length);
  const pathOf = (path: string) => {
    const mount = deepestFirst.find((each) => path === each.path || path.startsWith(`${each.path}/`));
    return mount && join(folder, mount.volume, mount.subPath, path.slice(mount.path.length));
  };
  return {
    pathOf,
    async read(path) {
      const here = pathOf(path);
      return here === undefined ? undefined : await readFile(here, 'utf8').catch(() => undefined);
    },
  };
}
