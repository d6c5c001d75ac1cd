import { expect, test } from 'vitest';
import { simulatedNodes } from './simulated-nodes.ts';

const now = '2026-01-02T03:04:05Z';

test('nine nodes: three control planes, workers of three architectures', () => {
  const nodes = simulatedNodes(now);
  expect(nodes.map(({ metadata }) => `${metadata.name} ${metadata.labels?.['kubernetes.io/arch']}`)).toEqual([
    'control-plane-0 amd64',
    'control-plane-1 amd64',
    'control-plane-2 amd64',
    'worker-amd64-0 amd64',
    'worker-amd64-1 amd64',
    'worker-amd64-2 amd64',
    'worker-arm64-0 arm64',
    'worker-arm64-1 arm64',
    'worker-s390x-0 s390x',
  ]);
});

test('each says that it is simulated, its role, its architecture twice and that it is ready', () => {
  for (const node of simulatedNodes(now, [{ architecture: 'ppc64le', count: 300 }])) {
    const { labels, annotations, name } = node.metadata;
    expect(annotations).toEqual({ 'archipelago.dev/simulated': 'true' });
    expect(labels?.['kubernetes.io/hostname']).toBe(name);
    const role = name.startsWith('control') ? 'control-plane' : 'worker';
    expect(Object.keys(labels ?? {})).toContain(`node-role.kubernetes.io/${role}`);
    expect(node.status).toMatchObject({
      nodeInfo: { architecture: labels?.['kubernetes.io/arch'] },
      conditions: [{}, {}, {}, { type: 'Ready', status: 'True', lastTransitionTime: now }],
    });
  }
});

test('every address is used once', () => {
  const nodes = simulatedNodes(now, [{ architecture: 'amd64', count: 5000 }]);
  const addresses = nodes.map((node) => JSON.stringify(node.status).match(/198\.\d+\.\d+\.\d+/)?.[0]);
  expect(new Set(addresses).size).toBe(5003);
});
