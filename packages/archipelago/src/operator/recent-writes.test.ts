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

  it.each<
    [
      string,
      ObservedObject | undefined,
      ObservedObject | undefined,
      ObservedObject | undefined,
      'answer' | 'mirror',
    ]
  >([
    ['what was there is still shown', at('5'), at('9'), at('5'), 'answer'],
    ['something in between is shown', at('5'), at('9'), at('8'), 'answer'],
    ['our write is shown', at('5'), at('9'), at('9'), 'mirror'],
    ['a later write is shown', at('5'), at('9'), at('10'), 'mirror'],
    ['longer versions count as numbers', at('98'), at('100'), at('99'), 'answer'],
    ['it is gone meanwhile', at('5'), at('9'), undefined, 'mirror'],
    ['it was made again meanwhile', at('5'), at('9'), at('6', 'new'), 'mirror'],
    ['what we made is not shown yet', undefined, at('9'), undefined, 'answer'],
    ['what we made is shown', undefined, at('9'), at('9'), 'mirror'],
    ['what we made is shown, and an older one of it', undefined, at('9'), at('8'), 'answer'],
    ['another of that name is shown', undefined, at('9'), at('3', 'other'), 'mirror'],
    ['what we removed is still shown', at('5'), undefined, at('5'), 'answer'],
    ['what we removed is shown with a late heartbeat', at('5'), undefined, at('7'), 'answer'],
    ['what we removed is gone', at('5'), undefined, undefined, 'mirror'],
    ['what we removed was made again', at('5'), undefined, at('7', 'new'), 'mirror'],
    ['what we removed was never shown', undefined, undefined, at('5'), 'mirror'],
    ['versions are no numbers, and what was there is shown', at('a'), at('c'), at('a'), 'answer'],
    ['our version is no number', at('5'), at('c'), at('6'), 'mirror'],
    ['the version shown is no number', at('5'), at('9'), at('b'), 'mirror'],
  ])('where %s', (...[, before, answer, shown, newest]) => {
    const recent = createRecentWrites(clock);
    recent.wrote('k', before, answer);
    expect(recent.newest('k', shown)).toEqual(newest === 'answer' ? answer : shown);
    // once the mirror was right, it stays so
    expect(recent.pending()).toBe(newest === 'answer');
    expect(recent.newest('other', shown)).toBe(shown);
  });

  it('are waited for ten seconds, each from its own time, and forgotten with the leadership', () => {
    const recent = createRecentWrites(clock);
    recent.wrote('k', at('5'), at('9'));
    now += longestWaitMs - 1;
    recent.wrote('l', at('5'), at('9'));
    expect(recent.newest('k', at('5'))).toEqual(at('9'));
    now += 1;
    expect(recent.newest('k', at('5'))).toEqual(at('5'));
    expect([recent.newest('l', at('5')), recent.pending()]).toEqual([at('9'), true]);
    recent.forget();
    expect([recent.newest('l', at('5')), recent.pending()]).toEqual([at('5'), false]);
  });
});
