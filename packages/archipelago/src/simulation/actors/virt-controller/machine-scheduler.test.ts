import { type JsonObject, type KubernetesObject, objectAt } from '@archipelago/apimachinery';
import { NodeRoom } from '@archipelago/kube-sandbox';
import { expect, test } from 'vitest';
import { simulatedNode } from '../simulated-nodes.ts';
import { machineDemand } from './machine-demand.ts';
import { MachineScheduler } from './machine-scheduler.ts';

const now = '2026-01-01T00:00:00Z';

/** A worker with a virt-handler, 16 cores and 60 GiB. */
function node(
  name: string,
  architecture = 'amd64',
  { spec = {}, labels = {} }: { readonly spec?: JsonObject; readonly labels?: JsonObject } = {},
): KubernetesObject {
  const made = simulatedNode({ name, architecture, roles: ['worker'] }, { now, index: 0 });
  const texts = Object.entries(labels).map(([key, value]) => [key, String(value)]);
  const all = { ...made.metadata.labels, 'kubevirt.io/schedulable': 'true', ...Object.fromEntries(texts) };
  return { ...made, metadata: { ...made.metadata, labels: all }, spec };
}

const [a, b, arm] = [node('a'), node('b'), node('arm', 'arm64')];
const small = { architecture: 'amd64', domain: { memory: { guest: '2Gi' } } };
const large = { architecture: 'amd64', domain: { memory: { guest: '40Gi' } } };
const tainted = node('t', 'amd64', {
  spec: { taints: [{ key: 'k', value: 'v', effect: 'NoSchedule' }] },
});
const mismatch = "node(s) didn't match Pod's node affinity/selector";
const affinity = {
  nodeAffinity: {
    requiredDuringSchedulingIgnoredDuringExecution: {
      nodeSelectorTerms: [
        { matchExpressions: [{ key: 'kubernetes.io/hostname', operator: 'In', values: ['b'] }] },
      ],
    },
  },
};

test.each<[string, JsonObject, KubernetesObject[], string]>([
  ['a node of its architecture', { architecture: 'arm64' }, [a, arm], 'arm'],
  [
    'none of its architecture',
    { architecture: 's390x' },
    [a, arm],
    `0/2 nodes are available: 2 ${mismatch}.`,
  ],
  ['nodeSelector', { ...small, nodeSelector: { 'kubernetes.io/hostname': 'b' } }, [a, b], 'b'],
  [
    'a nodeSelector does not lead to another architecture',
    { ...small, nodeSelector: { 'kubernetes.io/arch': 'arm64' } },
    [arm],
    `0/1 nodes are available: 1 ${mismatch}.`,
  ],
  ['node affinity', { ...small, affinity }, [a, b], 'b'],
  ['a taint', small, [tainted], '0/1 nodes are available: 1 node(s) had untolerated taint {k: v}.'],
  ['a tolerated taint', { ...small, tolerations: [{ key: 'k', operator: 'Exists' }] }, [tainted], 't'],
  [
    'a cordoned node',
    small,
    [node('c', 'amd64', { spec: { unschedulable: true } })],
    '0/1 nodes are available: 1 node(s) were unschedulable.',
  ],
  [
    'a node without virt-handler',
    small,
    [node('w', 'amd64', { labels: { 'kubevirt.io/schedulable': 'false' } })],
    `0/1 nodes are available: 1 ${mismatch}.`,
  ],
  ['no room on the first', large, [a, b], 'b'],
  ['no room at all', large, [a], '0/1 nodes are available: 1 Insufficient memory.'],
  [
    'no room of two kinds',
    { architecture: 'amd64', domain: { resources: { requests: { cpu: '17', memory: '40Gi' } } } },
    [a, arm],
    `0/2 nodes are available: 1 Insufficient cpu, 1 Insufficient memory, 1 ${mismatch}.`,
  ],
])('%s', (_name, spec, nodes, expected) => {
  const room = new NodeRoom();
  room.take('a', machineDemand(large));
  const placement = new MachineScheduler(nodes, room).place(spec);
  expect(placement.kind === 'placed' ? placement.node : placement.message).toBe(expected);
});

test('of several the node with the fewest machines, and never the one that is to be left', () => {
  const room = new NodeRoom();
  room.take('a', machineDemand(small));
  expect(new MachineScheduler([a, b], room).place(small)).toEqual({ kind: 'placed', node: 'b' });
  expect(new MachineScheduler([b, a], room).place(small, 'b')).toEqual({ kind: 'placed', node: 'a' });
  expect(new MachineScheduler([b], room).place(small, 'b')).toMatchObject({ kind: 'unschedulable' });
});

test('a node is filled to the last byte, and then by what is smaller', () => {
  const scheduler = new MachineScheduler([b], new NodeRoom());
  const of = (guest: string) =>
    scheduler.place({ architecture: 'amd64', domain: { memory: { guest } } }).kind;
  expect(['20Gi', '20Gi', '19Gi', '2Gi', '2Gi', '1Gi', '1Gi'].map(of)).toEqual([
    'placed',
    'placed',
    'placed',
    'unschedulable',
    'unschedulable',
    'placed',
    'unschedulable',
  ]);
});

test.each<[string, JsonObject, JsonObject]>([
  ['nothing', {}, { cpu: 0.1, memory: 0 }],
  ['virtual cores', { cpu: { cores: 2, sockets: 3, threads: 2 } }, { cpu: 1.2 }],
  ['cores of its own', { cpu: { cores: 4, dedicatedCpuPlacement: true } }, { cpu: 4 }],
  ['memory of the guest', { memory: { guest: '1Gi' } }, { memory: 2 ** 30 }],
  [
    'requests come first',
    { memory: { guest: '1Gi' }, resources: { requests: { memory: '512Mi', cpu: '250m' } } },
    { memory: 2 ** 29, cpu: 0.25 },
  ],
  ['limits are requests, too', { resources: { limits: { memory: '1M', cpu: 2 } } }, { memory: 1e6, cpu: 2 }],
])('what a machine takes: %s', (_name, domain, expected) => {
  const demand = objectAt({ demand: machineDemand({ domain }) }, 'demand');
  for (const [name, value] of Object.entries(expected)) expect(demand[name]).toBeCloseTo(Number(value), 6);
});
