import { describe, expect, test } from 'vitest';
import type { Architecture } from '../../api/architectures.ts';
import type { MachineOsConfig } from '../api/machine-os-config.ts';
import type { BaseImage } from '../resolve-base.ts';
import type { ObservedBuild } from './observed-build.ts';
import { plainSource } from './plain-source.ts';
import { PlanDraft } from './plan-draft.ts';
import type { RegistryAnswer } from './registry-question.ts';
import type { RenderedConfig } from './rendered-config.ts';
import { baseDigest, sha, World } from './simulated-world.test-support.ts';
import { type WantedBuild, wantedBuildOf } from './wanted-build.ts';

/** Everything that decides an image changes its key, and nothing else does; what cannot be decided has a reason. */

const now = Date.parse('2026-11-21T10:00:00Z');
const os = 'registry.example.com/base/os:10';
const more = 'registry.example.com/base/extensions:10';
const usual: readonly Architecture[] = ['amd64', 'arm64'];

const index = (name: string, versions: Partial<Record<Architecture, number>> = {}): BaseImage => ({
  kind: 'index',
  repository: `registry.example.com/base/${name}`,
  digest: sha(`${name} ${JSON.stringify(versions)}`),
  children: usual.map((architecture) => ({
    os: 'linux',
    architecture,
    digest: sha(`${name} ${architecture} ${versions[architecture] ?? 1}`),
  })),
});
const is = (base: BaseImage): RegistryAnswer => ({ askedAt: now, state: 'base', base });

const rendered: RenderedConfig = {
  name: 'rendered-edge-1',
  baseImage: 'registry.example.com/base/rendered:1',
  extensionsImage: more,
  extensions: ['usbguard'],
  kernelType: undefined,
  digest: 'd',
};

interface Given {
  readonly config?: Partial<MachineOsConfig>;
  readonly rendered?: Partial<RenderedConfig> | 'none';
  readonly os?: RegistryAnswer;
  readonly more?: RegistryAnswer;
  readonly wanted?: readonly Architecture[];
  readonly builds?: readonly ObservedBuild[];
}

const parsed = new World({ pool: true }).input().config;

function decide(given: Given) {
  const answers = {
    [`base ${os} `]: given.os ?? is(index('os')),
    [`base ${more} `]: given.more ?? is(index('extensions')),
    'base registry.example.com/base/rendered:1 ': is(index('rendered')),
  };
  const draft = new PlanDraft(plainSource({ now, answers }));
  const input: Parameters<typeof wantedBuildOf>[0] = {
    config: { ...parsed, ...given.config },
    rendered: given.rendered === 'none' ? undefined : { ...rendered, ...given.rendered },
    wanted: given.wanted ?? usual,
    builds: given.builds ?? [],
  };
  return { wanted: wantedBuildOf(input, draft), ...draft.plan() };
}

function resolvedOf(given: Given): Extract<WantedBuild, { kind: 'resolved' }> {
  const { wanted } = decide(given);
  if (wanted.kind !== 'resolved') throw new Error(JSON.stringify(wanted));
  return wanted;
}

const placed = (architecture: Architecture, change: object) => ({
  placements: {
    ...parsed.placements,
    [architecture]: { ...parsed.placements[architecture], ...change },
  },
});

