import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { FurnishedContainer } from '../../../packages/archipelago/src/simulation/actors/jobs/buildah-runner.ts';
import type { RunOutcome } from '../../../packages/archipelago/src/simulation/actors/jobs/run-pod.ts';
import { builderVariables } from './builder-variables.ts';
import type { ImageRoot } from './image-root.ts';

const devices = ['null', 'zero', 'full', 'random', 'urandom'];
/** What a kubelet mounts into every container; this machine's are as good. */
const kubeletFiles = ['etc/resolv.conf', 'etc/hosts', 'etc/hostname'];
/** What container runtimes hide from every container, or let none of them write. */
const hidden = ['kcore', 'keys', 'latency_stats', 'sched_debug', 'timer_list'];
const unwritable = ['bus', 'fs', 'irq', 'sys'];

/**
 * As container runtimes do without `hostUsers: false`: root of the machine with few capabilities. Not by chroot, in which nobody may make a
 * user namespace, as buildah does; this machine stays at /machine, as the image has nothing that could take it off.
 */
const inside = `set -e
root=$1; access=$2; shift 2
mount --bind "$root" "$root"
while [ "$1" != -- ]; do
  mount --bind "$2" "$root$3"
  [ "$1" = write ] || mount -o remount,bind,ro "$root$3"
  shift 3
done
shift
mount -t proc proc "$root/proc"
for path in ${hidden.join(' ')}; do [ ! -e "$root/proc/$path" ] || mount --bind /dev/null "$root/proc/$path"; done
for path in ${unwritable.join(' ')}; do
  mount --bind "$root/proc/$path" "$root/proc/$path"
  mount -o remount,bind,ro "$root/proc/$path"
done
mount -t sysfs -o ro sysfs "$root/sys"
mount -t tmpfs tmpfs "$root/dev"
for device in ${devices.join(' ')}; do : > "$root/dev/$device"; mount --bind "/dev/$device" "$root/dev/$device"; done
ln -s /proc/self/fd "$root/dev/fd"
mkdir "$root/dev/shm"
for path in ${kubeletFiles.join(' ')}; do mount --bind "/$path" "$root/$path"; done
[ "$access" = rw ] || mount -o remount,bind,ro "$root"
cd "$root"
/usr/sbin/pivot_root . machine
exec /setpriv "$@"`;

/** Runs a container of a build job in the files of the builder's image, with the rights that its pod gives it. */
export function runBuilder({ path }: ImageRoot, container: FurnishedContainer): Promise<RunOutcome> {
  const { name, program, variables, confinement, volumes } = container;
  makePlaces(path, ['proc', 'sys', 'dev', 'machine', ...volumes.map((volume) => volume.path)]);
  const access = confinement.readOnlyRoot ? 'ro' : 'rw';
  const mounts = volumes.flatMap((volume) => [volume.access, volume.source, volume.path]);
  const kept = confinement.capabilities.map((capability) => `,+${capability.toLowerCase()}`).join('');
  const rights = [`--bounding-set=-all${kept}`, ...(confinement.noNewPrivileges ? ['--no-new-privs'] : [])];
  const shell = ['/bin/sh', '-c', inside, 'sh', path, access, ...mounts, '--', ...rights, ...program];
  return new Promise((done, fail) => {
    const child = spawn('/usr/bin/unshare', ['--mount', '--pid', '--fork', '--kill-child', ...shell], {
      env: { ...builderVariables, ...variables },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let log = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        log += text;
        container.said(text);
      });
    child.once('error', fail);
    child.once('close', (code) => done({ exitCode: code ?? 137, log, container: name }));
  });
}

/** Where something is mounted; a container runtime makes these, too. */
function makePlaces(root: string, folders: readonly string[]): void {
  for (const folder of folders) mkdirSync(join(root, folder), { recursive: true });
  for (const file of kubeletFiles.map((name) => join(root, name)).filter((name) => !existsSync(name))) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, '');
  }
  // what gives up rights is no part of the image; its libraries are
  copyFileSync('/usr/bin/setpriv', join(root, 'setpriv'));
}
