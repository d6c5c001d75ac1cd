import {
  conditionOf,
  type JsonObject,
  type KubernetesObject,
  matchesPodPlacement,
  objectsAt,
  type Taint,
  textAt,
  tolerates,
  valueAt,
} from '@archipelago/apimachinery';

/** Where a pod goes, or why it goes nowhere, in the scheduler's words. */
export type Placement =
  | { readonly kind: 'placed'; readonly node: string }
  | { readonly kind: 'unschedulable'; readonly message: string };

/** What is too little on a node, in the scheduler's words; resources are only looked at where somebody asks. */
type Shortages = (node: KubernetesObject) => readonly string[];

/**
 * Finds a node as kube-scheduler does by cordons, taints, nodeSelector, node affinity and `shortages`. Of several the one with
 * the fewest pods (`load`, by node) is taken, then the first by name.
 */
export function placePod(
  podSpec: JsonObject,
  nodes: readonly KubernetesObject[],
  load: ReadonlyMap<string, number>,
  shortages: Shortages = () => [],
): Placement {
  if (nodes.length === 0) return { kind: 'unschedulable', message: 'no nodes available to schedule pods' };
  const judged = nodes.map((node) => ({
    name: node.metadata.name,
    obstacles: obstaclesOf(podSpec, node, shortages),
  }));
  const [best] = judged
    .filter(({ obstacles }) => obstacles.length === 0)
    .sort((one, other) => pods(one.name) - pods(other.name) || (one.name < other.name ? -1 : 1));
  if (best !== undefined) return { kind: 'placed', node: best.name };
  const reasons = judged.flatMap(({ obstacles }) => obstacles);
  return { kind: 'unschedulable', message: `0/${nodes.length} nodes are available: ${countAll(reasons)}.` };

  function pods(name: string): number {
    return load.get(name) ?? 0;
  }
}

function countAll(reasons: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  // sorted with their numbers, as the scheduler does
  return [...counts]
    .map(([reason, count]) => `${count} ${reason}`)
    .sort()
    .join(', ');
}

/** What is too little is looked at last, and told in full. */
function obstaclesOf(podSpec: JsonObject, node: KubernetesObject, shortages: Shortages): readonly string[] {
  const obstacle = obstacleOf(podSpec, node);
  return obstacle === undefined ? shortages(node) : [obstacle];
}

/** In the order of the scheduler's filters, of which the first that refuses gives the reason. */
function obstacleOf(podSpec: JsonObject, node: KubernetesObject): string | undefined {
  const tolerations = objectsAt(podSpec, 'tolerations');
  const isTolerated = (taint: Taint) => tolerations.some((toleration) => tolerates(toleration, taint));
  if (valueAt(node, 'spec', 'unschedulable') === true && !isTolerated(cordon))
    return 'node(s) were unschedulable';
  const taint = taintsOf(node).find((one) => !isTolerated(one));
  if (taint !== undefined) return `node(s) had untolerated taint {${taint.key}: ${taint.value}}`;
  const { name, labels = {} } = node.metadata;
  return matchesPodPlacement(podSpec, { name, labels })
    ? undefined
    : "node(s) didn't match Pod's node affinity/selector";
}

const cordon: Taint = { key: 'node.kubernetes.io/unschedulable', value: '', effect: 'NoSchedule' };

function taintsOf(node: KubernetesObject): readonly Taint[] {
  const written = objectsAt(node, 'spec', 'taints')
    .map((taint) => ({
      key: textAt(taint, 'key'),
      value: textAt(taint, 'value'),
      effect: textAt(taint, 'effect'),
    }))
    .filter(({ key, effect }) => key !== cordon.key && ['NoSchedule', 'NoExecute'].includes(effect));
  return [...written, ...readinessTaints(node)];
}

/** The node lifecycle controller's taints, which nobody else writes in a sandbox. */
function readinessTaints(node: KubernetesObject): readonly Taint[] {
  const status = conditionOf(node, 'Ready')?.status;
  if (status === 'True') return [];
  const name = status === 'Unknown' ? 'unreachable' : 'not-ready';
  return [{ key: `node.kubernetes.io/${name}`, value: '', effect: 'NoSchedule' }];
}
