import { expect, test } from 'vitest';
import type { RolloutNode } from './rollout.ts';
import { nodesUpdated } from './rollout-condition.ts';

const around = {
  config: {
    members: { kind: 'pool', name: 'edge' },
    rollout: { mode: 'Automatic', maxUnavailable: 1, drainTimeoutSeconds: 600, updateTimeoutSeconds: 1800 },
  },
  pool: { blocked: undefined },
  deployment: { rollout: true },
} as const;

const node = (name: string, state: RolloutNode['state'], hasAgent = true): RolloutNode => ({
  ...{ name, state, hasAgent, architecture: 'amd64' },
});
const updated = node('z', 'UpToDate');

test.each<readonly [string, readonly RolloutNode[], string, string]>([
  ['nothing is late', [updated], 'AllUpdated', ''],
  [
    'all wait',
    [updated, node('a', 'Outdated'), node('b', 'Outdated')],
    'RollingOut',
    '1 of 3 nodes have the image; waiting for their turn: a, b',
  ],
  [
    'no agent is there',
    [node('a', 'Outdated', false)],
    'NoAgent',
    '0 of 1 nodes have the image; no agent on a; install one (docs/layering.md)',
  ],
  [
    'one has no agent',
    [node('a', 'Outdated'), node('b', 'Outdated', false)],
    'RollingOut',
    '0 of 2 nodes have the image; waiting for their turn: a; no agent on b: install one (docs/layering.md)',
  ],
])('says why nodes are late: %s', (_, nodes, reason, message) => {
  expect(nodesUpdated(nodes, around)).toMatchObject({ reason, message });
});

test.each([
  ['chosen by labels', [true, true], { kind: 'labels', labels: { a: 'b' } }, 'NotHandedOver'],
  ['of a pool that it does not keep whole', [true, false], around.config.members, 'NotHandedOver'],
  ['of a pool', [true, true], around.config.members, 'RollingOut'],
] as const)(
  'says of nodes of the Machine Config Operator whether it was told: %s',
  (_, kept, members, reason) => {
    const nodes = kept.map((isOfOthers, index) => ({ ...node(`n${index}`, 'Outdated'), isOfOthers }));
    expect(nodesUpdated(nodes, { ...around, config: { ...around.config, members } }).reason).toBe(reason);
  },
);
