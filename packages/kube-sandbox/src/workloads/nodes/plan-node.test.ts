import type { JsonObject, KubernetesObject } from '@archipelago/apimachinery';
import { describe, expect, it } from 'vitest';
import { planNode } from './plan-node.ts';

const timeAdded = '2026-01-01T00:00:00Z';
const own = { key: 'mine', effect: 'NoSchedule' };
const notReady = ['NoSchedule', 'NoExecute'].map((effect) => ({
  key: 'node.kubernetes.io/not-ready',
  effect,
}));
const driven = notReady.map((taint) => (taint.effect === 'NoExecute' ? { ...taint, timeAdded } : taint));
const unreachable = driven.map((taint) => ({ ...taint, key: 'node.kubernetes.io/unreachable' }));
const cordon = { key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' };

function writes(ready: string | undefined, spec: JsonObject) {
  const conditions = ready === undefined ? [] : [{ type: 'Ready', status: ready }];
  const node: KubernetesObject = {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name: 'n' },
    spec,
    status: { conditions },
  };
  const now = Date.parse(timeAdded);
  return planNode(node, { now }).writes.map((write) => 'patch' in write && write.patch);
}

describe('taints of a node', () => {
  it.each<[string, string | undefined, JsonObject, readonly JsonObject[] | null | undefined]>([
    ['that is ready stay away', 'True', {}, undefined],
    ['that has become ready go', 'True', { taints: [...notReady] }, null],
    ['that is ready: others stay', 'True', { taints: [own, ...notReady] }, [own]],
    ['that is not ready come', 'False', { taints: [own] }, [own, ...driven]],
    ['that is not ready, the missing one comes', 'False', { taints: notReady.slice(0, 1) }, driven],
    ['that nobody hears of', 'Unknown', { taints: [...notReady] }, unreachable],
    ['that has said nothing yet', undefined, {}, driven],
    ['that is cordoned', 'True', { unschedulable: true }, [cordon]],
    ['that is cordoned: once', 'True', { unschedulable: true, taints: [cordon] }, undefined],
    ['that was uncordoned', 'True', { taints: [cordon] }, null],
  ])('%s', (_, ready, spec, taints) => {
    expect(writes(ready, spec)).toEqual(taints === undefined ? [] : [{ spec: { taints } }]);
  });
});
