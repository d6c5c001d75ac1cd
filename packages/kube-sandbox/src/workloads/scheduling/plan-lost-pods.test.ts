import type { KubernetesObject } from '@archipelago/apimachinery';
import { expect, test } from 'vitest';
import { planLostPod } from './plan-lost-pods.ts';

const born = Date.parse('2026-01-01T00:00:00Z');
const world = (now: number) => ({ now, list: () => [], get: () => undefined, controlledBy: () => [] });
const pod = (status: KubernetesObject['status']): KubernetesObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'p', namespace: 'n', creationTimestamp: '2026-01-01T00:00:00Z' },
  spec: { nodeName: 'no-such-node' },
  status,
});

test('a pod goes with its node', () => {
  const { writes } = planLostPod(pod({ startTime: '2026-01-01T00:00:00Z' }), world(born + 1));
  expect(writes).toMatchObject([{ do: 'delete', kind: 'Pod' }]);
});

test('one that never ran stays for a while: its Deployment would make another one without pause', () => {
  expect(planLostPod(pod({}), world(born + 1_000))).toEqual({ writes: [], afterMs: 39_000 });
  expect(planLostPod(pod({}), world(born + 40_000)).writes).toMatchObject([{ do: 'delete' }]);
});
