import { expect, test } from 'vitest';
import { type RolloutNode, rolloutStatus } from './rollout.ts';

const states = ['UpToDate', 'Updating', 'Outdated', 'Failed', 'NoImageForArchitecture', 'Unknown'] as const;

function node(index: number, more: Partial<RolloutNode> = {}): RolloutNode {
  const state = states[index % states.length] ?? 'Unknown';
  return { name: `node-${index}`, architecture: 'amd64', state, hasAgent: false, ...more };
}

test('a status of 5,000 nodes is no larger than one of 20, whatever their kubelets report', () => {
  const nodes = Array.from({ length: 5_000 }, (_, index) =>
    node(index, {
      name: `${'n'.repeat(249)}${index}`,
      architecture: `strange-${index}`,
      message: 'm'.repeat(300),
    }),
  );
  const status = rolloutStatus(nodes);
  expect(JSON.stringify(status).length).toBeLessThan(8_000);
  expect(status.machineCount).toBe(5_000);
  expect(status.machineCounts).toMatchObject([{ architecture: 'other', total: 5_000 }]);
  expect(status.exceptions).toHaveLength(10);
  expect((status.moreExceptions ?? 0) + 10 + (status.updatedMachineCount ?? 0)).toBe(5_000);
});

test('the worst come first, what is up to date not at all', () => {
  const { exceptions, moreExceptions } = rolloutStatus(Array.from({ length: 6 }, (_, index) => node(index)));
  expect(exceptions.map(({ state }) => state)).toEqual([
    'Failed',
    'NoImageForArchitecture',
    'Updating',
    'Unknown',
    'Outdated',
  ]);
  expect(moreExceptions).toBeUndefined();
});

test('counts are by architecture, a kubelet that has not reported is of none', () => {
  const nodes = [
    node(0, { architecture: 's390x' }),
    node(2, { architecture: 'arm64' }),
    node(8, { architecture: 'arm64', hasAgent: true }),
    node(5, { architecture: '' }),
  ];
  expect(rolloutStatus(nodes).machineCounts).toMatchObject([
    { architecture: 'arm64', total: 2, outdated: 2, withoutAgent: 1 },
    { architecture: 's390x', total: 1, upToDate: 1 },
    { architecture: 'unknown', total: 1, unknown: 1 },
  ]);
});
