import { describe, expect, it } from 'vitest';
import { printAge } from './print-age.ts';

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

describe('ages for people', () => {
  it.each([
    [0, '0s'],
    [119_999, '119s'],
    [2 * minute, '2m'],
    [2 * hour - 1, '119m'],
    [5 * hour, '5h'],
    [2 * day, '2d'],
    [800 * day, '800d'],
    [-hour, '0s'],
    [Number.NaN, ''],
  ])('%d ms is %j', (since, text) => {
    expect(printAge(1_000_000_000_000 - since, 1_000_000_000_000)).toBe(text);
  });
});
