import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { architectures } from '../api/architectures.ts';
import { buildName, childTag, contentTag, jobName } from './object-names.ts';

const key = '0123456789abcdef'.repeat(4);

describe('names', () => {
  it('are readable where the config has a short name', () => {
    expect(buildName('worker', key)).toBe('worker-0123456789abcdef0123');
    expect(jobName('worker', key, 'arm64')).toBe('b-worker-0123456789ab-arm64');
    expect(contentTag(key, 's390x')).toBe('k-0123456789abcdef01234567-s390x');
    expect(childTag('worker-1', 'ppc64le')).toBe('worker-1-ppc64le');
  });

  it('are valid for any config (51)', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[a-z0-9]([a-z0-9.-]{0,250}[a-z0-9])?$/),
        fc.constantFrom(...architectures),
        (config, arch) => {
          for (const name of [buildName(config, key), jobName(config, key, arch)]) {
            expect(name.length).toBeLessThanOrEqual(63);
            expect(name).toMatch(/^[a-z0-9][a-z0-9.-]*[a-z0-9]$/);
          }
          expect(childTag(config, arch)).toMatch(/^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$/);
        },
      ),
      { seed: 1 },
    );
  });

  it('tell long configs apart that begin alike', () => {
    const long = 'a'.repeat(60);
    expect(buildName(`${long}b`, key)).not.toBe(buildName(`${long}c`, key));
    expect(jobName(`${long}b`, key, 'amd64')).not.toBe(jobName(`${long}c`, key, 'amd64'));
  });
});
