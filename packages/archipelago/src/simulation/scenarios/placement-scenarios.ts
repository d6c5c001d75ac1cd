import type { Scenario } from './scenario.ts';
import { onNodesWith, workers } from './scenario-parts.ts';

const forMachines = { vm: 'y' };
const infra = 'node-role.kubernetes.io/infra';

/** Where operators, infrastructure and virtual machines run. */
export const placementScenarios: readonly Scenario[] = [
  {
    name: 'no-workload-node',
    says: 'the placement of workloads names a label that no node has',
    spec: { workloads: { nodePlacement: { nodeSelector: { nodeType: 'vm' } } } },
  },
  {
    name: 'tainted-workload-nodes',
    says: 'all nodes for virtual machines have a taint that nothing tolerates',
    spec: { workloads: { nodePlacement: { nodeSelector: forMachines } } },
    nodes: workers('w0 w1', {
      labels: forMachines,
      taints: [{ key: 'vm', value: 'only', effect: 'NoSchedule' }],
    }),
  },
  {
    name: 'cordoned-node',
    says: 'a node is cordoned, which is no mistake',
    nodes: [...workers('w0 w1'), ...workers('w9', { cordoned: true })],
  },
  {
    name: 'arm64-left-out',
    says: 'arm64 workers are left out on purpose, which is no mistake',
    spec: { workloads: { nodePlacement: { affinity: onNodesWith('kubernetes.io/arch', ['amd64']) } } },
    nodes: [...workers('w0 w1'), ...workers('a0 a1', { architecture: 'arm64' })],
  },
  {
    name: 'infra-on-control-plane',
    says: 'the infrastructure is pinned to control planes, without their tolerations',
    spec: { infra: { nodePlacement: { nodeSelector: { 'node-role.kubernetes.io/control-plane': '' } } } },
  },
  {
    name: 'subscription-pins-operator',
    says: 'the Subscription pins operators to infra nodes: virt-operator stays Pending',
    platform: 'openshift',
    nodes: [...workers('w0 w1'), ...workers('i0 i1', { roles: ['infra'] })],
    subscriptionConfig: { nodeSelector: { [infra]: '' } },
  },
  {
    name: 'empty-anti-affinity',
    says: 'an empty podAntiAffinity in the Subscription drops the node affinity beside it',
    platform: 'openshift',
    subscriptionConfig: {
      affinity: { ...onNodesWith('kubernetes.io/arch', ['amd64']), podAntiAffinity: {} },
    },
  },
];
