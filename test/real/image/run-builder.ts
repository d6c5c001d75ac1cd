import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { ImageRoot } from './image-root.ts';

interface BuilderRun {
  readonly env: Readonly<Record<string, string>>;
  /** Folders of this machine, by where they stand in the container. */
  readonly mounts: Readonly<Record<string, string>>;
}

const execute = promisify(execFile);
const devices = ['null', 'zero', 'full', 'random', 'urandom'];
/** What a kubelet mounts into every container; this machine's are as good. */
const kubeletFiles = ['etc/resolv.conf', 'etc/hosts', 'etc/hostname'];
/** What a container runtime hides, or lets nobody write, by default: as far as it is a file, or a folder. */
const hidden = ['proc/kcore', 'proc/keys', 'proc/timer_list'];
const unwritable = ['proc/bus', 'proc/fs', 'proc/irq', 'proc/sys'];

/**
 * As a container runtime does for the builder's containers (`builder-confinement.ts` of layering): root with three capabilities and
 * without more privileges, on a file system of which only volumes can be written. Not by chroot, in which nobody may make a user
 * namespace, as buildah does; this machine stays at /machine, as the image has nothing that could take it off.
 */
const inside = `set -e
root=$1; shift
mount --bind "$root" "$root"
while [ "$1" != -- ]; do mount --bind "$1" "$root/$2"; shift 2; done
shift
mount -t proc proc "$root/proc"
for path in ${hidden.join(' ')}; do if [ -e "$root/$path" ]; then mount --bind /dev/null "$root/$path"; fi; done
for path in ${unwritable.join(' ')}; do
  mount --bind "$root/$path" "$root/$path"
  mount -o remount,bind,ro "$root/$path"
done
mount -t sysfs -o ro sysfs "$root/sys"
mount -t tmpfs tmpfs "$root/dev"
for device in ${devices.join(' ')}; do : > "$root/dev/$device"; mount --bind "/dev/$device" "$root/dev/$device"; done
ln -s /proc/self/fd "$root/dev/fd"
mkdir "$root/dev/shm"
for path in ${kubeletFiles.join(' ')}; do mount --bind "/$path" "$root/$path"; done
mount -o remount,bind,ro "$root"
cd "$root"
pivot_root . machine
exec /setpriv --bounding-set=-all,+setfcap,+setgid,+setuid --no-new-privs /bin/sh "$@"`;

/** Runs a script of a build job in the file system of the builder's image; throws with what it says where it fails. */
export async function runBuilder(
  { path }: ImageRoot,
  script: string,
  { env, mounts }: BuilderRun,
): Promise<string> {
  for (const place of ['proc', 'sys', 'dev', 'machine', ...Object.keys(mounts)])
    mkdirSync(join(path, place), { recursive: true });
  for (const file of kubeletFiles.map((name) => join(path, name)).filter((name) => !existsSync(name))) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, '');
  }
  // what gives up rights is no part of the image; its libraries are
  copyFileSync('/usr/bin/setpriv', join(path, 'setpriv'));
  const pairs = Object.entries(mounts).flatMap(([place, folder]) => [folder, place]);
  const shell = ['/bin/sh', '-c', inside, 'sh', path, ...pairs, '--', script];
  const namespaces = ['--mount', '--pid', '--fork', '--kill-child'];
  const environment = { PATH: '/usr/bin:/usr/sbin:/bin:/sbin', ...env };
  const { stdout, stderr } = await execute('unshare', [...namespaces, ...shell], { env: environment });
  return `${stdout}${stderr}`;
}
