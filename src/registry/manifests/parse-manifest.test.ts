import { describe, expect, it } from 'vitest';
import { dockerList, ociIndex, ociManifest } from './media-types.ts';
import { parseManifest } from './parse-manifest.ts';
import { isSamePlatform, normalizePlatform } from './platform.ts';

const digest = `sha256:${'a'.repeat(64)}`;
const config = { mediaType: 'application/vnd.oci.image.config.v1+json', digest, size: 1 };
const entry = (platform: object, more: object = {}) => ({
  mediaType: ociManifest,
  digest,
  size: 1,
  platform,
  ...more,
});

function parse(document: unknown, contentType?: string) {
  return parseManifest(new TextEncoder().encode(JSON.stringify(document)), contentType);
}

describe('a manifest', () => {
  it('is an index with its platforms in Go’s names, statements marked', () => {
    const manifests = [
      entry({ os: 'Linux', architecture: 'x86_64' }),
      entry({ os: 'linux', architecture: 'aarch64', variant: '8' }),
      entry({ os: 'unknown', architecture: 'unknown' }),
      entry({ os: 'linux', architecture: 'amd64' }, { annotations: { 'vnd.docker.reference.type': 'x' } }),
      { mediaType: ociManifest, digest, size: 1 },
    ];
    const parsed = parse({ schemaVersion: 2, manifests }, `${dockerList}; charset=utf-8`);
    expect(parsed).toMatchObject({ value: { kind: 'index', mediaType: dockerList } });
    const children = parsed.kind === 'ok' && parsed.value.kind === 'index' ? parsed.value.children : [];
    expect(children.map(({ platform, isAttestation }) => [platform, isAttestation])).toEqual([
      [{ os: 'linux', architecture: 'amd64' }, false],
      [{ os: 'linux', architecture: 'arm64', variant: 'v8' }, false],
      [{ os: 'unknown', architecture: 'unknown' }, true],
      [{ os: 'linux', architecture: 'amd64' }, true],
      [undefined, false],
    ]);
  });

  it('is an image with its parts', () => {
    expect(parse({ mediaType: ociManifest, config, layers: [config] })).toMatchObject({
      value: { kind: 'image', config, layers: [config] },
    });
  });

  it.each([
    ['no JSON', '{', undefined, 'manifest'],
    ['a list', [], undefined, 'manifest'],
    ['two things at once', { manifests: [], layers: [] }, undefined, 'manifest'],
    ['another type than the registry says', { mediaType: ociIndex, manifests: [] }, ociManifest, 'mediaType'],
    ['something else', { mediaType: 'text/plain' }, undefined, 'mediaType'],
    [
      'a digest that is none',
      { manifests: [entry({}, { digest: 'sha256:1' })] },
      undefined,
      'manifests[0].digest',
    ],
    ['a size that is none', { manifests: [entry({}, { size: -1 })] }, undefined, 'manifests[0].size'],
    ['too many', { manifests: Array(1_001).fill(entry({})) }, undefined, 'manifests'],
  ])('is refused: %s', (_, document, contentType, field) => {
    const bytes = typeof document === 'string' ? document : JSON.stringify(document);
    expect(parseManifest(new TextEncoder().encode(bytes), contentType)).toMatchObject({
      kind: 'refused',
      field,
    });
  });
});

it('takes arm64 for arm64/v8, and names of uname for Go’s', () => {
  const platform = (architecture: string, variant?: string) =>
    normalizePlatform({ os: 'linux', architecture, ...(variant === undefined ? {} : { variant }) });
  expect(isSamePlatform(platform('aarch64'), platform('arm64', '8'))).toBe(true);
  expect(isSamePlatform(platform('arm64', 'v9'), platform('arm64'))).toBe(false);
  expect(isSamePlatform(platform('constructor'), platform('amd64'))).toBe(false);
});
