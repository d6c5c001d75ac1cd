import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildKey, type PlatformInputs, platformKey } from './platform-key.ts';

const inputs: PlatformInputs = {
  architecture: 'arm64',
  containerfile: 'FROM configs',
  configuration: 'sha256:c',
  base: 'sha256:b',
  extensions: undefined,
  kernelType: undefined,
  buildArguments: { A: '1', B: '2' },
  nonce: undefined,
};

describe('key of a platform', () => {
  it('does not depend on how the inputs are ordered', () => {
    const reordered = Object.fromEntries(Object.entries(inputs).reverse()) as unknown as PlatformInputs;
    expect(platformKey({ ...reordered, buildArguments: { B: '2', A: '1' } })).toBe(platformKey(inputs));
  });

  const changes: readonly Partial<PlatformInputs>[] = [
    { architecture: 'amd64' },
    { variant: 'v8' },
    { containerfile: 'FROM configs\n' },
    { configuration: 'sha256:d' },
    { base: 'sha256:d' },
    { extensions: 'sha256:e' },
    { kernelType: '64k-pages' },
    { buildArguments: { A: '1' } },
    { nonce: '1' },
  ];
  it.each(changes)('changes with %j', (change) => {
    expect(platformKey({ ...inputs, ...change })).not.toBe(platformKey(inputs));
  });
});

describe('key of a build', () => {
  const platforms = [
    { architecture: 'amd64', key: 'a' },
    { architecture: 'arm64', key: 'b' },
    { architecture: 's390x', key: 'c' },
  ] as const;
  const build = { format: 'OCI', publish: 'Index', repository: 'registry.example/os', platforms } as const;

  it('is the same for any order of the platforms (6)', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...platforms], { minLength: 3 }), (order) => {
        expect(buildKey({ ...build, platforms: order })).toBe(buildKey(build));
      }),
      { seed: 1 },
    );
  });

  it('changes with the platforms, the format and the repository', () => {
    const keys = [
      build,
      { ...build, platforms: platforms.slice(1) },
      { ...build, format: 'Docker' as const },
      { ...build, publish: 'Manifest' as const },
      { ...build, repository: 'registry.example/other' },
    ].map(buildKey);
    expect(new Set(keys).size).toBe(keys.length);
  });
});
