import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../../test/support/fake-clock.ts';
import { ApiConnectionError } from './api-connection-error.ts';
import { followWatch } from './follow-watch.ts';
import type { WatchEvent } from './watch-event.ts';

const pod = (resourceVersion: string | undefined): WatchEvent => {
  const metadata = { name: 'p', ...(resourceVersion === undefined ? {} : { resourceVersion }) };
  return { type: 'MODIFIED', object: { apiVersion: 'v1', kind: 'Pod', metadata } };
};
const bookmark = (resourceVersion: string): WatchEvent => ({ type: 'BOOKMARK', resourceVersion });
const refusal = (code: number, reason = ''): WatchEvent => ({
  type: 'ERROR',
  status: { code, reason, message: 'no' },
});
const malformed: WatchEvent = { type: 'MALFORMED', reason: 'an event is not JSON' };

type Step = readonly WatchEvent[] | Error | { readonly waitMs: number };

/** Follows a stream from version 5 on. */
async function follow(steps: readonly Step[], changed: () => void = () => {}) {
  const clock = new FakeClock();
  const seen = { closed: 0, heard: 0, changed: [] as string[] };
  async function* events() {
    for (const step of steps) {
      if (step instanceof Error) throw step;
      if ('waitMs' in step) await clock.advance(step.waitMs);
      else yield step;
    }
  }
  const stream = {
    [Symbol.asyncIterator]: events,
    close: () => {
      seen.closed += 1;
    },
  };
  const following = followWatch(stream, '5', {
    clock,
    heard: () => {
      seen.heard += 1;
    },
    changed: ({ type, object }) => {
      seen.changed.push(`${type} ${object.metadata.resourceVersion}`);
      changed();
    },
  });
  return { following, seen };
}

describe('following a watch', () => {
  it.each<[string, Step[], object]>([
    ['ends where it began when nothing came', [], { kind: 'closed', resourceVersion: '5', healthy: false }],
    [
      'goes on from the last event',
      [[pod('6'), pod('8')]],
      { kind: 'closed', resourceVersion: '8', healthy: true },
    ],
    ['goes on from a bookmark', [[pod('6')], [bookmark('9')]], { resourceVersion: '9', healthy: true }],
    ['has worked when a bookmark came', [[bookmark('9')]], { resourceVersion: '9', healthy: true }],
    ['keeps its place at an event without version', [[pod('6'), pod(undefined)]], { resourceVersion: '6' }],
    ['keeps its place at a bookmark without version', [[pod('6'), bookmark('')]], { resourceVersion: '6' }],
    ['has worked when it lasted five seconds', [{ waitMs: 5_000 }], { kind: 'closed', healthy: true }],
    ['has not when it ended before', [{ waitMs: 4_999 }], { kind: 'closed', healthy: false }],
    ['has not when only empty batches came', [[]], { kind: 'closed', healthy: false }],
    [
      'lists again after 410',
      [[pod('6')], [refusal(410)]],
      { kind: 'expired', resourceVersion: '6', healthy: true, message: 'the server ended the watch: 410 no' },
    ],
    [
      'lists again after Expired under another code',
      [[refusal(500, 'Expired')]],
      { kind: 'expired', healthy: false },
    ],
    ['lists again after Gone', [[refusal(0, 'Gone')]], { kind: 'expired' }],
    ['goes on after 429', [[refusal(429)]], { kind: 'broken', healthy: false }],
    ['goes on after 500', [[refusal(500)]], { kind: 'broken' }],
    ['goes on after 504', [[refusal(504)]], { kind: 'broken' }],
    ['lists again after any other refusal', [[refusal(403)]], { kind: 'untrusted' }],
    ['lists again after 499', [[refusal(499)]], { kind: 'untrusted' }],
    [
      'lists again after what is no event',
      [[malformed]],
      { kind: 'untrusted', healthy: false, message: 'an event is not JSON' },
    ],
    [
      'goes on after a broken connection',
      [[pod('6')], new ApiConnectionError('unreachable', 'it broke')],
      { kind: 'broken', resourceVersion: '6', healthy: true, message: 'it broke' },
    ],
  ])('%s', async (_, steps, end) => {
    const { following, seen } = await follow(steps);
    expect(await following).toMatchObject(end);
    expect(seen.closed).toBe(1);
  });

  it('takes nothing of what comes after an error', async () => {
    for (const fault of [refusal(410), malformed]) {
      const { following, seen } = await follow([[pod('6'), fault, pod('7')], [pod('8')]]);
      expect((await following).resourceVersion).toBe('6');
      expect([seen.changed, seen.heard]).toEqual([['MODIFIED 6'], 1]);
    }
  });

  it('hears every batch, also one of bookmarks, and tells no change of those', async () => {
    const { following, seen } = await follow([[bookmark('6')], [], [pod('7')]]);
    await following;
    expect([seen.heard, seen.changed]).toEqual([3, ['MODIFIED 7']]);
  });

  it('throws what its listener throws, and leaves no stream open', async () => {
    const { following, seen } = await follow([[pod('6')]], () => {
      throw new Error('listener broke');
    });
    await expect(following).rejects.toThrow('listener broke');
    expect(seen.closed).toBe(1);
  });
});
