import { describe, expect, it } from 'vitest';
import { stuckBecause } from './health.ts';

const minute = 60_000;
const yes = async () => true;
const no = async () => false;

describe('health', () => {
  it.each([
    ['at rest', { busyMs: undefined, silentMs: 0, answers: yes }, undefined],
    ['a long reconcile', { busyMs: 9 * minute, silentMs: 0, answers: yes }, undefined],
    [
      'a hung reconcile',
      { busyMs: 11 * minute, silentMs: 0, answers: yes },
      'a reconcile has been running for 660 s',
    ],
    ['watches that are opened anew', { busyMs: undefined, silentMs: 4 * minute, answers: yes }, undefined],
    ['no API server', { busyMs: undefined, silentMs: 60 * minute, answers: no }, undefined],
    [
      'deaf watches',
      { busyMs: undefined, silentMs: 16 * minute, answers: yes },
      'the API server answers, and no watch has heard it for 960 s',
    ],
  ])('%s', async (_what, vitals, because) => {
    expect(await stuckBecause(vitals)).toBe(because);
  });
});
