import { ociIndex, ociManifest } from '@archipelago/oci-registry';
import { describe, expect, it } from 'vitest';
import { type FoundChild, type IndexEntry, isVerified, verifyIndex } from './verify-index.ts';

type Found = Extract<FoundChild, { state: 'found' }>;

const wanted = [
  { architecture: 'amd64', digest: 'sha256:a', baseDigest: 'sha256:base-a' },
  { architecture: 'arm64', digest: 'sha256:b', baseDigest: 'sha256:base-b' },
] as const;

const amd64: IndexEntry = {
  mediaType: ociManifest,
  digest: 'sha256:a',
  size: 499,
  platform: { os: 'linux', architecture: 'amd64' },
};
const arm64: IndexEntry = { ...amd64, digest: 'sha256:b', platform: { os: 'linux', architecture: 'arm64' } };
const statement: IndexEntry = {
  ...amd64,
  digest: 'sha256:s',
  platform: { os: 'unknown', architecture: 'unknown' },
};

function found(architecture: string, more: Partial<Found> = {}): Found {
  const baseDigest = architecture === 'amd64' ? 'sha256:base-a' : 'sha256:base-b';
  return {
    state: 'found',
    size: 499,
    config: { os: 'linux', architecture },
    baseDigest,
    missingBlobs: [],
    ...more,
  };
}

function failures(entries: readonly IndexEntry[], second: FoundChild = found('arm64')): readonly string[] {
  const child = (digest: string) => (digest === 'sha256:b' ? second : found('amd64'));
  const checks = verifyIndex({ wanted, entries, child });
  expect(isVerified(checks)).toBe(checks.every(({ ok }) => ok));
  return checks
    .filter(({ ok }) => !ok)
    .map(({ name, architecture, detail }) => `${name} ${architecture}: ${detail}`);
}

describe('verification of an index', () => {
  it('passes what is right, statements left out (35)', () => {
    expect(failures([amd64, arm64, statement])).toEqual([]);
  });

  it('takes arm64/v8 for arm64 (34)', () => {
    const config = { os: 'linux', architecture: 'arm64', variant: 'v8' };
    expect(failures([amd64, arm64], found('arm64', { config }))).toEqual([]);
  });

  const variants: readonly [
    asked: string | undefined,
    said: string | undefined,
    made: string | undefined,
    ok: boolean,
  ][] = [
    [undefined, undefined, undefined, true],
    [undefined, 'v8', undefined, true],
    [undefined, undefined, 'v8', true],
    [undefined, 'v9', 'v9', true],
    [undefined, 'v9', undefined, false],
    [undefined, undefined, 'v9', false],
    [undefined, 'v8', 'v9', false],
    ['v8', 'v8', 'v8', true],
    ['v8', undefined, undefined, true],
    ['v8', 'v9', 'v9', false],
    ['v9', 'v8', 'v8', false],
    ['v9', 'v9', 'v9', true],
  ];
  it.each(variants)('asked for %s, named %s, made %s: %s', (variant, ...[said, made, ok]) => {
    const platform = { os: 'linux', architecture: 'arm64', variant: said };
    const child = found('arm64', { config: { os: 'linux', architecture: 'arm64', variant: made } });
    const checks = verifyIndex({
      wanted: [{ ...wanted[1], variant }],
      entries: [{ ...arm64, platform }],
      child: () => child,
    });
    const message = `the image says it is linux/arm64${made === undefined ? '' : `/${made}`}`;
    expect(checks.filter((check) => !check.ok)).toEqual(
      ok ? [] : [{ name: 'platform', architecture: 'arm64', ok: false, detail: message }],
    );
  });

  it.each(['amd64', 's390x'] as const)('takes no variant of %s for none', (architecture) => {
    const entry = { ...amd64, platform: { os: 'linux', architecture, variant: 'v8' } };
    const child = found(architecture, { config: { os: 'linux', architecture } });
    const checks = verifyIndex({
      wanted: [{ architecture, digest: 'sha256:a' }],
      entries: [entry],
      child: () => child,
    });
    expect(checks.filter(({ ok }) => !ok).map(({ name }) => name)).toEqual(['platform']);
  });

  const wrong: readonly [string, readonly IndexEntry[], FoundChild | undefined, string][] = [
    ['a missing architecture', [amd64], undefined, 'entries undefined: linux/arm64 is missing'],
    [
      'one that is not wanted',
      [amd64, arm64, { ...arm64, platform: { os: 'linux', architecture: 's390x' } }],
      undefined,
      'entries undefined: linux/s390x is not wanted',
    ],
    ['one twice', [amd64, arm64, arm64], undefined, 'entries undefined: linux/arm64 stands there twice'],
    [
      'an index in the index',
      [amd64, { ...arm64, mediaType: ociIndex }],
      undefined,
      'entries undefined: sha256:b is an index itself',
    ],
    [
      'another image than was built (24)',
      [amd64, { ...arm64, digest: 'sha256:x' }],
      undefined,
      'digest arm64: the index names sha256:x, built was sha256:b',
    ],
    [
      'another architecture than it says (28)',
      [amd64, arm64],
      found('amd64', { baseDigest: 'sha256:base-b' }),
      'platform arm64: the image says it is linux/amd64',
    ],
    [
      'a wrong size (28)',
      [amd64, { ...arm64, size: 1 }],
      undefined,
      'size arm64: the index says 1 bytes, the manifest has 499',
    ],
    [
      'foreign content under a right config (26)',
      [amd64, arm64],
      found('arm64', { baseDigest: 'sha256:base-a' }),
      'base arm64: built from sha256:base-a, not from sha256:base-b',
    ],
    [
      'no word of a base',
      [amd64, arm64],
      found('arm64', { baseDigest: undefined }),
      'base arm64: built from an unnamed image, not from sha256:base-b',
    ],
    [
      'foreign programs',
      [amd64, arm64],
      found('arm64', { machine: 'amd64' }),
      'machine arm64: the programs in the image are for amd64',
    ],
    [
      'a child that is gone (27)',
      [amd64, arm64],
      { state: 'missing' },
      'blobs arm64: the registry does not have sha256:b',
    ],
    [
      'a layer that is gone',
      [amd64, arm64],
      found('arm64', { missingBlobs: ['sha256:l'] }),
      'blobs arm64: the registry does not have sha256:l',
    ],
  ];
  it.each(wrong)('names %s', (_, entries, second, failure) => {
    expect(failures(entries, second)).toContain(failure);
  });

  it('says nothing of bases where none is known', () => {
    const unknown = wanted.map(({ architecture, digest }) => ({ architecture, digest }));
    const child = (digest: string) =>
      found(digest === 'sha256:a' ? 'amd64' : 'arm64', { baseDigest: undefined });
    expect(isVerified(verifyIndex({ wanted: unknown, entries: [amd64, arm64], child }))).toBe(true);
  });

  it('does not pass nothing', () => {
    expect(isVerified(verifyIndex({ wanted, entries: [], child: () => ({ state: 'missing' }) }))).toBe(false);
    expect(isVerified([])).toBe(false);
  });
});
