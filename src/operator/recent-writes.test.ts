import { describe, expect, it } from 'vitest';
import type { ObservedObject } from '../reconcile/observed-object.ts';
import { createRecentWrites, longestWaitMs } from './recent-writes.ts';

let now = 0;
const clock = { now: () => now, monotonic: () => now, after: () => () => undefined };

function at(resourceVersion: string, uid = 'u'): ObservedObject {
  return { object: { metadata: { uid, resourceVersion } }, foreignWriters: [] };
}

describe('recent writes', () => {
  it('stand in until the mirror shows them or something newer', () => {
    const recent = createRecentWrites(clock);
    recent.wrote('k', at('5'), at('9'));
    expect(recent.newest('k', at('5'))).toEqual(at('9'));
    expect(recent.newest('k', at('7'))).toEqual(at('9'));
    expect(recent.newest('k', at('9'))).toEqual(at('9'));
    expect(recent.pending()).toBe(false);
    expect(recent.newest('k', at('5'))).toEqual(at('5'));
  });

  it('stand in for what was created and what was removed', () => {
    const recent = createRecentWrites(clock);
    recent.wrote('new', undefined, at('3'));
    recent.wrote('gone', at('3'), undefined);
    expect(recent.newest('new', undefined)).toEqual(at('3'));
    expect(recent.newest('gone', at('3'))).toBeUndefined();
    expect(recent.newest('gone', at('4'))).toBeUndefined();
    expect(recent.newest('gone', at('5', 'another'))).toEqual(at('5', 'another'));
  });

  it('give way to another object of the same name, whatever its version', () => {
    const recent = createRecentWrites(clock);
    recent.wrote('k', at('5'), at('9'));
    expect(recent.newest('k', at('7', 'another'))).toEqual(at('7', 'another'));
  });

  it('conclude nothing from versions that are no numbers, and do not last', () => {
    const recent = createRecentWrites(clock);
    recent.wrote('k', at('a'), at('c'));
    expect(recent.newest('k', at('b'))).toEqual(at('b'));
    recent.wrote('new', undefined, at('3'));
    expect(recent.pending()).toBe(true);
    now += longestWaitMs;
    expect(recent.pending()).toBe(false);
    expect(recent.newest('new', undefined)).toBeUndefined();
  });
});
