import { dockerManifest, ociManifest } from '@archipelago/oci-registry';
import { describe, expect, it } from 'vitest';
import { placeOf } from '../../../../../../../test/support/scripted-session.ts';
import { findTwice, findWrong } from './check-children.ts';
import type { ReadChild } from './read-child.ts';

const [base, other] = ['a', 'b'].map((digit) => `sha256:${digit.repeat(64)}`);
const place = placeOf('h.example/os:arm64');

/** A right image for arm64, but for what is given. */
function child(more: Partial<ReadChild> = {}): ReadChild {
  return {
    mediaType: ociManifest,
    digest: `sha256:${'c'.repeat(64)}`,
    size: 2,
    bytes: Buffer.from('{}'),
    platform: { os: 'linux', architecture: 'arm64' },
    labels: {},
    layers: { named: 3, described: 3 },
    baseDigest: undefined,
    missingBlobs: [],
    promised: {
      platform: { os: 'linux', architecture: 'arm64' },
      reference: place.reference,
      base: undefined,
    },
    place,
    attestations: 0,
    ...more,
  };
}

const promised = (more: Partial<ReadChild['promised']>): ReadChild['promised'] => ({
  ...child().promised,
  ...more,
});
const arm = (variant: string) => ({ os: 'linux', architecture: 'arm64', variant }) as const;

describe('an image for one architecture', () => {
  it.each<[string, Partial<ReadChild>]>([
    ['as promised', {}],
    ['of the usual variant', { platform: arm('v8') }],
    ['promised with the usual variant', { promised: promised({ platform: arm('v8') }) }],
    ['whose config does not tell its layers', { layers: { named: 3, described: undefined } }],
    ['built from what was promised', { promised: promised({ base }), baseDigest: base }],
    ['built from something, when nothing was promised', { baseDigest: other }],
  ])('is right %s', (_, more) => {
    expect(findWrong([child(more)], { childType: undefined })).toEqual([]);
  });

  it.each<[string, Partial<ReadChild>, 'refused' | 'absent', string]>([
    [
      'of another architecture',
      { platform: { os: 'linux', architecture: 'amd64' } },
      'refused',
      'it is linux/amd64, not linux/arm64',
    ],
    [
      'of another system',
      { platform: { os: 'windows', architecture: 'arm64' } },
      'refused',
      'it is windows/arm64, not',
    ],
    ['of another variant', { platform: arm('v9') }, 'refused', 'linux/arm64/v9, not linux/arm64'],
    [
      'built from another image',
      { promised: promised({ base }), baseDigest: other },
      'refused',
      `was built from ${other}, not from ${base}`,
    ],
    [
      'built from nobody knows what',
      { promised: promised({ base }) },
      'refused',
      'from an image that it does not name',
    ],
    [
      'with more layers than its config has',
      { layers: { named: 3, described: 2 } },
      'refused',
      'has 3 layers where its config describes 2',
    ],
    [
      'with fewer layers than its config has',
      { layers: { named: 0, described: 1 } },
      'refused',
      'has 0 layers where its config describes 1',
    ],
    ['with layers under a config of none', { layers: { named: 1, described: 0 } }, 'refused', 'describes 0'],
    ['that is not whole', { missingBlobs: ['one', 'two'] }, 'absent', 'its registry does not have one, two'],
  ])('is wrong %s', (_, more, kind, reason) => {
    expect(findWrong([child(more)], { childType: undefined })).toEqual([
      {
        architecture: 'arm64',
        side: 'source',
        failure: expect.objectContaining({
          kind,
          host: 'h.example',
          reason: expect.stringContaining(reason),
        }),
      },
    ]);
  });

  it('is told all that is wrong with it', () => {
    const wrong = child({ layers: { named: 1, described: 2 }, platform: arm('v9'), missingBlobs: ['one'] });
    expect(findWrong([wrong], { childType: dockerManifest })).toHaveLength(4);
  });
});

describe('images for several architectures', () => {
  const docker = child({ mediaType: dockerManifest });

  it.each([
    ['of one format', [child(), child()], undefined, []],
    ['of the format that is wanted', [docker], dockerManifest, []],
    [
      'of two formats',
      [child(), docker, child()],
      undefined,
      ['is a Docker image where an OCI image is needed'],
    ],
    [
      'of another format than is wanted',
      [child(), docker],
      dockerManifest,
      ['is an OCI image where a Docker image is needed'],
    ],
  ] as const)('%s', (_, children, childType, reasons) => {
    const wrong = findWrong(children, { childType });
    expect(wrong.map(({ failure }) => failure.reason.split(';')[0])).toEqual(reasons);
  });

  it('are for different ones', () => {
    const named = (architecture: 'amd64' | 'arm64', variant?: string) =>
      promised({ platform: { os: 'linux', architecture, ...(variant === undefined ? {} : { variant }) } });
    expect(findTwice([named('amd64'), named('arm64')])).toEqual([]);
    const twice = findTwice([named('arm64'), named('amd64'), named('arm64', 'v8'), named('arm64', 'v9')]);
    expect(twice).toMatchObject([
      {
        architecture: 'arm64',
        side: 'source',
        failure: { kind: 'refused', reason: expect.stringMatching(/^is promised as arm64 3 times: /) },
      },
    ]);
  });
});