describe('the keys', () => {
  const changes: readonly [string, Given, readonly Architecture[]][] = [
    ['another Containerfile for all', { config: { containerfiles: { NoArch: 'RUN 1' } } }, usual],
    ['a Containerfile of one', { config: { containerfiles: { ARM64: 'RUN 1' } } }, ['arm64']],
    ['another configuration', { rendered: { digest: 'e' } }, usual],
    ['no configuration', { rendered: { digest: '' } }, usual],
    ['a kernel', { rendered: { kernelType: 'realtime' } }, usual],
    ['a kernel that only one has', { rendered: { kernelType: '64k-pages' } }, ['arm64']],
    ['the base of one', { os: is(index('os', { arm64: 2 })) }, ['arm64']],
    ['the bases of both', { os: is(index('os', { amd64: 2, arm64: 2 })) }, usual],
    ['the extensions of one', { more: is(index('extensions', { amd64: 2 })) }, ['amd64']],
    ['build arguments of one', { config: placed('arm64', { buildArguments: { A: '1' } }) }, ['arm64']],
    ['the variant of one', { config: placed('arm64', { variant: 'v8' }) }, ['arm64']],
    ['a rebuild of one', { config: { rebuilds: { amd64: 1 } } }, ['amd64']],
    ['another base image', { config: { baseImage: more } }, usual],
  ];
  const same: readonly [string, Given][] = [
    ['where it may be built', { config: placed('arm64', { nodeSelector: { a: 'b' }, resources: {} }) }],
    ['which secrets there are', { config: { pushSecret: 'other' } }],
    ['how often it is tried', { config: { attempts: 7, maxParallel: 1 } }],
    ['what the rendered configuration is called', { rendered: { name: 'rendered-edge-2' } }],
    ['the base image that the rendered configuration names', { rendered: { baseImage: 'other' } }],
    ['the Containerfile of another architecture', { config: { containerfiles: { S390X: 'RUN 1' } } }],
  ];
  const keys = (given: Given) =>
    resolvedOf(given).platforms.map(({ architecture, key }) => [architecture, key]);

  test.each(changes)('change with %s', (_, given, changed) => {
    const before = new Map(keys({}).map(([architecture, key]) => [architecture, key]));
    const differing = keys(given).filter(([architecture, key]) => before.get(architecture) !== key);
    expect(differing.map(([architecture]) => architecture)).toEqual(changed);
    expect(resolvedOf(given).key).not.toBe(resolvedOf({}).key);
  });

  test.each(same)('do not change with %s', (_, given) => {
    expect(keys(given)).toEqual(keys({}));
    expect(resolvedOf(given).key).toBe(resolvedOf({}).key);
  });

  test('of the build change with the repository, the format and what is published, those of the images do not', () => {
    for (const config of [
      { repository: 'registry.example.com/os/other' },
      { format: 'Docker' },
      { status: { multiArch: true }, wanted: ['amd64'] },
    ] as const) {
      const wanted: readonly Architecture[] = 'wanted' in config ? config.wanted : usual;
      expect(keys({ config, wanted })).toEqual(keys({ wanted }));
      expect(resolvedOf({ config, wanted }).key).not.toBe(resolvedOf({ wanted }).key);
    }
  });
});

describe('an image is made of', () => {
  test('pinned images, the text that is for it, the kernel it has, and arguments', () => {
    const config = {
      ...placed('arm64', { buildArguments: { A: '1' }, variant: 'v8' }),
      containerfiles: { NoArch: 'RUN 1', ARM64: 'RUN 2' },
    };
    const { platforms } = resolvedOf({ config, rendered: { kernelType: '64k-pages' } });
    const pinned = (name: string, architecture: string) =>
      `registry.example.com/base/${name}@${sha(`${name} ${architecture} 1`)}`;
    const made = (architecture: Architecture) => ({
      architecture,
      variant: undefined,
      key: expect.stringMatching(/^[0-9a-f]{64}$/),
      containerfile: { source: 'NoArch', text: 'RUN 1' },
      base: { image: pinned('os', architecture), digest: sha(`os ${architecture} 1`) },
      extensionsImage: pinned('extensions', architecture),
      extensions: ['usbguard'],
      kernelType: undefined,
      buildArguments: {},
    });
    expect(platforms).toEqual([
      made('amd64'),
      {
        ...made('arm64'),
        variant: 'v8',
        containerfile: { source: 'ARM64', text: 'RUN 2' },
        kernelType: '64k-pages',
        buildArguments: { A: '1' },
      },
    ]);
  });

  test('no extensions where none are asked for, and the image of them is not asked for', () => {
    for (const given of [
      'none',
      { extensions: [], kernelType: undefined },
      { extensions: [], kernelType: '' },
    ] as const) {
      const config = { members: { kind: 'labels', labels: {} } } as const;
      const { wanted, questions } = decide({
        config,
        rendered: given,
        more: { askedAt: 0, state: 'missing' },
      });
      expect(wanted).toMatchObject({
        platforms: [{ extensionsImage: undefined }, { extensionsImage: undefined }],
      });
      expect(questions).toEqual([]);
    }
  });

  test('the base image that the rendered configuration names where the config names none', () => {
    const [amd64] = resolvedOf({ config: { baseImage: undefined } }).platforms;
    expect(amd64?.base.digest).toBe(sha('rendered amd64 1'));
    expect(baseDigest('amd64')).not.toBe(amd64?.base.digest);
  });
});

describe('published is', () => {
  const build = (publish: 'Index' | 'Manifest', phase: 'Succeeded' | 'Failed') =>
    ({ spec: { publish }, status: { phase } }) as ObservedBuild;
  test.each<[string, Given, 'Index' | 'Manifest']>([
    ['one image for one architecture', { wanted: ['amd64'] }, 'Manifest'],
    ['an index for two', {}, 'Index'],
    [
      'an index of one where that is asked for',
      { wanted: ['amd64'], config: { singleArchitecture: 'Index' } },
      'Index',
    ],
    ['an index after an index', { wanted: ['amd64'], builds: [build('Index', 'Succeeded')] }, 'Index'],
    [
      'one image after an index that failed',
      { wanted: ['amd64'], builds: [build('Index', 'Failed')] },
      'Manifest',
    ],
    ['one image after one', { wanted: ['amd64'], builds: [build('Manifest', 'Succeeded')] }, 'Manifest'],
    [
      'an index while nodes have one',
      { wanted: ['amd64'], config: { status: { multiArch: true } } },
      'Index',
    ],
    [
      'one image while nodes have one',
      { wanted: ['amd64'], config: { status: { multiArch: false } } },
      'Manifest',
    ],
  ])('%s', (_, given, publish) => {
    expect(resolvedOf(given).publish).toBe(publish);
  });
});

