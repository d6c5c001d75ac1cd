import type { KubernetesObject } from '@archipelago/apimachinery';
import { expect, it } from 'vitest';
import { RolloutProgress } from './rollout-progress.ts';

function config(name: string, counts: Readonly<Record<string, number>>): KubernetesObject {
  const machineCounts = [{ architecture: 'amd64', ...counts }];
  return { apiVersion: 'v1', kind: 'MachineOSConfig', metadata: { name }, status: { machineCounts } };
}

it('tells when the counts of nodes changed last, while nodes are still to get their image', () => {
  const progress = new RolloutProgress();
  const seen = (now: number, counts: Readonly<Record<string, number>>) =>
    progress.lines([config('edge', counts)], now).map(({ value }) => value);
  expect(seen(1_000, { upToDate: 3 })).toEqual([]);
  expect(seen(2_000, { upToDate: 2, outdated: 1 })).toEqual([2]);
  expect(seen(9_000, { upToDate: 2, outdated: 1 })).toEqual([2]);
  expect(seen(10_000, { upToDate: 2, updating: 1 })).toEqual([10]);
  expect(seen(11_000, { upToDate: 3 })).toEqual([]);
  // a rollout of its own
  expect(seen(12_000, { upToDate: 2, updating: 1 })).toEqual([12]);
  expect(progress.lines([], 13_000)).toEqual([]);
});
