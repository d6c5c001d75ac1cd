import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** How a program of an image is run. */
interface ImageRun {
  readonly env?: Readonly<Record<string, string>>;
  /** Folders of this machine, by where they stand in the image. */
  readonly mounts?: Readonly<Record<string, string>>;
}

/** The file system of an image, unpacked by buildah, in which programs run as a kubelet would have them: as nobody, and read-only. */
export interface ImageRoot {
  readonly path: string;
  run(command: readonly string[], how?: ImageRun): { readonly status: number | null; readonly text: string };
  start(command: readonly string[], how?: ImageRun): ChildProcess;
}

/** Images of a registry on loopback. */
export interface ImageRoots {
  /** Unpacks the image for an architecture. */
  of(image: string, architecture: string): ImageRoot;
  close(): void;
}

const emulators: Readonly<Record<string, string>> = {
  arm64: 'qemu-aarch64-static',
  ppc64le: 'qemu-ppc64le-static',
  s390x: 'qemu-s390x-static',
};
/** Of whoever has one of his own: on which architecture do the tests run? */
const native: Readonly<Record<string, string>> = {
  x64: 'amd64',
  arm64: 'arm64',
  s390x: 's390x',
  ppc64: 'ppc64le',
};

/** In a mount namespace of its own, so that nothing is left of the mounts. */
const inside = `set -e
root=$1; shift
mount --bind "$root" "$root"
while [ "$1" != -- ]; do mount --bind "$1" "$root/$2"; shift 2; done
shift
mount -o remount,bind,ro "$root"
exec chroot --userspec=65532:65532 "$root" "$@"`;

/** Opens a store of its own for them. Everything is gone after `close`. */
export function openImageRoots(): ImageRoots {
  const folder = mkdtempSync(join(tmpdir(), 'archipelago-image-'));
  const policy = join(folder, 'policy.json');
  writeFileSync(policy, '{"default":[{"type":"insecureAcceptAnything"}]}');
  const places = ['--root', join(folder, 'store'), '--runroot', join(folder, 'run')];
  const buildah = (...args: readonly string[]) =>
    execFileSync('buildah', [...places, '--storage-driver', 'vfs', ...args], { encoding: 'utf8' }).trim();
  return {
    of: (image, architecture) => {
      const how = ['--tls-verify=false', '--signature-policy', policy, '--arch', architecture];
      const path = buildah('mount', buildah('from', '--quiet', ...how, `docker://${image}`));
      return rootAt(path, architecture);
    },
    close: () => {
      buildah('rm', '--all');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function rootAt(path: string, architecture: string): ImageRoot {
  const emulator = native[process.arch] === architecture ? undefined : emulators[architecture];
  const entered = emulator === undefined ? [] : [`/${emulator}`];
  if (emulator !== undefined) copyFileSync(join('/usr/bin', emulator), join(path, emulator));
  const argumentsOf = (command: readonly string[], { mounts = {} }: ImageRun) => {
    // a container runtime makes the places of mounts, too
    for (const place of Object.keys(mounts)) mkdirSync(join(path, place), { recursive: true });
    const pairs = Object.entries(mounts).flatMap(([place, folder]) => [folder, place]);
    return ['--mount', 'sh', '-c', inside, 'sh', path, ...pairs, '--', ...entered, ...command];
  };
  const environment = ({ env = {} }: ImageRun) => ({
    PATH: process.env.PATH,
    SSL_CERT_FILE: '/etc/ssl/certs/ca-certificates.crt',
    HOME: '/tmp',
    ...env,
  });
  return {
    path,
    run: (command, how = {}) => {
      const { status, stdout, stderr } = spawnSync('unshare', argumentsOf(command, how), {
        encoding: 'utf8',
        env: environment(how),
      });
      return { status, text: `${stdout}${stderr}` };
    },
    start: (command, how = {}) =>
      spawn('unshare', argumentsOf(command, how), {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: environment(how),
      }),
  };
}

/** Whether this machine lets the tests do that. */
export function mayEnterRoots(): boolean {
  return existsSync('/usr/bin/unshare') && spawnSync('unshare', ['--mount', 'true']).status === 0;
}
