import { type JsonValue, objectAt, parseNodeSelector, valueAt } from '@archipelago/apimachinery';
import type { ClusterFacts, DerivedFacts, NodeFacts } from '../cluster-facts/cluster-facts.ts';

/** The label is put together once: for thousands of nodes that is most of the work. */
function role(name: string): (node: NodeFacts) => boolean {
  const label = `node-role.kubernetes.io/${name}`;
  return ({ labels }) => Object.hasOwn(labels, label);
}

const isWorker = role('worker');
const hasControlPlaneRole = role('control-plane');
const hasMasterRole = role('master');
const isControlPlane = (node: NodeFacts): boolean => hasControlPlaneRole(node) || hasMasterRole(node);

/**
 * Topology and architectures as the runbook HCOMultiArchGoldenImagesDisabled has them: workload nodes are the workers, or, where
 * the workloads' placement has a node selector or a required node affinity, every node that matches both. Tolerations and
 * preferences do not narrow.
 */
export function deriveFacts(cluster: ClusterFacts, workloadsPlacement: JsonValue | undefined): DerivedFacts {
  const controlPlane = cluster.nodes.filter(isControlPlane);
  const isWorkloadNode = workloadNodes(workloadsPlacement);
  return {
    ...cluster,
    controlPlaneNodeExists: controlPlane.length >= 1,
    controlPlaneHighlyAvailable: controlPlane.length >= 3,
    infrastructureHighlyAvailable: cluster.nodes.filter(isWorker).length >= 2,
    controlPlaneArchitectures: architectures(controlPlane),
    workloadArchitectures: architectures(cluster.nodes.filter(isWorkloadNode)),
  };
}

/** The nodes that workloads may run on, by the placement of the workloads. */
export function workloadNodesOf(
  nodes: readonly NodeFacts[],
  placement: JsonValue | undefined,
): readonly string[] {
  return nodes.filter(workloadNodes(placement)).map(({ name }) => name);
}

/** An architecture that workloads can run on. */
interface NodeArchitecture {
  readonly name: string;
  /** Workload nodes that have it. */
  readonly nodes: number;
  /** Control-plane nodes have it, too. */
  readonly controlPlane: boolean;
}

/** The workload nodes by architecture, sorted by name. */
export function architecturesOfNodes(
  facts: DerivedFacts,
  workloadsPlacement: JsonValue | undefined,
): readonly NodeArchitecture[] {
  const nodes = facts.nodes.filter(workloadNodes(workloadsPlacement));
  const counts = new Map<string, number>();
  for (const { architecture } of nodes)
    if (architecture !== undefined) counts.set(architecture, (counts.get(architecture) ?? 0) + 1);
  return facts.workloadArchitectures.map((name) => ({
    name,
    nodes: counts.get(name) ?? 0,
    controlPlane: facts.controlPlaneArchitectures.includes(name),
  }));
}

function architectures(nodes: readonly NodeFacts[]): readonly string[] {
  const known = nodes.map((node) => node.architecture).filter((name) => name !== undefined && name !== '');
  return [...new Set(known.filter((name): name is string => name !== undefined))].sort();
}

/** Whether workloads may run on a node, by the placement of the workloads. */
function workloadNodes(placement: JsonValue | undefined): (node: NodeFacts) => boolean {
  const labels = Object.entries(objectAt(placement, 'nodeSelector'));
  const required = valueAt(placement, 'affinity', 'nodeAffinity', requiredTerm) ?? undefined;
  if (labels.length === 0 && required === undefined) return isWorker;
  const affinity = required === undefined ? undefined : parseNodeSelector(required);
  return (node) => {
    const selected = labels.every(([key, value]) => node.labels[key] === value);
    return selected && (affinity === undefined || (affinity.ok && affinity.matches(node)));
  };
}

const requiredTerm = 'requiredDuringSchedulingIgnoredDuringExecution';
