import type { Scenario } from './scenario.ts';
import { object, workers } from './scenario-parts.ts';

const overcommitted = { higherWorkloadDensity: { memoryOvercommitPercentage: 150 } };
const application = object('v1/Namespace', 'app');
const descheduler = 'openshift-kube-descheduler-operator';

/** Migration, density, architectures, health and rights. */
export const virtualizationScenarios: readonly Scenario[] = [
  {
    name: 'lonely-architectures',
    says: 'a virtual machine that must migrate has no second node of its architecture',
    spec: { evictionStrategy: 'LiveMigrate', featureGates: { enableMultiArchBootImageImport: true } },
    nodes: [...workers('w0'), ...workers('a0', { architecture: 'arm64' })],
    objects: [
      application,
      object('kubevirt.io/v1/VirtualMachineInstance', 'v1', {
        namespace: 'app',
        spec: { architecture: 'amd64' },
        status: {
          phase: 'Running',
          nodeName: 'w0',
          conditions: [{ type: 'LiveMigratable', status: 'True' }],
        },
      }),
    ],
  },
  {
    name: 'overcommit-without-swap',
    says: 'memory is overcommitted, and nodes have no swap',
    spec: overcommitted,
    nodes: workers('w0 w1 w2', { swap: 0 }),
  },
  {
    name: 'overcommit-unknown-swap',
    says: 'memory is overcommitted, and nodes do not tell whether they have swap',
    spec: overcommitted,
  },
  {
    name: 'descheduler-profile',
    says: 'the descheduler evicts by a profile that does not know virtual machines',
    platform: 'openshift',
    objects: [
      application,
      object('v1/Namespace', descheduler),
      object('operator.openshift.io/v1/KubeDescheduler', 'cluster', {
        namespace: descheduler,
        spec: { mode: 'Automatic', profiles: ['LongLifecycle'] },
      }),
      object('kubevirt.io/v1/VirtualMachine', 'a', {
        namespace: 'app',
        spec: { runStrategy: 'Always', template: { spec: { domain: { devices: {} } } } },
      }),
    ],
  },
  {
    name: 'mixed-architectures',
    says: 'workers of two architectures, and boot images of one',
    spec: { featureGates: { enableMultiArchBootImageImport: false } },
    nodes: [...workers('w0 w1'), ...workers('a0 a1', { architecture: 'arm64' })],
  },
  {
    name: 'forbidden',
    says: 'you may read neither nodes nor StorageClasses',
    withheld: ['nodes', 'storageclasses'],
  },
  {
    name: 'failing-operand',
    says: 'SSP fails, and with it the HyperConverged',
    platform: 'openshift',
    failing: { kind: 'SSP', message: 'templates cannot be deployed' },
  },
];
