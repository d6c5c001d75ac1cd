import type { KubernetesObject } from '@archipelago/apimachinery';
import { expect, it } from 'vitest';
import { RolloutProgress } from './rollout-progress.ts';

function config(counts: Readonly<Record<string, number>>, status: string, reason: string): KubernetesObject {
  const machineCounts = [{ architecture: 'amd64', ...counts }];
  const conditions = [{ type: 'NodesUpdated', status, reason }];
  return {
    ...{ apiVersion: 'v1', kind: 'MachineOSConfig', metadata: { name: 'edge' } },
    status: { machineCounts, conditions },
  };
}

it('tells when the counts of nodes changed last, while nodes are to get their image', () => {
  const progress = new RolloutProgress();
  const seen = (
    now: number,
    counts: Readonly<Record<string, number>>,
    status = 'False',
    reason = 'Rolling',
  ) => progress.lines([config(counts, status, reason)], now).map(({ value }) => value);
  expect(seen(1_000, { upToDate: 3 }, 'True')).toEqual([]);
  expect(seen(2_000, { upToDate: 2, outdated: 1 })).toEqual([2]);
  expect(seen(9_000, { upToDate: 2, outdated: 1 })).toEqual([2]);
  expect(seen(10_000, { upToDate: 2, updating: 1 })).toEqual([10]);
  expect(seen(11_000, { upToDate: 3 }, 'True')).toEqual([]);
  // a rollout of its own, which stops
  expect(seen(12_000, { upToDate: 2, updating: 1 })).toEqual([12]);
  expect(seen(13_000, { upToDate: 2, failed: 1 }, 'False', 'RolloutStopped')).toEqual([13]);
  expect(progress.lines([], 14_000)).toEqual([]);
});

it.each(['RolloutOff', 'RolloutManual', 'PoolPaused'])(
  'nobody waits for nodes where %s was chosen',
  (reason) => {
    expect(new RolloutProgress().lines([config({ outdated: 1 }, 'False', reason)], 1_000)).toEqual([]);
  },
);
