import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dockerList, dockerManifest, ociIndex, ociManifest } from './media-types.ts';
import { type IndexChild, writeIndex } from './write-index.ts';

function child(architecture: string, more: Partial<IndexChild> = {}): IndexChild {
  const digest = `sha256:${architecture}`;
  return { digest, size: 499, mediaType: ociManifest, platform: { os: 'linux', architecture }, ...more };
}

const three = [child('amd64'), child('arm64'), child('s390x')];

describe('an index that is written', () => {
  it('has the bytes that builders give it', () => {
    const entry = (name: string) =>
      `{"mediaType":"${ociManifest}","digest":"sha256:${name}","size":499,"platform":{"architecture":"${name}","os":"linux"}}`;
    const body = `{"schemaVersion":2,"mediaType":"${ociIndex}","manifests":[${entry('amd64')},${entry('arm64')}]}`;
    const digest = `sha256:${createHash('sha256').update(body).digest('hex')}`;
    const written = writeIndex([child('arm64'), child('amd64')]);
    expect(written).toMatchObject({ value: { mediaType: ociIndex, digest, size: body.length } });
    expect(written.kind === 'ok' && new TextDecoder().decode(written.value.bytes)).toBe(body);
  });

  it('is the same for any order of its children', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(three, { minLength: 3 }), (order) => {
        expect(writeIndex(order)).toEqual(writeIndex(three));
      }),
    );
  });

  it('of Docker images is a Docker list', () => {
    const docker = three.map((each) => ({ ...each, mediaType: dockerManifest }));
    expect(writeIndex(docker)).toMatchObject({ value: { mediaType: dockerList } });
  });

  const v8 = child('arm64', { platform: { os: 'linux', architecture: 'arm64', variant: 'v8' } });
  it.each([
    ['of nothing', [], 'manifests'],
    ['with a platform twice', [child('arm64'), v8], 'platform'],
    ['in two formats', [child('amd64'), child('arm64', { mediaType: dockerManifest })], 'mediaType'],
    ['of an index', [child('amd64', { mediaType: ociIndex })], 'mediaType'],
  ])('is refused %s', (_, children, field) => {
    expect(writeIndex(children)).toMatchObject({ kind: 'refused', field });
  });
});
