import { type JsonObject, jsonEqual, objectAt, objectsAt, textAt } from '@archipelago/apimachinery';
import { groupedBy } from '../../api/grouped-by.ts';
import type { ClusterView } from '../cluster/cluster-view.ts';
import { fullName } from '../cluster/full-name.ts';
import { handlerPodsOf } from '../cluster/handler-pods.ts';
import { aboutMachine, architectureOf, type MachineView, machinesOf } from '../cluster/machine-view.ts';
import { taintText, untolerated } from '../cluster/node-view.ts';
import type { Check, Found, Outcome } from '../model/check.ts';

/** Where virtual machines run, and what a placement does that it does not say. */
export const machinePlacementChecks: readonly Check[] = [
  {
    code: 'VD203',
    title: 'Virtual machines tolerate the taints of their nodes',
    severity: 'warning',
    confidence: 'certain',
    needs: ['hyperConvergeds', 'nodes', 'virtualMachines'],
    after: ['VD201', 'VD202'],
    message:
      'VirtualMachine {namespace}/{vm} does not tolerate {taint}, which every {arch} node has; the placement of the workloads does not pass its tolerations on.',
    impact: 'It does not start.',
    fix: 'add the toleration to spec.template.spec.tolerations, or give the nodes PreferNoSchedule instead',
    falsePositives: 'one that runs was given the toleration by somebody else, and is left out',
    find: machinesTolerate,
  },
  {
    code: 'VD208',
    title: 'Virtual machines run on workload nodes',
    severity: 'warning',
    confidence: 'certain',
    needs: ['hyperConvergeds', 'nodes', 'instances'],
    after: ['VD201', 'VD202'],
    message: '{node} {problem}, and virtual machines run there: {count}, {instance} among them.',
    impact: 'They can be neither managed nor migrated.',
    fix: 'give {node} back what the placement asks for, or stop them and start them elsewhere',
    falsePositives: 'a pod of virt-handler that starts is waited for',
    find: instancesAreManaged,
  },
  {
    code: 'VD209',
    title: 'Affinity of a placement narrows',
    severity: 'info',
    confidence: 'certain',
    needs: ['hyperConvergeds', 'deployments', 'daemonSets'],
    message:
      'The node affinity of {field} widens where {components} may run: its terms stand beside {own} of their own, and one of all suffices.',
    impact: 'Pods run on nodes that were not meant.',
    fix: 'use a nodeSelector instead: it must hold in any case',
    falsePositives: 'none',
    find: affinityNarrows,
  },
];

function machinesTolerate(cluster: ClusterView): Outcome {
  const running = new Set(cluster.running.map(fullName));
  const waiting = machinesOf(cluster).filter(({ namespace, name }) => !running.has(`${namespace}/${name}`));
  // most machines have the same tolerations
  const alike = groupedBy(waiting, (machine) =>
    JSON.stringify([architectureOf(cluster, machine), machine.template.tolerations ?? []]),
  );
  return [...alike.values()].flatMap(([first, ...others]): readonly Found[] => {
    const lack = first === undefined ? undefined : intolerance(cluster, first);
    if (first === undefined || lack === undefined) return [];
    return [first, ...others].map((machine) => {
      const { object, params } = aboutMachine(machine);
      return { object, params: { ...params, ...lack } };
    });
  });
}

/** The taint that all nodes of its architecture have, where it does not tolerate them. */
function intolerance(cluster: ClusterView, machine: MachineView) {
  const arch = architectureOf(cluster, machine);
  const nodes = cluster.capableNodes.filter(({ architecture }) => architecture === arch);
  const taints = nodes.map((node) => untolerated(machine.template, node)[0]);
  const [first] = taints;
  return first === undefined || taints.includes(undefined) ? undefined : { arch, taint: taintText(first) };
}

function instancesAreManaged(cluster: ClusterView): Outcome {
  const workloads = new Set(cluster.workloadNodes.map(({ name }) => name));
  const handled = handledNodes(cluster);
  const byNode = groupedBy(cluster.running, (one) => textAt(one, 'status', 'nodeName') || undefined);
  return [...byNode]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([node, all]): readonly Found[] => {
      const isHandled = handled === undefined || handled.has(node);
      const unhandled = isHandled ? undefined : 'has no virt-handler that is ready';
      const problem = workloads.has(node) ? unhandled : 'is no workload node';
      const instances = all.map(fullName).sort();
      const params = { node, count: instances.length, instance: instances[0] ?? '', problem: problem ?? '' };
      return problem === undefined ? [] : [{ object: { kind: 'Node', name: node }, params }];
    });
}

/** Nodes on which virt-handler is ready, or starts; undefined: pods were not read, or there are none at all, which VD005 tells. */
function handledNodes(cluster: ClusterView): ReadonlySet<string> | undefined {
  const all = handlerPodsOf(cluster) ?? [];
  if (all.length === 0) return undefined;
  const pods = all.filter(({ isReady, isYoung }) => isReady || isYoung);
  return new Set(pods.map(({ node }) => node));
}

const required = [
  'affinity',
  'nodeAffinity',
  'requiredDuringSchedulingIgnoredDuringExecution',
  'nodeSelectorTerms',
];

/** What KubeVirt made of the terms of a placement and those of the component's own: both stand there. */
function affinityNarrows(cluster: ClusterView): Outcome {
  const { hyperConverged, itself } = cluster;
  const components = [...cluster.objects('deployments'), ...cluster.objects('daemonSets')].filter((one) =>
    cluster.operatorNamespaces.has(textAt(one, 'metadata', 'namespace')),
  );
  return (['infra', 'workloads'] as const).flatMap((setting): readonly Found[] => {
    const terms = objectsAt(hyperConverged.placement(setting), ...required);
    if (terms.length === 0) return [];
    const widened = components.filter((one) => ownTerms(one, terms) > 0);
    const names = widened.map((one) => textAt(one, 'metadata', 'name')).sort();
    const own = Math.max(0, ...widened.map((one) => ownTerms(one, terms)));
    const params = { components: names, own, field: `${hyperConverged.fieldOf(setting)}.affinity` };
    return names.length === 0 ? [] : [{ object: itself, params }];
  });
}

/** How many terms stand beside all those of the placement; 0 where they do not stand there. */
function ownTerms(component: JsonObject, terms: readonly JsonObject[]): number {
  const all = objectsAt(objectAt(component, 'spec', 'template', 'spec'), ...required);
  const holdsAll = terms.every((term) => all.some((one) => jsonEqual(one, term)));
  return holdsAll ? all.length - terms.length : 0;
}
