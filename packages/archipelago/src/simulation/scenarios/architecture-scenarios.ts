import type { Scenario } from './scenario.ts';
import { controlPlanes } from './scenario-nodes.ts';
import { object, workers } from './scenario-parts.ts';

const spec = { featureGates: { enableMultiArchBootImageImport: true } };
const arm64 = { architecture: 'arm64' } as const;

/** What happens to clusters of several architectures. */
export const architectureScenarios: readonly Scenario[] = [
  {
    name: 'mixed-control-plane',
    says: 'control planes are of two architectures, which is no mistake',
    spec,
    controlPlanes: false,
    nodes: [
      ...controlPlanes.map((node, index) => (index === 1 ? { ...node, ...arm64 } : node)),
      ...workers('w0 w1'),
      ...workers('a0 a1', arm64),
    ],
  },
  {
    name: 'arm64-lost',
    says: 'no arm64 node is ready, and a virtual machine waits for one',
    spec,
    nodes: [...workers('w0 w1'), ...workers('a0 a1', { ...arm64, lost: true })],
    objects: [
      object('v1/Namespace', 'app'),
      object('kubevirt.io/v1/VirtualMachine', 'waiting', {
        namespace: 'app',
        spec: { runStrategy: 'Always', template: { spec: { ...arm64, domain: { devices: {} } } } },
      }),
    ],
  },
  {
    name: 'registry-down',
    says: 'the registry of the golden images does not answer',
    spec,
    nodes: [...workers('w0 w1'), ...workers('a0 a1', arm64)],
    registry: 'down',
  },
  {
    name: 'build-fails-on-arm64',
    says: 'builds of node images fail on arm64 nodes, once you start one',
    spec,
    nodes: [
      ...workers('w0 w1'),
      ...workers('a0 a1', { ...arm64, annotations: { 'sandbox.archipelago.dev/build-exit-code': '65' } }),
    ],
  },
];
