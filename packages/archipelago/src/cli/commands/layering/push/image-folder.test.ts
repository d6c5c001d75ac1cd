import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openImageFolder } from './image-folder.ts';

let whole: string;
let folder: string;
const ociManifest = 'application/vnd.oci.image.manifest.v1+json';
const hexOf = (text: string) => createHash('sha256').update(text).digest('hex');

beforeEach(() => {
  whole = mkdtempSync(join(tmpdir(), 'image-folder-'));
  folder = join(whole, 'image');
  mkdirSync(folder);
  writeFileSync(join(whole, 'canary'), 'layer');
});

afterEach(() => rmSync(whole, { recursive: true }));

const put = (name: string, text: string) => writeFileSync(join(folder, name), text);
const part = (text: string, more: object = {}) => ({
  mediaType: 'application/vnd.oci.image.layer.v1.tar',
  digest: `sha256:${hexOf(text)}`,
  size: text.length,
  ...more,
});

function manifest(layer: object, more: object = {}): string {
  return JSON.stringify({
    schemaVersion: 2,
    mediaType: ociManifest,
    config: part('{}'),
    layers: [layer],
    ...more,
  });
}

/** A whole image, of which parts are then replaced. */
function image(layer: object = part('layer')): string {
  put(hexOf('{}'), '{}');
  put(hexOf('layer'), 'layer');
  const text = manifest(layer);
  put('manifest.json', text);
  return text;
}

it('reads an image as buildah leaves it, byte by byte and more than once', async () => {
  const text = image();
  put('version', 'Directory Transport Version: 1.1\n');
  const opened = await openImageFolder(folder);
  if (opened.kind === 'refused') throw new Error(opened.reason);
  const { manifest: read, blobs, close } = opened.value;
  expect(read).toMatchObject({ mediaType: ociManifest, digest: `sha256:${hexOf(text)}`, size: text.length });
  expect(Buffer.from(read.bytes).toString()).toBe(text);
  for (const _ of ['once', 'again']) {
    const contents: string[] = [];
    for (const blob of blobs) {
      let content = '';
      for await (const piece of blob.read()) content += Buffer.from(piece).toString();
      contents.push(content);
    }
    expect(contents).toEqual(['{}', 'layer']);
  }
  await close();
});

it.each<[string, RegExp, () => void]>([
  [
    'a blob that leads elsewhere',
    /is no regular file/,
    () => replace(hexOf('layer'), (path) => symlinkSync('../canary', path)),
  ],
  [
    'a manifest that leads elsewhere',
    /is no regular file/,
    () => replace('manifest.json', (path) => symlinkSync('../canary', path)),
  ],
  ['a pipe', /is no regular file/, () => replace(hexOf('layer'), (path) => execFileSync('mkfifo', [path]))],
  ['a folder', /is no regular file/, () => replace(hexOf('layer'), (path) => mkdirSync(path))],
  [
    'a manifest that is a pipe',
    /is no regular file/,
    () => replace('manifest.json', (path) => execFileSync('mkfifo', [path])),
  ],
  ['no manifest', /cannot be read/, () => replace('manifest.json', () => undefined)],
  ['no blob', /cannot be read/, () => replace(hexOf('layer'), () => undefined)],
  ['other content of the same size', /is the digest/, () => put(hexOf('layer'), 'LAYER')],
  ['a shorter blob', /should have 5/, () => put(hexOf('layer'), 'laye')],
  ['a longer blob', /should have 5/, () => put(hexOf('layer'), 'layers')],
  [
    'a file with a hole that is larger than anything',
    /layers .*are more than/,
    () => image(part('layer', { size: 2 ** 50 })),
  ],
  ['a manifest with a hole', /is longer than/, () => truncateSync(join(folder, 'manifest.json'), 2 ** 40)],
  ['a way out as digest', /digest/, () => image(part('layer', { digest: 'sha256:../../canary' }))],
  [
    'another algorithm',
    /is no sha256|digest/,
    () => image(part('layer', { digest: `sha512:${'a'.repeat(128)}` })),
  ],
  ['a negative size', /size/, () => image(part('layer', { size: -1 }))],
  [
    'an index',
    /is an index/,
    () =>
      put(
        'manifest.json',
        '{"schemaVersion":2,"mediaType":"application/vnd.oci.image.index.v1+json","manifests":[]}',
      ),
  ],
  ['no JSON', /is no JSON object/, () => put('manifest.json', 'x')],
  [
    'more blobs than any image has',
    /are more than 500/,
    () =>
      put(
        'manifest.json',
        manifest(part('layer'), { layers: Array.from({ length: 600 }, (_, index) => part(String(index))) }),
      ),
  ],
])('refuses %s', async (_, reason, change) => {
  image();
  change();
  const opened = await openImageFolder(folder);
  if (opened.kind !== 'refused') throw new Error('it was taken');
  expect(`${opened.field} ${opened.value} ${opened.reason}`).toMatch(reason);
});

function replace(name: string, make: (path: string) => void): void {
  rmSync(join(folder, name));
  make(join(folder, name));
}
