import type { KubernetesObject } from '@archipelago/apimachinery';
import { expect, test } from 'vitest';
import { simulatedNodes } from '../simulated-nodes.ts';
import { beatMs, handlerPodSpec, handlerWrites } from './handler-writes.ts';
import { nodeLabels } from './node-labels.ts';

const now = Date.parse('2026-01-02T03:04:05Z');
const [controlPlane, , , worker] = simulatedNodes('2026-01-01T00:00:00Z');

function kubeVirt(nodePlacement = {}): KubernetesObject {
  return {
    apiVersion: 'kubevirt.io/v1',
    kind: 'KubeVirt',
    metadata: { name: 'kubevirt' },
    spec: { workloads: { nodePlacement } },
  };
}

const anywhere = handlerPodSpec(kubeVirt());

/** A worker as its virt-handler leaves it. */
function served(at = now, more: Partial<KubernetesObject['metadata']> = {}): KubernetesObject {
  const node = worker ?? expect.fail('there is no worker');
  const labels = { ...node.metadata.labels, 'kubevirt.io/schedulable': 'true' };
  const heartbeat = new Date(at).toISOString();
  const annotations = { ...node.metadata.annotations, 'kubevirt.io/heartbeat': heartbeat };
  return {
    ...node,
    metadata: { ...node.metadata, labels, annotations, ...more },
    status: { ...Object(node.status), allocatable: { 'devices.kubevirt.io/kvm': '110' } },
  };
}

const told = (node: KubernetesObject | undefined, podSpec = anywhere) =>
  node === undefined
    ? []
    : handlerWrites(node, podSpec, now).map((write) => [
        write.do,
        'patch' in write ? write.patch : undefined,
      ]);

test('a new node gets labels of its architecture, a heartbeat and devices', () => {
  expect(told(worker)).toEqual([
    [
      'patch',
      {
        metadata: {
          labels: { ...nodeLabels('amd64'), 'kubevirt.io/schedulable': 'true' },
          annotations: { 'kubevirt.io/heartbeat': '2026-01-02T03:04:05Z' },
        },
      },
    ],
    [
      'patchStatus',
      {
        status: {
          capacity: { 'devices.kubevirt.io/kvm': '110' },
          allocatable: { 'devices.kubevirt.io/kvm': '110' },
        },
      },
    ],
  ]);
});

test('nothing is written between two heartbeats, nor to a node that is not simulated', () => {
  expect(told(served())).toEqual([]);
  expect(told(served(now - beatMs + 1))).toEqual([]);
  expect(told(served(now - beatMs))).toHaveLength(1);
  expect(told(served(now - beatMs, { annotations: {} }))).toEqual([]);
});

test('a tainted node has no virt-handler, unless the placement tolerates it', () => {
  expect(told(controlPlane)).toEqual([]);
  const key = 'node-role.kubernetes.io/control-plane';
  const tolerant = handlerPodSpec(kubeVirt({ tolerations: [{ key, operator: 'Exists' }] }));
  expect(told(controlPlane, tolerant)).toHaveLength(2);
});

test('a node that the placement leaves loses its label and its devices, once', () => {
  const elsewhere = handlerPodSpec(kubeVirt({ nodeSelector: { vm: 'y' } }));
  expect(told(served(), elsewhere)).toMatchObject([
    ['patch', { metadata: { labels: { 'kubevirt.io/schedulable': 'false' } } }],
    ['patchStatus', { status: { allocatable: { 'devices.kubevirt.io/kvm': '0' } } }],
  ]);
  expect(told(served(now, { labels: { 'kubevirt.io/schedulable': 'false' } }), elsewhere)).toEqual([]);
});

test('who asks the node labeller to stay away gets heartbeats only', () => {
  const annotations = { ...worker?.metadata.annotations, 'node-labeller.kubevirt.io/skip-node': 'true' };
  const [[, patch] = []] = told(served(now, { annotations }));
  expect(patch).toMatchObject({ metadata: { labels: { 'kubevirt.io/schedulable': 'true' } } });
  expect(JSON.stringify(patch)).not.toContain('cpu-model');
});

test.each([
  [
    'amd64',
    [
      'cpu-model',
      'cpu-model-migration',
      'cpu-feature',
      'host-model-cpu',
      'host-model-required-features',
      'cpu-vendor',
      'machine-type',
      'cpu-timer',
      'hyperv',
    ],
  ],
  ['arm64', ['machine-type']],
  [
    's390x',
    [
      'cpu-model',
      'cpu-model-migration',
      'cpu-feature',
      'host-model-cpu',
      'host-model-required-features',
      'cpu-vendor',
      'machine-type',
    ],
  ],
])('what is found on %s', (architecture, prefixes) => {
  const found = Object.keys(nodeLabels(architecture)).map((label) =>
    label.replace(/\.node\.kubevirt\.io.*/, ''),
  );
  expect([...new Set(found)].sort()).toEqual([...prefixes].sort());
});
