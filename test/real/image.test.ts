import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operatorImage } from '../../tools/image/image-kind.ts';
import { imagePlatforms } from '../../tools/image/image-platforms.ts';
import { type DockerRegistry, startDockerRegistry } from '../support/docker-registry.ts';
import { type ImageRoot, type ImageRoots, mayEnterRoots, openImageRoots } from './image/image-root.ts';
import { runImageTool } from './image/run-image-tool.ts';
import { testImageFiles } from './image/test-image-files.ts';
import { testInstalledImage } from './image/test-installed-image.ts';

const folder = mkdtempSync(join(tmpdir(), 'archipelago-npm-image-'));
const architectures = imagePlatforms.map(({ architecture }) => architecture);
let registry: DockerRegistry;
let roots: ImageRoots;
let digests: readonly string[];
const unpacked = new Map<string, ImageRoot>();

const build = (name: string, ...flags: readonly string[]) =>
  runImageTool('--out', join(folder, name), ...flags);
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

testImageFiles(operatorImage, {
  rootOf,
  billOf: (architecture) => readFileSync(join(folder, `one-${architecture}.cdx.json`), 'utf8'),
  more: ['commander', 'pino'],
});

describe.each(imagePlatforms)('Archipelago for $architecture', ({ architecture }) => {
  it('has its notices, and those of what is bundled with it', () => {
    const documents = join(rootOf(architecture).path, 'usr/share/doc/archipelago');
    expect(readdirSync(documents).sort()).toEqual(['THIRD_PARTY_LICENSES', 'copyright', 'sbom.cdx.json']);
  });

  // the other architectures under QEMU, which is no proof of a machine, and runs every instruction of Node's start
  it.runIf(mayEnterRoots())('runs as nobody from a file system that is read-only', () => {
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
});

it.runIf(mayEnterRoots() && process.arch === 'x64')('starts by its entrypoint alone', () => {
  expect(rootOf('amd64').run(['/usr/bin/archipelago', 'version', '--client']).text).toContain('linux/amd64');
});

describe.runIf(mayEnterRoots() && process.arch === 'x64')('the image for amd64', () =>
  testInstalledImage(() => ({ image: image(), root: rootOf('amd64') })),
);
