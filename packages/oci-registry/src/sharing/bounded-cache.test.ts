import { describe, expect, it } from 'vitest';
import { BoundedCache } from './bounded-cache.ts';

const keys = (cache: BoundedCache<number>, among: string) =>
  [...among].filter((key) => cache.get(key) !== undefined);

describe('a bounded cache', () => {
  it('keeps what was used last', () => {
    const cache = new BoundedCache<number>(3);
    for (const [value, key] of ['a', 'b', 'c'].entries()) cache.set(key, value);
    cache.get('a');
    cache.set('d', 3);
    expect(cache.size).toBe(3);
    expect(keys(cache, 'abcd')).toEqual(['a', 'c', 'd']);
  });

  it('goes by weight, exactly', () => {
    const cache = new BoundedCache<number>(10);
    cache.set('a', 1, 4);
    cache.set('b', 2, 6);
    expect(keys(cache, 'ab')).toEqual(['a', 'b']);
    cache.set('c', 3, 1);
    expect(keys(cache, 'abc')).toEqual(['b', 'c']);
    cache.set('d', 4, 10);
    expect(keys(cache, 'abcd')).toEqual(['d']);
  });

  it('does not keep what is heavier than all of it, nor what was there under its key', () => {
    const cache = new BoundedCache<number>(10);
    cache.set('a', 1, 4);
    cache.set('b', 2, 4);
    cache.set('a', 3, 11);
    expect(keys(cache, 'ab')).toEqual(['b']);
  });

  it('weighs an entry once that is written or taken away again', () => {
    const cache = new BoundedCache<number>(10);
    for (const value of [1, 2, 3]) cache.set('a', value, 5);
    cache.set('b', 4, 5);
    expect([cache.get('a'), cache.get('b')]).toEqual([3, 4]);
    cache.delete('a');
    cache.delete('a');
    cache.set('c', 5, 5);
    expect(keys(cache, 'abc')).toEqual(['b', 'c']);
  });
});
