import { expect, it } from 'vitest';
import { remembering } from './remembering.ts';

it('computes again for other data only, and gives back the very object', () => {
  const computed: number[] = [];
  const double = remembering(({ list }: { readonly list: readonly number[] }) => {
    computed.push(list.length);
    return { sum: list.reduce((sum, each) => sum + each, 0) };
  });
  const first = double({ list: [1, 2] });
  expect(double({ list: [1, 2] })).toBe(first);
  expect(double({ list: [1, 2, 3] })).toEqual({ sum: 6 });
  expect(double({ list: [1, 2] })).toEqual(first);
  expect(computed).toEqual([2, 3, 2]);
});

it('sees another map', () => {
  const size = remembering((map: ReadonlyMap<string, number>) => map.get('a'));
  expect([size(new Map([['a', 1]])), size(new Map([['a', 2]]))]).toEqual([1, 2]);
});

it('remembers nothing of what threw', () => {
  let isBroken = true;
  const once = remembering((given: number) => {
    if (isBroken) throw new Error('broken');
    return given;
  });
  expect(() => once(1)).toThrow('broken');
  isBroken = false;
  expect(once(1)).toBe(1);
});
