import { chmodSync, copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FurnishedContainer } from '../../../packages/archipelago/src/simulation/actors/jobs/buildah-runner.ts';
import { runInRoot } from '../../../packages/archipelago/src/simulation/actors/jobs/run-in-root.ts';
import type { RunOutcome } from '../../../packages/archipelago/src/simulation/actors/jobs/run-pod.ts';
import { builderVariables } from './builder-variables.ts';
import type { ImageRoot } from './image-root.ts';

/** What enters a root and gives up rights there is no part of the image. */
const entering = [
  ...['/usr/bin/setpriv', '/usr/bin/setsid', '/usr/bin/rm', '/usr/bin/umount', '/usr/sbin/pivot_root'],
  ...['libmount.so.1', 'libblkid.so.1'].map((name) => `/usr/lib/x86_64-linux-gnu/${name}`),
];
const longestMs = 120_000;

/** As `runBuilder`, in a pod with `hostUsers: false`: its root is nobody on this machine. */
export async function runInUserNamespace(
  { path }: ImageRoot,
  container: FurnishedContainer,
): Promise<RunOutcome> {
  const { name, volumes, variables } = container;
  const folder = mkdtempSync(join(tmpdir(), 'archipelago-builder-root-'));
  // also for whoever is nobody here
  chmodSync(folder, 0o755);
  try {
    const root = join(folder, 'root');
    cpSync(path, root, { recursive: true, verbatimSymlinks: true });
    const places = ['proc', 'sys', 'dev', 'tmp', ...volumes.map((volume) => volume.path)];
    for (const place of places) mkdirSync(join(root, place), { recursive: true });
    for (const file of ['/etc/resolv.conf', '/etc/hosts', '/etc/hostname', ...entering])
      copyFileSync(file, join(root, file.replace('/usr/sbin/', '/usr/bin/')));
    const lines = Object.entries({ ...builderVariables, ...variables }).map(
      ([variable, value]) => `export ${variable}='${value}'\n`,
    );
    writeFileSync(join(folder, 'environment'), lines.join(''));
    const rooted = { ...container, folder, binds: volumes, directory: '/' };
    const end = await runInRoot(rooted, AbortSignal.timeout(longestMs));
    return end.kind === 'ended' ? { ...end, container: name } : { notSimulated: end.why };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
