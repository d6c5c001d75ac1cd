import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builderImage } from '../../tools/image/image-kind.ts';
import { imagePlatforms } from '../../tools/image/image-platforms.ts';
import { type DockerRegistry, startDockerRegistry } from '../support/docker-registry.ts';
import { type ImageRoot, type ImageRoots, mayEnterRoots, openImageRoots } from './image/image-root.ts';
import { runImageTool } from './image/run-image-tool.ts';
import { testBuildJob } from './image/test-build-job.ts';
import { testImageFiles } from './image/test-image-files.ts';
import { openSkopeo, type Skopeo } from './registry/skopeo.ts';

const folder = mkdtempSync(join(tmpdir(), 'archipelago-npm-builder-'));
let registry: DockerRegistry;
let roots: ImageRoots;
let skopeo: Skopeo;
let digests: readonly string[];
const unpacked = new Map<string, ImageRoot>();

const image = () => `${registry.host}/archipelago-builder@${digests[0]}`;

beforeAll(async () => {
  skopeo = openSkopeo();
  registry = await startDockerRegistry({ tls: true });
  const push = ['--push', `${registry.host}/archipelago-builder:test`, '--insecure'];
  const build = (name: string, ...flags: readonly string[]) =>
    runImageTool('--builder', '--out', join(folder, name), ...flags);
  digests = [build('one'), build('two', ...push)];
  roots = openImageRoots();
  for (const { architecture } of imagePlatforms) unpacked.set(architecture, roots.of(image(), architecture));
});

afterAll(async () => {
  roots?.close();
  skopeo?.close();
  await registry?.stop();
  rmSync(folder, { recursive: true, force: true });
});

function rootOf(architecture: string): ImageRoot {
  const root = unpacked.get(architecture);
  if (root === undefined) throw new Error(`the image for ${architecture} was not unpacked`);
  return root;
}

describe('the image of the builder', () => {
  it('is the same to the byte when it is built again', () => {
    expect(digests[1]).toBe(digests[0]);
  });

  it('is one index of four architectures, and whole, as skopeo reads it', async () => {
    const { manifests } = JSON.parse((await skopeo.raw(image(), {})).toString('utf8'));
    const platforms = manifests.map(
      ({ platform }: { platform: { os: string; architecture: string } }) =>
        `${platform.os}/${platform.architecture}`,
    );
    expect(platforms).toEqual(imagePlatforms.map(({ architecture }) => `linux/${architecture}`));
    await skopeo.pullAll(image(), {});
  });
});

testImageFiles(builderImage, {
  rootOf,
  billOf: (architecture) => readFileSync(join(folder, `one-${architecture}.cdx.json`), 'utf8'),
  more: [],
});

// the other architectures under QEMU, which is no proof of a machine
it.runIf(mayEnterRoots()).each(imagePlatforms)('its buildah starts: $architecture', ({ architecture }) => {
  const tmp = mkdtempSync(join(folder, 'tmp-'));
  chmodSync(tmp, 0o1777);
  const { status, text } = rootOf(architecture).run(['/usr/bin/buildah', '--version'], { mounts: { tmp } });
  expect(text).toContain('buildah version 1.');
  expect(status).toBe(0);
});

describe.runIf(mayEnterRoots() && process.arch === 'x64')('a build job in the image for amd64', () =>
  testBuildJob(() => ({ registry, image: image(), root: rootOf('amd64') })),
);
