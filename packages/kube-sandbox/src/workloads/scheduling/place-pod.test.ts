import type { JsonObject, KubernetesObject } from '@archipelago/apimachinery';
import { expect, test } from 'vitest';
import { placePod } from './place-pod.ts';

function node(name: string, architecture: string, spec: JsonObject = {}, ready = 'True'): KubernetesObject {
  const labels = {
    'kubernetes.io/arch': architecture,
    'kubernetes.io/os': 'linux',
    'kubernetes.io/hostname': name,
  };
  const status = { conditions: [{ type: 'Ready', status: ready }] };
  return { apiVersion: 'v1', kind: 'Node', metadata: { name, labels }, spec, status };
}

const a = node('a', 'amd64');
const b = node('b', 'amd64');
const arm = node('arm', 'arm64');
const cordoned = node('c', 'amd64', {
  unschedulable: true,
  taints: [{ key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' }],
});
const tainted = node('t', 'amd64', { taints: [{ key: 'arch', value: 'x', effect: 'NoSchedule' }] });
const preferred = node('p', 'amd64', { taints: [{ key: 'k', effect: 'PreferNoSchedule' }] });
const amd64 = { nodeSelector: { 'kubernetes.io/arch': 'amd64' } };
const tolerating = (toleration: JsonObject) => ({ ...amd64, tolerations: [toleration] });
const mismatch = "node(s) didn't match Pod's node affinity/selector";
const xTaint = 'node(s) had untolerated taint {arch: x}';

test.each<[string, JsonObject, KubernetesObject[], string]>([
  ['the only node', {}, [a], 'a'],
  ['the first by name', amd64, [b, a], 'a'],
  ['a node of the architecture', { nodeSelector: { 'kubernetes.io/arch': 'arm64' } }, [a, arm], 'arm'],
  ['none at all', {}, [], 'no nodes available to schedule pods'],
  ['another architecture', amd64, [arm], `0/1 nodes are available: 1 ${mismatch}.`],
  ['cordoned', amd64, [cordoned], '0/1 nodes are available: 1 node(s) were unschedulable.'],
  ['a taint', amd64, [tainted], `0/1 nodes are available: 1 ${xTaint}.`],
  ['a preference is no obstacle', amd64, [preferred], 'p'],
  ['the same taint', tolerating({ key: 'arch', value: 'x', effect: 'NoSchedule' }), [tainted], 't'],
  ['any value', tolerating({ key: 'arch', operator: 'Exists' }), [tainted], 't'],
  ['any taint', tolerating({ operator: 'Exists' }), [tainted], 't'],
  [
    'another value',
    tolerating({ key: 'arch', value: 'y' }),
    [tainted],
    `0/1 nodes are available: 1 ${xTaint}.`,
  ],
  [
    'another effect',
    tolerating({ key: 'arch', value: 'x', effect: 'NoExecute' }),
    [tainted],
    `0/1 nodes are available: 1 ${xTaint}.`,
  ],
  ['no key, no Exists', tolerating({ value: 'x' }), [tainted], `0/1 nodes are available: 1 ${xTaint}.`],
  ['every cordon is tolerated', tolerating({ operator: 'Exists' }), [cordoned], 'c'],
  [
    'not ready',
    amd64,
    [node('n', 'amd64', {}, 'False')],
    '0/1 nodes are available: 1 node(s) had untolerated taint {node.kubernetes.io/not-ready: }.',
  ],
  [
    'not heard of',
    amd64,
    [node('n', 'amd64', {}, 'Unknown')],
    '0/1 nodes are available: 1 node(s) had untolerated taint {node.kubernetes.io/unreachable: }.',
  ],
  [
    'several reasons, counted and sorted',
    amd64,
    [tainted, arm, cordoned, node('arm2', 'arm64')],
    `0/4 nodes are available: 1 ${xTaint}, 1 node(s) were unschedulable, 2 ${mismatch}.`,
  ],
])('%s', (_, podSpec, nodes, expected) => {
  const placement = placePod(podSpec, nodes, new Map());
  expect(placement.kind === 'placed' ? placement.node : placement.message).toBe(expected);
});

test('the node with the fewest pods is taken', () => {
  expect(placePod({}, [a, b], new Map([['a', 1]]))).toEqual({ kind: 'placed', node: 'b' });
});
