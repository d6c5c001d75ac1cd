import { numberAt, textAt, valueAt } from '@archipelago/apimachinery';
import type { ClusterView } from '../cluster/cluster-view.ts';
import {
  aboutMachine,
  architectureOf,
  type MachineView,
  machinesOf,
  sourceOf,
  writtenArchitecture,
} from '../cluster/machine-view.ts';
import type { NodeView } from '../cluster/node-view.ts';
import type { Check, Found, Outcome } from '../model/check.ts';

const needs = ['hyperConvergeds', 'nodes', 'virtualMachines', 'dataSources'] as const;
const after = ['VD201', 'VD202'];

/** Whether nodes are what virtual machines ask for. */
export const machineArchitectureChecks: readonly Check[] = [
  {
    code: 'VD806',
    title: 'Machine types exist on every architecture',
    severity: 'critical',
    confidence: 'certain',
    needs: ['hyperConvergeds', 'nodes', 'kubeVirts'],
    after,
    message: 'The machine type {type} {problem}.',
    impact: 'Virtual machines of {arch} do not start.',
    fix: 'remove spec.configuration.machineType of the KubeVirt, and name machine types under architectureConfiguration; or correct the virtual machine',
    falsePositives: 'none; where nodes do not tell their machine types nothing is said',
    find: machineTypesExist,
  },
  {
    code: 'VD810',
    title: 'Virtual machines have nodes of their architecture',
    severity: 'critical',
    confidence: 'certain',
    needs,
    after,
    message: 'VirtualMachine {namespace}/{vm} needs {arch}, and no node can run it.',
    impact: 'It does not start.',
    fix: 'add a node of {arch} to the workload nodes, or change spec.template.spec.architecture',
    falsePositives:
      'a virtual machine that is stopped: told as a warning; clusters that emulate foreign architectures are left out',
    find: machinesHaveNodes,
  },
  {
    code: 'VD811',
    title: 'The architecture of virtual machines is decided',
    severity: 'warning',
    confidence: 'certain',
    needs,
    after,
    message:
      'Nothing says of which architecture VirtualMachine {namespace}/{vm} is: it gets {arch}, and its image {source} may be of {others}.',
    impact: 'It may not boot.',
    fix: 'set spec.template.spec.architecture',
    falsePositives: 'disks of containers, which bring an image for each architecture, are left out',
    find: architecturesAreDecided,
  },
  {
    code: 'VD812',
    title: 'Virtual machines of arm64 ask for CPUs that there are',
    severity: 'critical',
    confidence: 'certain',
    needs,
    message: 'VirtualMachine {namespace}/{vm} is for arm64 and {problem}.',
    impact: 'It cannot be scheduled.',
    fix: 'remove model and threads from spec.template.spec.domain.cpu',
    falsePositives: 'none',
    find: armHasNoModels,
  },
];

const typeLabel = 'machine-type.node.kubevirt.io/';

function machineTypesExist(view: ClusterView): Outcome {
  return [...typeOfCluster(view), ...typesOfMachines(view)];
}

/** One setting for all architectures. */
function typeOfCluster(view: ClusterView): readonly Found[] {
  const type = textAt(view.kubeVirtConfiguration, 'machineType');
  if (type === '') return [];
  return view.architectures
    .filter((arch) => isMissing(type, ofArchitecture(view.workloadNodes, arch)))
    .map((arch) => {
      const problem = `is for all architectures (spec.configuration.machineType), and no ${arch} node has it`;
      return { object: kubeVirtOf(view), params: { type, arch, problem } };
    });
}

function kubeVirtOf(view: ClusterView) {
  const [one] = view.objects('kubeVirts');
  const [namespace, name] = [textAt(one, 'metadata', 'namespace'), textAt(one, 'metadata', 'name')];
  return { kind: 'KubeVirt', namespace, name };
}

function typesOfMachines(view: ClusterView): readonly Found[] {
  const known = new Map<string, boolean>();
  const isNowhere = (type: string, arch: string) => {
    const key = `${arch} ${type}`;
    const answer = known.get(key) ?? isMissing(type, ofArchitecture(view.workloadNodes, arch));
    known.set(key, answer);
    return answer;
  };
  return machinesOf(view).flatMap((machine): readonly Found[] => {
    const type = textAt(machine.template, 'domain', 'machine', 'type');
    const arch = architectureOf(view, machine);
    if (type === '' || !isNowhere(type, arch)) return [];
    const { object, params } = aboutMachine(machine);
    const problem = `of VirtualMachine ${params.namespace}/${params.vm} is on no ${arch} node`;
    return [{ object, severity: 'warning', params: { ...params, type, arch, problem } }];
  });
}

function ofArchitecture(nodes: readonly NodeView[], arch: string): readonly NodeView[] {
  return nodes.filter(({ architecture }) => architecture === arch);
}

/** None has it, and some tell which they have. */
function isMissing(type: string, nodes: readonly NodeView[]): boolean {
  if (nodes.some(({ labels }) => Object.hasOwn(labels, `${typeLabel}${type}`))) return false;
  return nodes.some(({ labels }) => Object.keys(labels).some((label) => label.startsWith(typeLabel)));
}

function machinesHaveNodes(view: ClusterView): Outcome {
  if (view.crossesArchitectures) return { skipped: 'foreign architectures are emulated' };
  const capable = new Set(view.capableNodes.map(({ architecture }) => architecture));
  if (capable.size === 0) return { skipped: 'no node can run virtual machines, of whatever architecture' };
  return machinesOf(view).flatMap((machine): readonly Found[] => {
    const arch = architectureOf(view, machine);
    if (arch === '' || capable.has(arch)) return [];
    const { object, params } = aboutMachine(machine);
    const severity = machine.isStopped ? 'warning' : 'critical';
    return [{ object, severity, params: { ...params, arch } }];
  });
}

function architecturesAreDecided(view: ClusterView): Outcome {
  if (view.architectures.length < 2) return { skipped: 'workload nodes are of one architecture' };
  const arch = view.defaultArchitecture ?? '';
  const others = view.architectures.filter((one) => one !== arch);
  return machinesOf(view).flatMap((machine): readonly Found[] => {
    const source = sourceOf(machine);
    // a source that was not read may have the label
    if (source === undefined || !view.dataSources.has(source) || writtenArchitecture(view, machine) !== '')
      return [];
    const { object, params } = aboutMachine(machine);
    return [{ object, params: { ...params, arch, source, others } }];
  });
}

const hostModels = ['', 'host-passthrough', 'host-model'];

function armHasNoModels(view: ClusterView): Outcome {
  return machinesOf(view)
    .filter((machine) => architectureOf(view, machine) === 'arm64')
    .flatMap((machine): readonly Found[] => {
      const wanted = unavailableCpu(machine);
      if (wanted === undefined) return [];
      const { object, params } = aboutMachine(machine);
      return [{ object, params: { ...params, ...wanted } }];
    });
}

function unavailableCpu({ template }: MachineView) {
  const cpu = valueAt(template, 'domain', 'cpu');
  const [model, threads] = [textAt(cpu, 'model'), numberAt(cpu, 'threads') ?? 1];
  if (!hostModels.includes(model))
    return { model, problem: `names the CPU model ${model}: nodes of arm64 publish none` };
  return threads > 1 ? { threads, problem: `wants ${threads} threads of a core: arm64 has one` } : undefined;
}
