import type { ImageInfo, Outcome } from '@archipelago/oci-registry';
import { describe, expect, it } from 'vitest';
import type { ImageKnowledge, ProbedImage } from '../../golden-images/images/image-knowledge.ts';
import { sameKnowledge, toKnowledge } from './image-answer.ts';

const [first, later] = ['2026-11-21T00:00:00Z', '2026-11-21T05:00:00Z'];

interface Sketch {
  readonly digest?: string;
  readonly single?: boolean;
  readonly platforms?: readonly string[];
}

/** `os/architecture/variant`. */
function answered({
  digest = 'sha256:1',
  single = false,
  platforms = ['linux/amd64'],
}: Sketch = {}): Outcome<ImageInfo> {
  return {
    kind: 'ok',
    value: {
      reference: {} as never,
      source: {} as never,
      digest,
      mediaType: '',
      single,
      platforms: platforms.map((text) => {
        const [os = '', architecture = '', variant] = text.split('/');
        return {
          os,
          architecture,
          ...(variant === undefined ? {} : { variant }),
          digest: `sha256:${architecture}`,
          mediaType: '',
          size: 1,
          downloadSize: 5,
        };
      }),
    },
  };
}

const pending: ImageKnowledge = { kind: 'pending' };
const details = { host: 'registry.test', asked: 'manifest', reason: 'said so', fix: 'wait' };
const down: Outcome<ImageInfo> = { kind: 'unreachable', ...details };
const known: ProbedImage = {
  kind: 'probed',
  digest: 'sha256:1',
  single: false,
  platforms: [{ architecture: 'amd64', digest: 'sha256:amd64', size: 5 }],
  at: first,
};

describe('what an answer makes of what was known', () => {
  it('platforms of Linux, with digest, variant and size', () => {
    const platforms = ['linux/amd64', 'windows/amd64', 'linux/arm64/v8'];
    expect(toKnowledge(answered({ platforms, single: true }), pending, first)).toEqual({
      kind: 'probed',
      digest: 'sha256:1',
      single: true,
      platforms: [
        { architecture: 'amd64', digest: 'sha256:amd64', size: 5 },
        { architecture: 'arm64', variant: 'v8', digest: 'sha256:arm64', size: 5 },
      ],
      at: first,
    });
  });

  it.each<readonly [string, Sketch, string]>([
    ['the same image is known since it was first seen', {}, first],
    ['another digest is news', { digest: 'sha256:2' }, later],
    ['so is an image that is no index any more', { single: true }, later],
  ])('%s', (_, sketch, at) => {
    expect(toKnowledge(answered(sketch), known, later)).toMatchObject({ kind: 'probed', at });
    const failed = toKnowledge(down, known, first);
    expect(toKnowledge(answered(sketch), failed, later), 'also after a failure').toMatchObject({ at });
  });

  it.each([
    ['unreachable', 'unreachable'],
    ['unauthorized', 'unauthorized'],
    ['absent', 'absent'],
    ['malformed', 'malformed'],
    ['refused', 'refused'],
    ['aborted', 'unreachable'],
  ] as const)('%s: a failure that says so, and what was known stays', (kind, reason) => {
    const failed = toKnowledge({ kind, ...details }, known, later);
    expect(failed).toMatchObject({ kind: 'failed', reason, at: later, last: known });
    expect(failed).toMatchObject({ message: expect.stringContaining('said so') });
    expect(toKnowledge({ kind, ...details }, pending, later)).not.toHaveProperty('last');
  });

  it('rate limited: the same', () => {
    const limited = { kind: 'rateLimited', retryAfterMs: undefined, ...details } as const;
    expect(toKnowledge(limited, known, later)).toMatchObject({
      kind: 'failed',
      reason: 'rateLimited',
      last: known,
    });
  });

  it('one failure after another: since the first, and what was known before', () => {
    const once = toKnowledge(down, known, first);
    const twice = toKnowledge({ kind: 'absent', ...details }, once, later);
    expect(twice).toMatchObject({ kind: 'failed', reason: 'absent', at: first, last: known });
  });

  it('an index without any platform of Linux is a mistake that will be mended', () => {
    for (const platforms of [[], ['windows/amd64']])
      expect(toKnowledge(answered({ digest: 'sha256:9', platforms }), known, later)).toEqual({
        kind: 'failed',
        reason: 'malformed',
        message: 'sha256:9 has no platform of linux; push the image again for the architectures it is for',
        at: later,
        last: known,
      });
  });

  it('in no more words than a status has room for', () => {
    const message = (length: number) => {
      const failed = toKnowledge({ kind: 'refused', ...details, reason: 'x'.repeat(length) }, pending, first);
      return failed.kind === 'failed' ? failed.message : '';
    };
    expect(message(10)).not.toContain('…');
    expect([message(2_000).length, message(2_000).endsWith('…')]).toEqual([501, true]);
  });

  it('is news where anything differs', () => {
    expect(sameKnowledge(known, { ...known })).toBe(true);
    expect(sameKnowledge(known, { ...known, digest: 'sha256:2' })).toBe(false);
    expect(sameKnowledge(known, pending)).toBe(false);
  });
});
