import { textAt } from '@archipelago/apimachinery';
import { groupedBy } from '../../api/grouped-by.ts';
import type { ClusterView } from '../cluster/cluster-view.ts';
import { minutes } from '../cluster/moments.ts';
import { hasKvm, heartbeatAgeMs, type NodeView } from '../cluster/node-view.ts';
import type { Check, Found, Outcome } from '../model/check.ts';

const cluster = ['hyperConvergeds', 'nodes'] as const;
const after = ['VD201', 'VD202'];

/** Nodes: whether virtual machines can run on them. */
export const nodeChecks: readonly Check[] = [
  {
    code: 'VD801',
    title: 'Workload nodes have hardware virtualization',
    severity: 'warning',
    confidence: 'certain',
    needs: cluster,
    after,
    message: '{nodes} ({architectures}) offer no devices.kubevirt.io/kvm.',
    impact: 'No virtual machine runs there.',
    fix: 'switch virtualization on in the firmware, or use bare metal',
    falsePositives: 'nodes that are joining',
    find: nodesHaveKvm,
  },
  {
    code: 'VD802',
    title: 'Workload nodes take virtual machines',
    severity: 'warning',
    confidence: 'certain',
    needs: cluster,
    after,
    message: 'virt-handler on {node} {said}.',
    impact: 'No virtual machine starts there.',
    fix: 'look at the pod of virt-handler on the node',
    falsePositives: 'clocks that differ',
    find: nodesAreSchedulable,
  },
  {
    code: 'VD803',
    title: 'Nodes are labelled',
    severity: 'info',
    confidence: 'certain',
    needs: ['nodes'],
    message: '{node} is not labelled: {why}.',
    impact: 'Virtual machines that name a CPU model or a machine type do not start there.',
    fix: 'remove the annotation, or look at the log of virt-handler on the node',
    falsePositives: 'nodes of arm64, which have no CPU models, are not asked for them',
    find: nodesAreLabelled,
  },
  {
    code: 'VD804',
    title: 'The default CPU model exists',
    severity: 'critical',
    confidence: 'certain',
    needs: cluster,
    after,
    message:
      '{model} is on {count} of {all} nodes of {arch}: virtual machines without a model of their own cannot start {where}.',
    impact: 'Virtual machines that name no model stay unscheduled.',
    fix: 'remove {field}, and name models in virtual machines or preferences',
    falsePositives: 'arm64 does not use it',
    find: cpuModelExists,
  },
  {
    code: 'VD805',
    title: 'Nodes of an architecture have the same CPU',
    severity: 'info',
    confidence: 'certain',
    needs: cluster,
    after,
    message:
      'Nodes of {arch} have the CPU models {models}: virtual machines with host-model migrate only to nodes that have theirs.',
    impact: 'Some migrations find no node.',
    fix: 'name a model that all of them have',
    falsePositives: 'none',
    find: hostModelsAgree,
  },
  {
    code: 'VD807',
    title: 'Hardware virtualization is used where it is there',
    severity: 'warning',
    confidence: 'certain',
    needs: ['kubeVirts', 'nodes'],
    message: 'Software emulation is on (useEmulation), and {count} nodes have hardware virtualization.',
    impact: 'A virtual machine that lands on a node without it is very slow.',
    fix: 'remove spec.configuration.developerConfiguration.useEmulation',
    falsePositives: 'clusters to try things out',
    find: hardwareIsUsed,
  },
];

function nodesHaveKvm({ workloadNodes, itself, isEmulated }: ClusterView): Outcome {
  if (isEmulated) return { skipped: 'virtual machines run in software' };
  const without = workloadNodes.filter((node) => !hasKvm(node));
  if (without.length === 0) return [];
  const architectures = [...new Set(without.map(({ architecture }) => architecture))].sort();
  const params = { nodes: without.map(({ name }) => name).sort(), architectures };
  const severity = without.length === workloadNodes.length ? 'critical' : 'warning';
  return [{ object: itself, severity, params }];
}

