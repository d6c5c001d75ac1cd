import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FileTree, TreeEntry } from '../../tools/image/file-tree.ts';
import { imagePlatforms } from '../../tools/image/image-platforms.ts';
import { libraryClosure } from '../../tools/image/library-closure.ts';
import { readElf } from '../../tools/image/read-elf.ts';
import { type DockerRegistry, startDockerRegistry } from '../support/docker-registry.ts';
import { type ImageRoot, type ImageRoots, mayEnterRoots, openImageRoots } from './image/image-root.ts';
import { testInstalledImage } from './image/test-installed-image.ts';

const folder = mkdtempSync(join(tmpdir(), 'archipelago-npm-image-'));
const architectures = imagePlatforms.map(({ architecture }) => architecture);
let registry: DockerRegistry;
let roots: ImageRoots;
let digests: readonly string[];
const unpacked = new Map<string, ImageRoot>();

function build(name: string, ...flags: readonly string[]): string {
  const command = ['run', '--silent', 'image', '--', '--out', join(folder, name), ...flags];
  const { status, stdout, stderr } = spawnSync('npm', command, { encoding: 'utf8' });
  expect(status, `${stdout}${stderr}`).toBe(0);
  return /sha256:[0-9a-f]{64}/.exec(stdout)?.[0] ?? stdout;
}

const image = () => `${registry.host}/archipelago@${digests[0]}`;

function skopeo(...args: readonly string[]) {
  const place = args.includes('--raw') ? `docker://${registry.host}/archipelago:test` : `docker://${image()}`;
  const command = ['inspect', '--tls-verify=false', place];
  const global = args.filter((each) => each.startsWith('--override'));
  const own = args.filter((each) => !each.startsWith('--override'));
  return JSON.parse(execFileSync('skopeo', [...global, ...command, ...own], { encoding: 'utf8' }));
}

beforeAll(async () => {
  registry = await startDockerRegistry();
  const push = ['--push', `${registry.host}/archipelago:test`, '--insecure'];
  digests = [build('one'), build('two', ...push)];
  roots = openImageRoots();
  for (const architecture of architectures) unpacked.set(architecture, roots.of(image(), architecture));
});

afterAll(async () => {
  roots?.close();
  await registry?.stop();
  rmSync(folder, { recursive: true, force: true });
});

function rootOf(architecture: string): ImageRoot {
  const root = unpacked.get(architecture);
  if (root === undefined) throw new Error(`the image for ${architecture} was not unpacked`);
  return root;
}

/** What buildah has unpacked, without what this test put there to run it. */
function treeIn(root: string): FileTree {
  const tree = new Map<string, TreeEntry>();
  for (const entry of readdirSync(root, { withFileTypes: true, recursive: true })) {
    const full = join(entry.parentPath, entry.name);
    const path = relative(root, full);
    if (entry.isSymbolicLink()) tree.set(path, { kind: 'link', target: readlinkSync(full) });
    else if (entry.isFile() && !path.startsWith('qemu-'))
      tree.set(path, { kind: 'file', content: readFileSync(full), isExecutable: true });
  }
  return tree;
}

describe('the image', () => {
  it('is the same to the byte when it is built again', () => {
    expect(digests[1]).toBe(digests[0]);
  });

  it('is one index of four architectures, as skopeo reads it', () => {
    const { manifests } = skopeo('--raw');
    const platforms = manifests.map(
      ({ platform }: { platform: { os: string; architecture: string } }) =>
        `${platform.os}/${platform.architecture}`,
    );
    expect(platforms).toEqual(architectures.map((architecture) => `linux/${architecture}`));
  });

  it.each(imagePlatforms)('says who it is and runs as nobody: $architecture', ({ architecture }) => {
    const { config } = skopeo('--config', `--override-arch=${architecture}`);
    expect(config).toMatchObject({ User: '65532:65532', Entrypoint: ['/usr/bin/archipelago'] });
    expect(config.Labels['org.opencontainers.image.licenses']).toBe('Apache-2.0');
  });
});

describe.each(imagePlatforms)(
  'the files for $architecture',
  ({ architecture, machine, triplet, packages }) => {
    it('are programs of that machine only, and all that they load is there', () => {
      const tree = treeIn(rootOf(architecture).path);
      const programs = [...tree].flatMap(([path, entry]) =>
        entry.kind === 'file' && readElf(entry.content) !== undefined ? [path] : [],
      );
      const folders = [`usr/lib/${triplet}`, 'usr/lib', 'usr/lib64'];
      expect(programs).toContain('usr/bin/node');
      expect(libraryClosure(tree, programs, { machine, folders }).findings).toEqual([]);
    });

    it('have the notices and the list of materials', () => {
      const tree = treeIn(rootOf(architecture).path);
      for (const name of [...packages, 'archipelago'])
        expect(tree.has(`usr/share/doc/${name}/copyright`), name).toBe(true);
      expect(tree.has('usr/share/doc/archipelago/THIRD_PARTY_LICENSES')).toBe(true);
      const bill = tree.get('usr/share/doc/archipelago/sbom.cdx.json');
      const beside = readFileSync(join(folder, `one-${architecture}.cdx.json`), 'utf8');
      expect(bill?.kind === 'file' && Buffer.from(bill.content).toString()).toBe(beside);
      const { components } = JSON.parse(beside);
      const names = components.map(({ name }: { name: string }) => name);
      expect(names).toEqual(expect.arrayContaining([...packages, 'commander', 'pino']));
    });

    // the other architectures under QEMU, which is no proof of a machine, and runs every instruction of Node's start
    it.runIf(mayEnterRoots())('run as nobody from a file system that is read-only', () => {
      const root = rootOf(architecture);
      const archipelago = (...args: readonly string[]) =>
        root.run(['/usr/bin/node', '--use-openssl-ca', '/usr/bin/archipelago', ...args]);
      const version = archipelago('version', '--client');
      expect(version.text).toContain(`linux/${architecture}`);
      expect(version.status).toBe(0);
      expect(archipelago('operator', '--help').text).toContain('Usage: archipelago operator');
      const script = `console.log(process.getuid(), require('tls').rootCertificates.length > 0);
      require('fs').writeFileSync('/tmp/file', '');`;
      const written = root.run(['/usr/bin/node', '-e', script]);
      expect(written.text).toContain('65532 true');
      expect(written.text).toContain('EROFS');
    });
  },
);

it.runIf(mayEnterRoots() && process.arch === 'x64')('starts by its entrypoint alone', () => {
  expect(rootOf('amd64').run(['/usr/bin/archipelago', 'version', '--client']).text).toContain('linux/amd64');
});

describe.runIf(mayEnterRoots() && process.arch === 'x64')('the image for amd64', () =>
  testInstalledImage(() => ({ image: image(), root: rootOf('amd64') })),
);
