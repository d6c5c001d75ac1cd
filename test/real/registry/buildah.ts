import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** What one build is told. */
interface BuildahBuild {
  readonly architecture: string;
  readonly containerfile: string;
  /** Of the context, by name. */
  readonly files?: Readonly<Record<string, string>>;
  readonly format?: 'oci' | 'docker';
  readonly labels?: Readonly<Record<string, string>>;
}

/** Debian's buildah with a store of its own; it does not look at certificates. */
export interface Buildah {
  /** Builds and pushes to `host/path:tag`; returns the digest. Equal builds have equal digests. */
  build(image: string, build: BuildahBuild): Promise<string>;
  /** The same from a folder that has a Containerfile and what that copies. */
  buildFolder(image: string, architecture: string, folder: string): Promise<string>;
  /** Makes an index of images at a registry, in this order, and pushes it; returns its digest. */
  index(image: string, children: readonly string[]): Promise<string>;
  close(): Promise<void>;
}

const run = promisify(execFile);
const timeoutMs = 60_000;

/** Works in a folder of its own, until closed; with the logins of a file. */
export function openBuildah(authfile?: string): Buildah {
  const folder = mkdtempSync(join(tmpdir(), 'archipelago-buildah-'));
  const policy = join(folder, 'policy.json');
  writeFileSync(policy, '{"default":[{"type":"insecureAcceptAnything"}]}');
  const store = [
    '--root',
    join(folder, 'store'),
    '--runroot',
    join(folder, 'run'),
    '--storage-driver',
    'vfs',
  ];
  const buildah = (...args: readonly string[]) => run('buildah', [...store, ...args], { timeout: timeoutMs });
  const login = authfile === undefined ? [] : ['--authfile', authfile];
  const insecure = ['--tls-verify=false', ...login];
  const registry = ['--signature-policy', policy, ...insecure];
  const digestOf = (file: string) => readFileSync(file, 'utf8').trim();
  const buildAndPush = async (image: string, how: readonly string[], context: string) => {
    await buildah(
      'build',
      ...registry,
      '--isolation',
      'chroot',
      ...how,
      '--timestamp',
      '0',
      '-t',
      image,
      context,
    );
    const digest = join(mkdtempSync(join(folder, 'digest-')), 'digest');
    await buildah('push', ...registry, '--digestfile', digest, image);
    return digestOf(digest);
  };
  return {
    build: async (image, { architecture, containerfile, files = {}, format = 'oci', labels = {} }) => {
      const context = mkdtempSync(join(folder, 'context-'));
      for (const [name, content] of Object.entries({ ...files, Containerfile: containerfile }))
        writeFileSync(join(context, name), content);
      const how = ['--platform', `linux/${architecture}`, '--format', format];
      for (const [key, value] of Object.entries(labels)) how.push('--label', `${key}=${value}`);
      return await buildAndPush(image, how, context);
    },
    buildFolder: (image, architecture, context) =>
      buildAndPush(image, ['--platform', `linux/${architecture}`, '--format', 'oci'], context),
    index: async (image, children) => {
      const name = `list-${randomUUID()}`;
      await buildah('manifest', 'create', name);
      for (const child of children) await buildah('manifest', 'add', ...insecure, name, `docker://${child}`);
      const digest = join(mkdtempSync(join(folder, 'index-')), 'digest');
      await buildah(
        'manifest',
        'push',
        '--all',
        ...registry,
        '--digestfile',
        digest,
        name,
        `docker://${image}`,
      );
      return digestOf(digest);
    },
    close: async () => {
      await buildah('rmi', '--all', '--force').catch(() => undefined);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
