import { chmod, cp, lstat, mkdir, readlink, realpath, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { MachineShim } from './machine-shim.ts';
import { writeInto } from './pod-folder.ts';
import { homeFolder, type PodMachine, shimFolder } from './pod-machine.ts';
import type { RootBind } from './run-in-root.ts';

/** What a container sees. */
interface RootContent extends Pick<PodMachine, 'files' | 'environment'> {
  readonly shim: MachineShim | undefined;
  /** Of the container's volumes. */
  readonly volumes: readonly RootBind[];
  /** Files and folders of this machine that it may read where they are, besides its programs in /usr. */
  readonly visible: readonly string[];
}

const programFolders = ['usr', 'bin', 'sbin', 'lib', 'lib32', 'lib64', 'libx32'];
/** Below /etc: what programs look up, without logins and private keys. */
const settings = [
  ...['alternatives', 'ca-certificates', 'crypto-policies', 'hosts', 'ld.so.cache', 'ld.so.conf'],
  ...['ld.so.conf.d', 'mime.types', 'nsswitch.conf', 'os-release', 'protocols', 'resolv.conf', 'services'],
  ...['pki/ca-trust', 'pki/tls/cert.pem', 'pki/tls/certs', 'ssl/cert.pem', 'ssl/certs', 'ssl/openssl.cnf'],
  ...['policy.json', 'registries.conf', 'registries.conf.d', 'registries.d'].map(
    (one) => `containers/${one}`,
  ),
];
const accounts = {
  'etc/passwd': `root:x:0:0:root:${homeFolder}:/bin/sh\nnobody:x:65534:65534:nobody:/:/usr/sbin/nologin\n`,
  'etc/group': 'root:x:0:\nnogroup:x:65534:\n',
};
/** Where anything else than a volume has its place, and what a volume must not take the place of. */
const reserved = [...programFolders, 'dev', 'etc', 'proc', 'sys'];
const anybodysFolder = 0o1777;

/**
 * Makes `folder/root`: this machine's programs, some of its settings, and the pod's own files; nothing else of the machine. Gives what is
 * to be mounted there. Rejects when a volume would take the place of programs or settings.
 */
export async function furnishRoot(folder: string, content: RootContent): Promise<readonly RootBind[]> {
  const root = join(folder, 'root');
  for (const name of ['dev', 'etc', 'proc', 'sys', 'run', 'var', homeFolder])
    await mkdir(join(root, name), { recursive: true });
  for (const name of ['tmp', 'var/tmp']) {
    await mkdir(join(root, name));
    await chmod(join(root, name), anybodysFolder);
  }
  await symlink('../run', join(root, 'var/run'));
  const volumes = content.volumes.map((volume) => ({ ...volume, path: volumePath(volume.path) }));
  await writePodFiles(root, content);
  const binds = [...(await programs(root)), ...(await visiblePlaces(content.visible))];
  for (const { source, path } of [...binds, ...volumes]) await makeMountPoint(source, join(root, path));
  // last: a link of the machine's leads to where it leads there, and nothing is written through it
  for (const name of settings) await copySetting(join('/etc', name), join(root, 'etc', name));
  return [...binds.map((bind) => ({ ...bind, access: 'programs' }) as const), ...volumes];
}

function volumePath(path: string): string {
  const real = path.replace(/^\/var\/run(?=\/|$)/, '/run');
  const [, first = ''] = real.split('/');
  if (first === '' || reserved.includes(first))
    throw new Error(
      `a volume is mounted at ${path}: only programs and settings are there in a simulated pod`,
    );
  return real;
}

async function writePodFiles(root: string, { files, environment, shim }: RootContent): Promise<void> {
  for (const [path, text] of Object.entries({ ...accounts, ...files })) await writeInto(root, path, text);
  for (const path of Object.keys(accounts)) await chmod(join(root, path), 0o644);
  await writeInto(dirname(root), 'environment', shellVariables(environment));
  if (shim === undefined) return;
  const uname = join(shimFolder, 'uname');
  await writeInto(root, uname, shim.uname);
  await chmod(join(root, uname), 0o755);
}

function shellVariables(environment: PodMachine['environment']): string {
  return Object.entries(environment)
    .map(([name, value]) => {
      if (!/^[A-Za-z_]\w*$/.test(name))
        throw new Error(`variable ${name}: only letters, digits and _ are played in the names of variables`);
      return `export ${name}='${value.replaceAll("'", "'\\''")}'\n`;
    })
    .join('');
}

type Place = Omit<RootBind, 'access'>;

/** Folders of programs; where the machine has links into /usr, so has the root. */
async function programs(root: string): Promise<readonly Place[]> {
  const found: Place[] = [];
  for (const name of programFolders) {
    const path = `/${name}`;
    const kind = await lstat(path).catch(() => undefined);
    if (kind?.isSymbolicLink()) await symlink((await readlink(path)).replace(/^\//, ''), join(root, name));
    else if (kind !== undefined) found.push({ source: path, path });
  }
  return found;
}

async function visiblePlaces(paths: readonly string[]): Promise<readonly Place[]> {
  const elsewhere = paths.filter((path) => !programFolders.some((name) => path.startsWith(`/${name}/`)));
  return await Promise.all(elsewhere.map(async (path) => ({ source: await realpath(path), path })));
}

/** A file is mounted over a file, a folder over a folder. */
async function makeMountPoint(source: string, target: string): Promise<void> {
  const isFolder = await stat(source).then(
    (found) => found.isDirectory(),
    () => true,
  );
  await mkdir(isFolder ? target : dirname(target), { recursive: true });
  if (!isFolder) await writeFile(target, '');
}

/** What a pod has of its own stays. */
async function copySetting(path: string, target: string): Promise<void> {
  const source = await realpath(path).catch(() => undefined);
  if (source === undefined) return;
  await mkdir(dirname(target), { recursive: true });
  await cp(source, target, { recursive: true, verbatimSymlinks: true, force: false });
}