describe('it is not known what is wanted', () => {
  const says = (state: 'missing' | 'denied' | 'bad' | 'unavailable'): RegistryAnswer =>
    state === 'missing' ? { askedAt: now, state } : { askedAt: now, state, message: 'said so' };
  const single: BaseImage = {
    kind: 'manifest',
    repository: 'registry.example.com/base/os',
    digest: sha('one'),
    os: 'linux',
    architecture: 'amd64',
  };

  test.each<[Given, kind: string, reason: string, message: string]>([
    [{ wanted: [] }, 'refused', 'NoArchitectures', 'no architecture is known to build for'],
    [{ rendered: 'none' }, 'waiting', 'NoRenderedConfig', 'the pool has no rendered configuration yet'],
    [{ os: says('missing') }, 'refused', 'BaseImageMissing', `the base image ${os} is not in its registry`],
    [
      { os: says('denied') },
      'refused',
      'PullDenied',
      `the base image ${os}: said so; check spec.baseImagePullSecret`,
    ],
    [{ os: says('bad') }, 'refused', 'BaseImageUnusable', `the base image ${os}: said so`],
    [{ os: says('unavailable') }, 'waiting', 'RegistryUnavailable', `the base image ${os}: said so`],
    [
      { os: { askedAt: 0, state: 'deleted' } },
      'waiting',
      'Resolving',
      `the base image ${os} is being looked up`,
    ],
    [{ os: is(single) }, 'refused', 'BaseImageNotMultiArch', 'the pool needs an index of amd64, arm64'],
    [{ os: is(single), wanted: ['arm64'] }, 'refused', 'BaseImageWrongArchitecture', 'is linux/amd64'],
    [{ wanted: ['amd64', 's390x'] }, 'refused', 'BaseImageMissingArchitecture', 'has no s390x'],
    [{ more: is(single) }, 'refused', 'BaseImageNotMultiArch', 'single image'],
    [
      { more: says('missing') },
      'refused',
      'BaseImageMissing',
      `the extensions image ${more} is not in its registry`,
    ],
    [
      { more: says('unavailable') },
      'waiting',
      'RegistryUnavailable',
      `the extensions image ${more}: said so`,
    ],
    [{ rendered: { extensionsImage: undefined } }, 'refused', 'NoBaseImage', 'names one'],
    [
      { config: { baseImage: undefined }, rendered: { baseImage: undefined } },
      'refused',
      'NoBaseImage',
      'neither spec.baseImage',
    ],
    [
      { config: { containerfiles: { NoArch: 'FROM --platform=linux/amd64 x' } } },
      'refused',
      'ForeignPlatform',
      'NoArch, line 1',
    ],
    [
      { config: { unsupportedKernel: 'Refuse' }, rendered: { kernelType: '64k-pages' } },
      'refused',
      'KernelTypeUnsupported',
      'the kernel type 64k-pages is not there for amd64, only for arm64',
    ],
  ])('%j: %s, %s', (given, ...[kind, reason, message]) => {
    expect(decide(given).wanted).toMatchObject({ kind, reason, message: expect.stringContaining(message) });
  });

  test('nor asked of a registry, where a text is wrong; what is only odd is told, and built', () => {
    const bad = decide({ config: { containerfiles: { NoArch: 'COPPY a b' } } });
    expect(bad.findings).toMatchObject([{ level: 'error', reason: 'BadContainerfile' }]);
    expect(bad.questions).toEqual([]);
    const odd = decide({ config: { containerfiles: { NoArch: 'RUN uname | grep x86_64', S390X: 'RUN 1' } } });
    expect(odd.wanted.kind).toBe('resolved');
    expect(odd.findings.map(({ level, reason }) => [level, reason])).toEqual([
      ['warning', 'ArchitectureInText'],
      ['info', 'UnusedContainerfile'],
    ]);
  });

  test('with the login of the base image, whose tag is taken for what it was a quarter of an hour', () => {
    const old = is(index('os'));
    expect(decide({ os: { ...old, askedAt: now - 900_000 } }).wanted.kind).toBe('resolved');
    expect(decide({ os: { ...old, askedAt: now - 900_001 } })).toMatchObject({
      wanted: { kind: 'waiting', reason: 'Resolving' },
      questions: [{ kind: 'base', reference: os, secret: undefined }],
    });
    expect(decide({ config: { basePullSecret: 'base' } }).questions).toEqual([
      { id: `base ${os} base`, kind: 'base', reference: os, secret: 'base' },
    ]);
  });
});
