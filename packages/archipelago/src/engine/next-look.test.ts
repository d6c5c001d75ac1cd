import type { WorkOutcome } from '@archipelago/kube-client';
import { expect, it } from 'vitest';
import { nextLook } from './next-look.ts';
import type { Action } from './plan/action.ts';
import type { Done, Verdict } from './verdict.ts';

const action: Action = {
  kind: 'create',
  because: 'x',
  object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } },
};
const status = { code: 409, reason: '', message: '' };
const stale: Verdict = { verdict: 'stale', because: 'stale', status };
const refused: Verdict = { verdict: 'refused', because: 'refused', forbidden: false, status };
const failed: Verdict = { verdict: 'failed', because: 'failed', error: new Error('failed') };
const removed: Verdict = { verdict: 'removed' };
const unchanged: Verdict = { verdict: 'unchanged', answer: action.object };
const done = (...verdicts: readonly Verdict[]): readonly Done[] =>
  verdicts.map((verdict) => ({ action, verdict }));

const bootSources = { afterWritesMs: 100, retryWithinMs: 30_000 };
const layering = { retryWithinMs: 30_000, shortestSleepMs: 100, longestSleepMs: 3_600_000 };
const now = 1_000_000;

it.each<[string, Parameters<typeof nextLook>[3], number | undefined, readonly Done[], WorkOutcome]>([
  ['nothing to do: rests', {}, undefined, [], { outcome: 'done' }],
  ['nothing but time: until then', {}, now + 50, [], { outcome: 'again', delayMs: 50 }],
  ['what is due: at once', {}, now - 50, [], { outcome: 'again', delayMs: 0 }],
  ['done, one plan brings all about: rests', {}, undefined, done(removed), { outcome: 'done' }],
  ['done, others follow: soon', bootSources, now + 5, done(removed), { outcome: 'again', delayMs: 100 }],
  [
    'written, and taken back at once by admission: rests',
    bootSources,
    undefined,
    done(unchanged),
    { outcome: 'done' },
  ],
  ['the same where time tells', bootSources, now + 50, done(unchanged), { outcome: 'again', delayMs: 50 }],
  [
    'refused beside a mistake of ours: tried again within half a minute, as a grant may come',
    bootSources,
    undefined,
    done(failed, refused),
    { outcome: 'retry', because: 'refused', withinMs: 30_000 },
  ],
  [
    'a mistake of ours alone: after waits that grow',
    bootSources,
    undefined,
    done(failed, removed),
    { outcome: 'retry', because: 'failed' },
  ],
  ['nothing done, nothing follows', bootSources, undefined, [], { outcome: 'done' }],
  ['stale: again', {}, undefined, done(removed, stale), { outcome: 'retry', because: 'stale' }],
  [
    'refused: again within its time',
    bootSources,
    undefined,
    done(stale, refused),
    { outcome: 'retry', because: 'refused', withinMs: 30_000 },
  ],
  ['not earlier than that', layering, now + 1, done(removed), { outcome: 'again', delayMs: 100 }],
  ['not later than that', layering, undefined, [], { outcome: 'again', delayMs: 3_600_000 }],
  ['nor where the plan says later', layering, now + 9e9, [], { outcome: 'again', delayMs: 3_600_000 }],
])('%s', (...[, looks, wakeAt, ended, outcome]) => {
  expect(nextLook({ wakeAt }, ended, now, looks)).toEqual(outcome);
});
