import { describe, expect, it } from 'vitest';
import type { Architecture } from '../../../../api/architectures.ts';
import type { BuildView, ConfigView } from '../../../../layering/view/config-view.ts';
import { UsageError } from '../../../process/io.ts';
import { requestBuild } from './request-build.ts';

type State = BuildView['platforms'][number]['state'];

const platform = (architecture: Architecture, state: State, digest?: string) => ({
  architecture,
  state,
  attempts: [],
  ...(digest === undefined ? {} : { digest }),
});

function view(
  build: { readonly phase: BuildView['phase']; readonly platforms: readonly object[] } | undefined,
  more: Partial<ConfigView> = {},
): ConfigView {
  const whole = build === undefined ? undefined : { name: 'edge-1', failedChecks: [], ...build };
  const given = { name: 'edge', architectures: [], conditions: [], findings: [], ...more };
  return { ...given, build: whole } as unknown as ConfigView;
}

const platforms = [
  platform('amd64', 'Succeeded', 'd'),
  platform('arm64', 'Failed'),
  platform('s390x', 'Failed'),
];
const failed = view({ phase: 'Failed', platforms });

describe('a retry', () => {
  it.each<[readonly string[], string, readonly string[], string]>([
    [[], 'all', ['arm64', 's390x'], 'arm64, s390x will be built, amd64 used again'],
    [
      ['arm64'],
      'arm64',
      ['arm64'],
      'arm64 will be built, amd64 used again; s390x failed, too, and there is no image without it',
    ],
    [
      ['s390x', 'arm64', 's390x'],
      'arm64,s390x',
      ['arm64', 's390x'],
      'arm64, s390x will be built, amd64 used again',
    ],
  ])('of %j asks for %s, and builds %j, as the operator does', (wanted, ...[value, builds, follows]) => {
    expect(requestBuild('retry', wanted, failed)).toEqual({
      kind: 'asked',
      annotation: 'retry',
      value,
      builds,
      reuses: ['amd64'],
      follows,
      says: `asked for a retry of edge-1: ${follows}`,
    });
  });

  it('of one architecture builds what was cancelled, too', () => {
    const some = [platform('arm64', 'Failed'), platform('ppc64le', 'Cancelled'), platform('s390x', 'Failed')];
    const { kind, ...requested } = requestBuild(
      'retry',
      ['arm64'],
      view({ phase: 'Failed', platforms: some }),
    );
    expect([kind, requested]).toMatchObject(['asked', { builds: ['arm64', 'ppc64le'], reuses: [] }]);
  });

  it.each<[BuildView['phase'], boolean]>([
    ['Pending', false],
    ['WaitingForNodes', false],
    ['Building', false],
    ['Assembling', false],
    ['Verifying', false],
    ['Succeeded', false],
    ['Failed', true],
    ['Interrupted', true],
    ['Superseded', true],
  ])('of a build that is %s is asked for: %s', (phase, isAsked) => {
    const requested = requestBuild('retry', [], view({ phase, platforms }));
    expect(requested.kind).toBe(isAsked ? 'asked' : 'refused');
    if (requested.kind === 'refused')
      expect(requested.because).toContain(
        phase === 'Succeeded' ? 'edge-1 has succeeded' : `edge-1 is still ${phase}`,
      );
  });

  it('of nothing but the assembly puts images together again', () => {
    const both = [platform('amd64', 'Reused', 'd'), platform('arm64', 'Succeeded', 'e')];
    expect(requestBuild('retry', [], view({ phase: 'Failed', platforms: both }))).toMatchObject({
      builds: [],
      reuses: ['amd64', 'arm64'],
      says: 'asked for a retry of edge-1: the images are put together again, amd64, arm64 used again',
    });
  });

  it('has an image only where there is one', () => {
    const odd = [platform('amd64', 'Succeeded'), platform('arm64', 'Cancelled', 'd')];
    expect(requestBuild('retry', [], view({ phase: 'Failed', platforms: odd }))).toMatchObject({
      builds: ['amd64', 'arm64'],
      reuses: [],
    });
  });

  it('of what has its image is refused, and so is one of nothing, with what stands in the way', () => {
    expect(requestBuild('retry', ['arm64', 'amd64'], failed)).toEqual({
      kind: 'refused',
      because: 'amd64 has its image in edge-1; archipelago layering rebuild edge --arch amd64',
    });
    const conditions = [
      { type: 'Blocked', message: 'paused' },
      { type: 'x', message: '' },
    ] as never;
    expect(requestBuild('retry', [], view(undefined))).toEqual({
      kind: 'refused',
      because: 'there is no build to retry',
    });
    expect(requestBuild('retry', [], view(undefined, { conditions }))).toEqual({
      kind: 'refused',
      because: 'there is no build to retry: paused',
    });
  });
});

describe('a rebuild', () => {
  const wanted = [
    { name: 'amd64', source: 'Nodes' },
    { name: 'ppc64le', source: 'Nodes' },
    { name: 'arm64', source: undefined },
  ] as never;
  const done = view(
    { phase: 'Succeeded', platforms: [platform('amd64', 'Succeeded', 'd')] },
    { architectures: wanted },
  );

  it('is of what is wanted or built, whatever has become of it', () => {
    expect(requestBuild('rebuild', [], done)).toEqual({
      kind: 'asked',
      annotation: 'rebuild',
      value: 'all',
      builds: ['amd64', 'ppc64le'],
      reuses: [],
      follows: 'amd64, ppc64le will be built',
      says: 'asked for a rebuild of edge: amd64, ppc64le will be built',
    });
    expect(requestBuild('rebuild', ['ppc64le'], done)).toMatchObject({
      value: 'ppc64le',
      builds: ['ppc64le'],
      reuses: ['amd64'],
    });
  });

  it('waits where something stands in the way, and is refused where there is nothing to build', () => {
    const conditions = [{ type: 'Blocked', message: 'paused' }] as never;
    expect(requestBuild('rebuild', [], view(undefined, { architectures: wanted, conditions }))).toMatchObject(
      {
        says: 'asked for a rebuild of edge: amd64, ppc64le will be built; not before this is over: paused',
      },
    );
    expect(requestBuild('rebuild', [], view(undefined, { conditions }))).toEqual({
      kind: 'refused',
      because: 'there is nothing to build: paused',
    });
  });
});

it.each(['retry', 'rebuild'] as const)(
  'a %s of no architecture, or of none that it is for, is a mistake of use',
  (request) => {
    const refusal = (wanted: readonly string[], of: ConfigView) => {
      try {
        return requestBuild(request, wanted, of);
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
        return error.message;
      }
    };
    expect(refusal(['arm64', 'x86'], failed)).toBe('--arch x86: is none of amd64, arm64, ppc64le, s390x');
    expect(refusal(['y'.repeat(200)], failed)).toContain(`--arch ${'y'.repeat(80)}: is none`);
    expect(refusal(['arm64', 'ppc64le'], failed)).toBe(
      '--arch ppc64le: edge is built for amd64, arm64, s390x',
    );
    expect(refusal(['arm64'], view(undefined))).toBe('--arch arm64: edge is built for nothing yet');
  },
);
