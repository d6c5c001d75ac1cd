import type { ClusterView } from '../cluster/cluster-view.ts';
import { aboutMachine, architectureOf, machinesOf, nodesFor } from '../cluster/machine-view.ts';
import type { Check, Found, Outcome } from '../model/check.ts';

/** Virtual machines on nodes of other architectures. Source: KubeVirt, gate CrossArchitectureVirtualization (alpha). */
export const emulationChecks: readonly Check[] = [
  {
    code: 'VD813',
    title: 'Virtual machines run on hardware of their architecture',
    severity: 'info',
    confidence: 'likely',
    needs: ['hyperConvergeds', 'nodes', 'kubeVirts', 'virtualMachines', 'dataSources'],
    after: ['VD201', 'VD202'],
    message: 'VirtualMachine {namespace}/{vm} of {arch} would run emulated: only {nodes} can take it.',
    impact: 'It is many times slower than on a node of its architecture.',
    fix: 'add a node of {arch} to the workload nodes, where the speed matters',
    falsePositives: 'virtual machines that are meant to be emulated',
    find: machinesRunNatively,
  },
];

function machinesRunNatively(cluster: ClusterView): Outcome {
  if (!cluster.crossesArchitectures) return { skipped: 'foreign architectures are not emulated' };
  return machinesOf(cluster).flatMap((machine): readonly Found[] => {
    const arch = architectureOf(cluster, machine);
    const nodes = nodesFor(cluster, machine);
    const isNative = arch === '' || nodes.some(({ architecture }) => architecture === arch);
    if (isNative || nodes.length === 0) return [];
    const { object, params } = aboutMachine(machine);
    return [{ object, params: { ...params, arch, nodes: nodes.map(({ name }) => name).sort() } }];
  });
}
