import { describe, expect, it } from 'vitest';
import { afterWatch, type InformerState, type WatchEnd } from './informer-state.ts';

const failuresBefore = 3;
const watching = (failures: number) => ({ phase: 'watching' as const, resourceVersion: '7', failures });
const listing = (failures: number) => ({ phase: 'listing' as const, failures });
const paused = (next: ReturnType<typeof watching> | ReturnType<typeof listing>): InformerState => ({
  phase: 'pausing',
  next,
  because: 'it ended',
});

describe('after a watch', () => {
  it.each<[WatchEnd['kind'], string, boolean, InformerState]>([
    ['closed', 'that worked, it goes on at once from where it was', true, watching(0)],
    ['closed', 'that never worked, it waits longer each time', false, paused(watching(4))],
    ['expired', 'that worked, it lists at once', true, listing(0)],
    ['expired', 'that never worked, it waits longer each time before it lists', false, paused(listing(4))],
    ['broken', 'that worked, the failure is a first one', true, paused(watching(1))],
    ['broken', 'that never worked, it waits longer each time', false, paused(watching(4))],
    ['untrusted', 'that worked, it lists after a first failure', true, paused(listing(1))],
    ['untrusted', 'that never worked, it waits longer each time', false, paused(listing(4))],
  ])('%s %s', (kind, _, healthy, next) => {
    const end = { kind, resourceVersion: '7', healthy, message: 'it ended' };
    expect(afterWatch(failuresBefore, end)).toEqual(next);
  });
});