function nodesAreSchedulable(view: ClusterView): Outcome {
  return view.workloadNodes
    .filter((node) => node.isUsable && !view.isSchedulable(node))
    .map((node): Found => {
      const age = heartbeatAgeMs(node, view.now);
      const isMarked = node.labels['kubevirt.io/schedulable'] === 'true';
      const said =
        isMarked && age !== undefined
          ? `was last heard of ${minutes(age)} minutes ago`
          : 'has not made it schedulable';
      return { object: { kind: 'Node', name: node.name }, params: { node: node.name, said } };
    });
}

/** A cluster-wide model is for these; arm64 passes the host's through. */
const withModels = ['amd64', 's390x'];

function cpuModelExists(view: ClusterView): Outcome {
  const model = view.hyperConverged.text('cpuModel');
  if (model === '') return { skipped: 'no default CPU model is set' };
  return view.architectures
    .filter((arch) => withModels.includes(arch))
    .flatMap((arch): readonly Found[] => {
      const nodes = ofArchitecture(view.workloadNodes, arch);
      const count = nodes.filter(
        ({ labels }) => labels[`cpu-model.node.kubevirt.io/${model}`] === 'true',
      ).length;
      if (count === nodes.length) return [];
      const where = count === 0 ? `on ${arch}` : 'on the others';
      const params = {
        model,
        arch,
        count,
        all: nodes.length,
        where,
        field: view.hyperConverged.fieldOf('cpuModel'),
      };
      return [{ object: view.itself, severity: count === 0 ? 'critical' : 'warning', params }];
    });
}

function ofArchitecture(nodes: readonly NodeView[], arch: string): readonly NodeView[] {
  return nodes.filter(({ architecture }) => architecture === arch);
}

const hostModel = 'host-model-cpu.node.kubevirt.io/';

function hostModelsAgree(view: ClusterView): Outcome {
  return view.architectures.flatMap((arch): readonly Found[] => {
    const labels = ofArchitecture(view.workloadNodes, arch).flatMap((node) => Object.keys(node.labels));
    const models = [...new Set(labels.filter((label) => label.startsWith(hostModel)))]
      .map((label) => label.slice(hostModel.length))
      .sort();
    return models.length < 2 ? [] : [{ object: view.itself, params: { arch, models } }];
  });
}

function hardwareIsUsed({ isEmulated, nodes }: ClusterView): Outcome {
  const count = nodes.filter(hasKvm).length;
  return isEmulated && count > 0 ? [{ params: { count } }] : [];
}

const skips = 'node-labeller.kubevirt.io/skip-node';

const machineType = 'machine-type.node.kubevirt.io/';

function nodesAreLabelled(view: ClusterView): Outcome {
  const nodes = view.nodes.filter((node) => view.isSchedulable(node));
  return [...groupedBy(nodes, ({ architecture }) => architecture).values()].flatMap((alike) =>
    alike.flatMap((node): readonly Found[] => {
      const why = lackOfLabels(node, alike);
      const object = { kind: 'Node', name: node.name };
      return why === undefined ? [] : [{ object, params: { node: node.name, why } }];
    }),
  );
}

/** Older releases of KubeVirt write no machine types, and no models on s390x: what no node has is not missed. */
function lackOfLabels(node: NodeView, alike: readonly NodeView[]): string | undefined {
  if (textAt(node.object, 'metadata', 'annotations', skips) === 'true')
    return `it has the annotation ${skips}`;
  const models = ['cpu-model.node.kubevirt.io/', hostModel];
  const isExpected = (labels: readonly string[]) => alike.some((one) => isLabelled(one, labels));
  const hasModels = node.architecture === 'amd64' || (node.architecture === 's390x' && isExpected(models));
  if (hasModels && !isLabelled(node, models)) return 'it has no CPU model';
  return !isLabelled(node, [machineType]) && isExpected([machineType]) ? 'it has no machine type' : undefined;
}

function isLabelled({ labels }: NodeView, prefixes: readonly string[]): boolean {
  return Object.keys(labels).some((label) => prefixes.some((prefix) => label.startsWith(prefix)));
}
