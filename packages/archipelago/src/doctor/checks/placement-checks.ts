import { type JsonObject, listAt, objectAt } from '@archipelago/apimachinery';
import type { ClusterView } from '../cluster/cluster-view.ts';
import { isRoleTaint, matches, type NodeView, taintText, takes, untolerated } from '../cluster/node-view.ts';
import type { Check, Outcome } from '../model/check.ts';

/** Whether what is placed finds nodes. */
export const placementChecks: readonly Check[] = [
  {
    code: 'VD201',
    title: 'The placement of workloads matches nodes',
    severity: 'critical',
    confidence: 'certain',
    needs: ['hyperConvergeds', 'nodes'],
    message: 'No node matches the placement of the workloads, {placement}: no virtual machine can run.',
    impact: 'virt-handler runs nowhere, and every virtual machine stays unscheduled.',
    fix: 'label nodes so that they match, or correct {field}',
    falsePositives: 'a pool that is scaled to no nodes',
    find: workloadsMatch,
  },
  {
    code: 'VD202',
    title: 'Workload nodes are not tainted',
    severity: 'critical',
    causeFrom: 'critical',
    confidence: 'certain',
    needs: ['hyperConvergeds', 'nodes'],
    after: ['VD201'],
    message:
      '{nodes} of {matching} nodes that the placement of the workloads matches have the taint {taint}, which it does not tolerate.',
    impact: 'virt-handler does not run there, and so no virtual machine does.',
    fix: 'add a toleration of {taint} to {field}',
    falsePositives: 'cordoned nodes do not count, nor control planes that only have the taint of their role',
    find: workloadsTolerate,
  },
  {
    code: 'VD204',
    title: 'No architecture is left out by accident',
    severity: 'warning',
    confidence: 'likely',
    needs: ['hyperConvergeds', 'nodes'],
    after: ['VD201', 'VD202'],
    message:
      '{count} {arch} workers are no workload nodes, and the placement does not speak of architectures.',
    impact: 'No virtual machine of this architecture can run.',
    fix: 'say what is meant: name kubernetes.io/arch in {field}, or widen it',
    falsePositives: 'a placement that names kubernetes.io/arch is meant so',
    find: noArchitectureIsLost,
  },
  {
    code: 'VD206',
    title: 'The placement of the infrastructure tolerates the control plane',
    severity: 'critical',
    confidence: 'certain',
    needs: ['hyperConvergeds', 'nodes'],
    message:
      'With {field} the tolerations for the control plane that are built in are gone: all {nodes} nodes that it matches are tainted.',
    impact:
      'virt-api, virt-controller and the others of the infrastructure stay unscheduled after their next restart.',
    fix: 'add tolerations of node-role.kubernetes.io/control-plane and node-role.kubernetes.io/master (Exists, NoSchedule) to {field}',
    falsePositives: 'control planes without taints are left out',
    find: infrastructureTolerates,
  },
  {
    code: 'VD205',
    title: 'The placement of the infrastructure matches nodes',
    severity: 'critical',
    confidence: 'certain',
    needs: ['hyperConvergeds', 'nodes'],
    after: ['VD206'],
    message: 'No usable node takes the pods of the infrastructure.',
    impact:
      'virt-api, virt-controller and the others of the infrastructure stay unscheduled after their next restart.',
    fix: 'correct {field}, or label nodes so that they match',
    falsePositives: 'an empty placement means any node, as with hosted control planes',
    find: infrastructureFits,
  },
  {
    code: 'VD207',
    title: 'The infrastructure has two nodes',
    severity: 'warning',
    confidence: 'certain',
    needs: ['hyperConvergeds', 'nodes'],
    after: ['VD205', 'VD206'],
    message: 'Only {usable} node takes the pods of the infrastructure.',
    impact: 'While that node is drained nobody answers for virtual machines.',
    fix: 'widen {field}',
    falsePositives: 'clusters of one node are left out',
    find: infrastructureIsAvailable,
  },
];

function workloadsMatch(cluster: ClusterView): Outcome {
  if (cluster.matchingNodes.length > 0) return [];
  const { hyperConverged, itself } = cluster;
  const placement = hyperConverged.placement('workloads') ?? {};
  return [{ object: itself, params: { placement, field: hyperConverged.fieldOf('workloads') } }];
}

