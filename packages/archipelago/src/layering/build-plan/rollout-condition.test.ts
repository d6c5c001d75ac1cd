import { expect, test } from 'vitest';
import type { RolloutNode } from './rollout.ts';
import { nodesUpdated } from './rollout-condition.ts';

const around = {
  config: {
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
