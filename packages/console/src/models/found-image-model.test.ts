import { describe, expect, it } from 'vitest';
import { foundImageModel } from './found-image-model.ts';

const answer = {
  image: {
    ...{ reference: 'r.example/os:1', digest: 'sha256:1' },
    platforms: [
      { architecture: 'amd64', size: 600 * 1024 * 1024 },
      { architecture: 'arm64', variant: 'v8', size: 512 },
      { architecture: 's390x\u202e' },
    ],
  },
  workload: ['amd64', 'arm64'],
  entry: { spec: { managedDataSource: 'os' } },
  patch: { spec: {} },
};

describe('an image that was looked up', () => {
  it('has its architectures, and which of them are wanted here', () => {
    expect(foundImageModel(answer)).toEqual({
      ...{ isFound: true, name: 'os', reference: 'r.example/os:1', digest: 'sha256:1', patch: { spec: {} } },
      platforms: [
        { architecture: 'amd64', download: '600.0 MiB', isWanted: true },
        { architecture: 'arm64/v8', download: '512 B', isWanted: true },
        { architecture: 's390x\\u202e', download: '', isWanted: false },
      ],
    });
  });

  it.each([
    [{ failure: { message: 'm', fix: 'f' } }, { message: 'm', fix: 'f' }],
    [{ problem: { message: 'p' } }, { message: 'p', fix: '' }],
    [null, { message: '', fix: '' }],
  ])('was not found: %j', (told, why) => {
    expect(foundImageModel(told)).toEqual({ isFound: false, ...why });
  });
});
