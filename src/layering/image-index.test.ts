import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Architecture } from './architecture.ts';
import { assembleIndex, type ChildImage, mediaTypes } from './image-index.ts';

function child(architecture: Architecture, more: Partial<ChildImage> = {}): ChildImage {
  return {
    digest: `sha256:${architecture}`,
    size: 499,
    mediaType: mediaTypes.ociManifest,
    platform: { os: 'linux', architecture },
    ...more,
  };
}

const three = [child('amd64'), child('arm64'), child('s390x')];

describe('an index', () => {
  it('has the bytes that builders give it', () => {
    const assembled = assembleIndex([child('arm64'), child('amd64')]);
    const entry = (name: string) =>
      `{"mediaType":"${mediaTypes.ociManifest}","digest":"sha256:${name}","size":499,"platform":{"architecture":"${name}","os":"linux"}}`;
    const body = `{"schemaVersion":2,"mediaType":"${mediaTypes.ociIndex}","manifests":[${entry('amd64')},${entry('arm64')}]}`;
    const digest = `sha256:${createHash('sha256').update(body).digest('hex')}`;
    expect(assembled).toEqual({
      ok: true,
      index: { mediaType: mediaTypes.ociIndex, body, digest, size: body.length },
    });
  });

  it('is the same for any order of its children (6)', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(three, { minLength: 3 }), (order) => {
        expect(assembleIndex(order)).toEqual(assembleIndex(three));
      }),
    );
  });

  it('of Docker images is a Docker list (33)', () => {
    const docker = three.map((each) => ({ ...each, mediaType: mediaTypes.dockerManifest }));
    expect(assembleIndex(docker)).toMatchObject({ index: { mediaType: mediaTypes.dockerList } });
  });

  it('keeps a variant that a child has', () => {
    const platform = { os: 'linux', architecture: 'arm64', variant: 'v8' } as const;
    const assembled = assembleIndex([child('arm64', { platform })]);
    expect(assembled.ok && JSON.parse(assembled.index.body).manifests[0].platform).toEqual(platform);
  });

  const v8 = child('arm64', { platform: { os: 'linux', architecture: 'arm64', variant: 'v8' } });
  const refused: readonly [string, readonly ChildImage[], string][] = [
    ['of nothing', [], 'NoChildren'],
    ['with a platform twice', [child('arm64'), v8], 'DuplicatePlatform'],
    [
      'in two formats',
      [child('amd64'), child('arm64', { mediaType: mediaTypes.dockerManifest })],
      'MixedFormats',
    ],
    ['of an index', [child('amd64', { mediaType: mediaTypes.ociIndex })], 'NestedIndex'],
  ];
  it.each(refused)('is refused %s', (_, children, reason) => {
    expect(assembleIndex(children)).toMatchObject({ ok: false, reason });
  });
});