function workloadsTolerate(cluster: ClusterView): Outcome {
  const { matchingNodes, workloadNodes, workloadsPlacement, hyperConverged, itself } = cluster;
  const isAll = workloadNodes.length === 0;
  const taintsOf = (node: NodeView) => untolerated(workloadsPlacement, node);
  const tainted = matchingNodes.filter((node) => {
    const taints = taintsOf(node);
    return taints.length > 0 && (isAll || !taints.every(isRoleTaint));
  });
  if (tainted.length === 0) return [];
  const taints = [...new Set(tainted.flatMap(taintsOf).map(taintText))].sort();
  const params = {
    taint: taints[0] ?? '',
    taints,
    nodes: tainted.length,
    matching: matchingNodes.length,
    field: `${hyperConverged.fieldOf('workloads')}.tolerations`,
  };
  return [{ object: itself, severity: isAll ? 'critical' : 'warning', params }];
}

function noArchitectureIsLost(cluster: ClusterView): Outcome {
  const { hyperConverged, nodes, architectures, itself } = cluster;
  const placement = hyperConverged.placement('workloads') ?? {};
  if (namesArchitecture(placement)) return [];
  const workers = nodes.filter(({ isWorker, isUsable }) => isWorker && isUsable);
  const lost = [...new Set(workers.map(({ architecture }) => architecture))]
    .filter((architecture) => !architectures.includes(architecture))
    .sort();
  return lost.map((arch) => ({
    object: itself,
    params: {
      arch,
      count: workers.filter((node) => node.architecture === arch).length,
      field: hyperConverged.fieldOf('workloads'),
    },
  }));
}

function namesArchitecture(placement: JsonObject): boolean {
  return /"kubernetes\.io\/arch"/.test(
    JSON.stringify([placement.nodeSelector ?? {}, placement.affinity ?? {}]),
  );
}

/** Where the pods of the infrastructure may run: without a placement on control planes, which they tolerate then. */
function infrastructurePlacement({ hyperConverged, nodes }: ClusterView): JsonObject {
  const written = hyperConverged.placement('infra');
  if (written !== undefined) {
    const added = [{ key: 'CriticalAddonsOnly', operator: 'Exists' }];
    return { ...written, tolerations: [...listAt(written, 'tolerations'), ...added] };
  }
  if (!nodes.some(({ isControlPlane }) => isControlPlane)) return {};
  const keys = ['node-role.kubernetes.io/control-plane', 'node-role.kubernetes.io/master'];
  const nodeSelectorTerms = keys.map((key) => ({ matchExpressions: [{ key, operator: 'Exists' }] }));
  const required = { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } };
  const tolerations = [...keys, 'CriticalAddonsOnly'].map((key) => ({ key, operator: 'Exists' }));
  return { affinity: { nodeAffinity: required }, tolerations };
}

function infrastructureTolerates(cluster: ClusterView): Outcome {
  const { hyperConverged, nodes, itself } = cluster;
  const written = hyperConverged.placement('infra');
  if (written === undefined) return { skipped: 'the infrastructure is placed by default' };
  const placement = infrastructurePlacement(cluster);
  const matching = nodes.filter((node) => matches(placement, node));
  const isLost = (node: NodeView) => {
    const taints = untolerated(placement, node);
    return node.isControlPlane && taints.length > 0 && taints.every(isRoleTaint);
  };
  if (matching.length === 0 || !matching.every(isLost)) return [];
  return [{ object: itself, params: { nodes: matching.length, field: hyperConverged.fieldOf('infra') } }];
}

function usableForInfrastructure(cluster: ClusterView): readonly NodeView[] {
  const placement = infrastructurePlacement(cluster);
  return cluster.nodes.filter((node) => node.isUsable && takes(placement, node));
}

function infrastructureFits(cluster: ClusterView): Outcome {
  const { hyperConverged, itself } = cluster;
  const written = objectAt(hyperConverged.placement('infra'));
  if (usableForInfrastructure(cluster).length > 0) return [];
  return [{ object: itself, params: { placement: written, field: hyperConverged.fieldOf('infra') } }];
}

function infrastructureIsAvailable(cluster: ClusterView): Outcome {
  const { nodes, hyperConverged, itself } = cluster;
  const others = nodes.filter(({ isControlPlane, isWorker }) => isControlPlane || isWorker);
  if (others.length < 2) return { skipped: 'the cluster has one node' };
  const usable = usableForInfrastructure(cluster).length;
  return usable >= 2 ? [] : [{ object: itself, params: { usable, field: hyperConverged.fieldOf('infra') } }];
}
