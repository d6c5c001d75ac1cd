import { numberAt, objectAt, textAt } from '@archipelago/apimachinery';
import type { ClusterView } from '../cluster/cluster-view.ts';
import type { Outcome } from '../model/check.ts';

/** What the HyperConverged Cluster Operator sets; releases before API v1 had other times. */
const defaults = { perCluster: 5, perNode: 1, times: [20, 150, 800] } as const;
const manyMachines = 20;

/** Whether limits of migrations fit each other, and what they are for. */
export function limitsAgree(cluster: ClusterView): Outcome {
  const problems = [...parallelProblem(cluster), ...bandwidthProblem(cluster), ...timeProblem(cluster)];
  const field = cluster.hyperConverged.fieldOf('migration');
  return problems.length === 0 ? [] : [{ object: cluster.itself, params: { problems, field } }];
}

function limits({ hyperConverged }: ClusterView) {
  return objectAt(hyperConverged.value('migration'));
}

function parallelProblem(cluster: ClusterView): readonly string[] {
  const perNode = numberAt(limits(cluster), 'parallelOutboundMigrationsPerNode') ?? defaults.perNode;
  const perCluster = numberAt(limits(cluster), 'parallelMigrationsPerCluster') ?? defaults.perCluster;
  return perNode > perCluster
    ? [`${perNode} at a time from a node are never reached with ${perCluster} in the cluster`]
    : [];
}

function bandwidthProblem(cluster: ClusterView): readonly string[] {
  const bandwidth = textAt(limits(cluster), 'bandwidthPerMigration');
  const isLimited = !['', '0', '0Mi'].includes(bandwidth) || textAt(limits(cluster), 'network') !== '';
  const count = cluster.running.length;
  return isLimited || count <= manyMachines
    ? []
    : [`${count} virtual machines may take all of the network of pods, for no bandwidth is set`];
}

/** Ten times the default of the release, or a tenth. */
function timeProblem(cluster: ClusterView): readonly string[] {
  const time = numberAt(limits(cluster), 'completionTimeoutPerGiB');
  const isNear = (usual: number) => time !== undefined && time <= usual * 10 && time >= usual / 10;
  return time === undefined || defaults.times.some(isNear)
    ? []
    : [`${time} seconds for each GiB (completionTimeoutPerGiB) are far from the default`];
}
