import type { JsonObject, KubernetesObject } from '@archipelago/apimachinery';
import { describe, expect, it } from 'vitest';
import { nodeLifecycle } from './node-lifecycle.ts';

const own = { key: 'mine', effect: 'NoSchedule' };
const notReady = ['NoSchedule', 'NoExecute'].map((effect) => ({
  key: 'node.kubernetes.io/not-ready',
  effect,
}));
const unreachable = notReady.map((taint) => ({ ...taint, key: 'node.kubernetes.io/unreachable' }));
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
  const world = { list: () => [node], get: () => undefined, now: 0 };
  return nodeLifecycle.look(world).writes.map((write) => 'patch' in write && write.patch);
}

describe('taints of a node', () => {
  it.each<[string, string | undefined, JsonObject, readonly JsonObject[] | null | undefined]>([
    ['that is ready stay away', 'True', {}, undefined],
    ['that has become ready go', 'True', { taints: [...notReady] }, null],
    ['that is ready: others stay', 'True', { taints: [own, ...notReady] }, [own]],
    ['that is not ready come', 'False', { taints: [own] }, [own, ...notReady]],
    ['that is not ready, the missing one comes', 'False', { taints: notReady.slice(0, 1) }, notReady],
    ['that nobody hears of', 'Unknown', { taints: [...notReady] }, unreachable],
    ['that has said nothing yet', undefined, {}, notReady],
    ['that is cordoned', 'True', { unschedulable: true }, [cordon]],
    ['that is cordoned: once', 'True', { unschedulable: true, taints: [cordon] }, undefined],
    ['that was uncordoned', 'True', { taints: [cordon] }, null],
  ])('%s', (_, ready, spec, taints) => {
    expect(writes(ready, spec)).toEqual(taints === undefined ? [] : [{ spec: { taints } }]);
  });
});
