import { describe, expect, it } from 'vitest';
import { type BaseImage, resolveBase } from './resolve-base.ts';

const index: BaseImage = {
  kind: 'index',
  repository: 'registry.example/os',
  digest: 'sha256:0',
  children: [
    { digest: 'sha256:a', os: 'linux', architecture: 'amd64' },
    { digest: 'sha256:w', os: 'windows', architecture: 'arm64' },
    { digest: 'sha256:7', os: 'linux', architecture: 'arm64', variant: 'v7' },
    { digest: 'sha256:8', os: 'linux', architecture: 'arm64', variant: 'v8' },
    { digest: 'sha256:s', os: 'unknown', architecture: 'unknown' },
  ],
};
const single: BaseImage = {
  kind: 'manifest',
  repository: 'registry.example/os',
  digest: 'sha256:1',
  os: 'linux',
  architecture: 'amd64',
};

describe('the base image of an architecture', () => {
  it('is the child of the index, pinned', () => {
    const image = 'registry.example/os@sha256:a';
    expect(resolveBase(index, 'amd64', ['amd64', 'arm64'])).toEqual({ ok: true, digest: 'sha256:a', image });
  });

  it('takes arm64/v8 for arm64', () => {
    expect(resolveBase(index, 'arm64', ['arm64'])).toMatchObject({ digest: 'sha256:8' });
  });

  it('is refused where the index lacks it (5)', () => {
    const { refusal } = refusalOf(resolveBase(index, 's390x', ['amd64', 's390x']));
    expect(refusal).toMatchObject({ reason: 'BaseImageMissingArchitecture', architecture: 's390x' });
    expect(refusal.message).toContain('it has amd64, arm64, windows/arm64');
  });

  it('may be a single image for a pool of its architecture (3)', () => {
    expect(resolveBase(single, 'amd64', ['amd64'])).toMatchObject({ ok: true, digest: 'sha256:1' });
  });

  it('may not be a single image for several architectures, not even for its own (4)', () => {
    for (const architecture of ['amd64', 'arm64'] as const) {
      const { refusal } = refusalOf(resolveBase(single, architecture, ['arm64', 'amd64']));
      expect(refusal).toMatchObject({ reason: 'BaseImageNotMultiArch', architecture });
    }
  });

  it('may not be a single image of another architecture', () => {
    const { refusal } = refusalOf(resolveBase(single, 'arm64', ['arm64']));
    expect(refusal).toMatchObject({ reason: 'BaseImageWrongArchitecture', architecture: 'arm64' });
  });
});

function refusalOf(resolved: ReturnType<typeof resolveBase>) {
  if (resolved.ok) throw new Error('not refused');
  return resolved;
}
