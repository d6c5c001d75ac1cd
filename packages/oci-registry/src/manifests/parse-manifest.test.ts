import { describe, expect, it } from 'vitest';
import { dockerList, ociIndex, ociManifest } from './media-types.ts';
import { parseManifest } from './parse-manifest.ts';
import {
  comparePlatforms,
  isSamePlatform,
  normalizePlatform,
  printPlatform,
  readPlatform,
} from './platform.ts';

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

  it('is what its own type, its registry or its members say', () => {
    const kindOf = (document: object, contentType?: string) => {
      const parsed = parse(document, contentType);
      return parsed.kind === 'ok' ? [parsed.value.kind, parsed.value.mediaType] : parsed.field;
    };
    expect(kindOf({ manifests: [] })).toEqual(['index', ociIndex]);
    expect(kindOf({ config })).toEqual(['image', ociManifest]);
    expect(kindOf({ manifests: [], mediaType: dockerList }, 'text/plain')).toEqual(['index', dockerList]);
    expect(kindOf({ manifests: [], mediaType: 'text/plain' }, dockerList)).toEqual(['index', dockerList]);
    expect(kindOf({ config }, `${ociManifest.toUpperCase()} ; a=b`)).toEqual(['image', ociManifest]);
    expect(kindOf({ config, mediaType: ociManifest }, dockerList)).toBe('mediaType');
    expect(parse({ manifests: Array(1_000).fill(entry({})) }).kind).toBe('ok');
    expect(parse({ config, annotations: { a: 'b' } })).toMatchObject({
      value: { layers: [], annotations: { a: 'b' } },
    });
    expect(parse({ config, annotations: 'a' })).toMatchObject({ value: { annotations: {} } });
    const invalid = Buffer.concat([Buffer.from('{"config":"'), Buffer.of(0xff), Buffer.from('"}')]);
    expect(parseManifest(invalid, undefined)).toMatchObject({ kind: 'refused', field: 'manifest' });
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
    ['too many layers', { config, layers: Array(1_001).fill(config) }, undefined, 'layers'],
    ['an index and a config', { manifests: [], config }, undefined, 'manifest'],
    ['an index by its type, without entries', { config }, ociIndex, 'manifests'],
    ['an image by its type, without a config', { manifests: [] }, ociManifest, 'config'],
    ['entries that are none', { manifests: {} }, undefined, 'manifests'],
    ['an entry that is none', { manifests: [7] }, undefined, 'manifests[0]'],
    ['layers that are none', { config, layers: 'x' }, undefined, 'layers'],
    [
      'the second of its layers',
      { config, layers: [config, { ...config, digest: 7 }] },
      undefined,
      'layers[1].digest',
    ],
    ['a size in halves', { config: { ...config, size: 0.5 } }, undefined, 'config.size'],
    ['a size that is a text', { config: { ...config, size: '1' } }, undefined, 'config.size'],
    [
      'the first Docker format',
      { mediaType: 'application/vnd.docker.distribution.manifest.v1+prettyjws' },
      undefined,
      'mediaType',
    ],
    ['nothing that is known', {}, 'text/html', 'mediaType'],
  ])('is refused: %s', (_, document, contentType, field) => {
    const bytes = typeof document === 'string' ? document : JSON.stringify(document);
    expect(parseManifest(new TextEncoder().encode(bytes), contentType)).toMatchObject({
      kind: 'refused',
      field,
    });
  });
});

describe('a platform', () => {
  it.each([
    [{ architecture: 'X86_64' }, 'linux/amd64'],
    [{ architecture: 'x86-64', os: '' }, 'linux/amd64'],
    [{ architecture: ' aarch64 ', os: ' Linux ' }, 'linux/arm64'],
    [{ architecture: 'armhf' }, 'linux/arm/v7'],
    [{ architecture: 'armel' }, 'linux/arm/v6'],
    [{ architecture: 'armhf', variant: '8' }, 'linux/arm/v8'],
    [{ architecture: 'i686' }, 'linux/386'],
    [{ architecture: 'i386' }, 'linux/386'],
    [{ architecture: 'arm64', variant: ' V8 ' }, 'linux/arm64/v8'],
    [{ architecture: 's390x', os: 'zos' }, 'zos/s390x'],
    [{ architecture: 'toString' }, 'linux/tostring'],
    [{ architecture: 'arm\x1b[2J\n', os: '\u202eL', variant: '\u009b' }, '\\u202el/arm\\u001b[2j/\\u009b'],
    [{ architecture: '' }, undefined],
    [{ architecture: 7 }, undefined],
    [{ os: 'linux' }, undefined],
    ['arm64', undefined],
  ])('%j is %s', (value, printed) => {
    const platform = readPlatform(value);
    expect(platform && printPlatform(platform)).toBe(printed);
  });

  it.each([
    ['arm64', 'v8'],
    ['arm', 'v7'],
    ['amd64', 'v1'],
  ])('of %s without a variant is %s', (architecture, variant) => {
    const [bare, same, other] = [undefined, variant, 'v99'].map((each) => ({
      os: 'linux',
      architecture,
      ...(each === undefined ? {} : { variant: each }),
    }));
    const against = (platform: typeof bare) =>
      [bare, same, other].map((each) => each && platform && isSamePlatform(each, platform));
    expect([bare, same, other].map(against)).toEqual([
      [true, true, false],
      [true, true, false],
      [false, false, true],
    ]);
  });

  it('stands in the order of an index', () => {
    const platforms = [
      { os: 'linux', architecture: 'amd64' },
      { os: 'linux', architecture: 'amd64', variant: 'v2' },
      { os: 'linux', architecture: 'arm64', variant: 'v8' },
      { os: 'windows', architecture: 'amd64' },
    ];
    expect(platforms.toReversed().sort(comparePlatforms)).toEqual(platforms);
    for (const platform of platforms) expect(comparePlatforms(platform, { ...platform })).toBe(0);
  });
});

it('takes arm64 for arm64/v8, and names of uname for Go’s', () => {
  const platform = (architecture: string, variant?: string) =>
    normalizePlatform({ os: 'linux', architecture, ...(variant === undefined ? {} : { variant }) });
  expect(isSamePlatform(platform('aarch64'), platform('arm64', '8'))).toBe(true);
  expect(isSamePlatform(platform('arm64', 'v9'), platform('arm64'))).toBe(false);
  expect(isSamePlatform(platform('constructor'), platform('amd64'))).toBe(false);
});
