import { isJsonObject, parseLabelSelector, textAt, textsAt, valueAt } from '@archipelago/apimachinery';
import { bytesOf, bytesText } from '../cluster/bytes.ts';
import type { ClusterView } from '../cluster/cluster-view.ts';
import { labelsOf } from '../cluster/labels-of.ts';
import type { NodeView } from '../cluster/node-view.ts';
import type { Check, Outcome } from '../model/check.ts';

const needs = ['hyperConvergeds', 'nodes'] as const;

/** More virtual machines than memory and CPUs: whether nodes are made for it. */
export const densityChecks: readonly Check[] = [
  {
    code: 'VD701',
    title: 'Overcommitted memory has swap',
    severity: 'critical',
    confidence: 'likely',
    needs,
    after: ['VD201', 'VD202'],
    message: 'Memory is overcommitted to {percent} %, and {nodes} workload nodes have no swap.',
    impact: 'Virtual machines are killed when memory runs short.',
    fix: 'give each node {neededPerNode} of swap, or set {field} to 100',
    falsePositives: 'sites that rely on merged pages (KSM) alone',
    find: hasSwap,
  },
  {
    code: 'VD702',
    title: 'Swap suffices for overcommitted memory',
    severity: 'warning',
    confidence: 'certain',
    needs,
    after: ['VD201', 'VD202', 'VD701'],
    message: '{node} has {swap} of swap, and {percent} % needs {needed}.',
    impact: 'Virtual machines may be killed when memory runs short.',
    fix: 'enlarge the swap of the node, or lower {field}',
    falsePositives: 'the rule is for the worst case',
    find: swapSuffices,
  },
  {
    code: 'VD705',
    title: 'The overcommit is usual',
    severity: 'warning',
    confidence: 'heuristic',
    needs: ['hyperConvergeds'],
    message: '{percent} %: {problem}.',
    impact: 'Nodes run out of memory, or keep some that nobody uses.',
    fix: 'set {field} to something between 100 and 200',
    falsePositives: 'sites where it was tested',
    find: overcommitIsUsual,
  },
  {
    code: 'VD707',
    title: 'The selector of KSM matches nodes',
    severity: 'warning',
    confidence: 'certain',
    needs,
    after: ['VD201', 'VD202'],
    message: 'The node selector of KSM matches no workload node: {selector}.',
    impact: 'Pages are merged nowhere.',
    fix: 'correct {field}.nodeLabelSelector; {} is every node',
    falsePositives: 'none',
    find: ksmMatches,
  },
  {
    code: 'VD708',
    title: 'CPU ratio and automatic limits agree',
    severity: 'warning',
    confidence: 'certain',
    needs: ['hyperConvergeds', 'namespaces'],
    message: 'A CPU ratio of 1 does not go with automatic CPU limits, which apply to {namespaces}.',
    impact: 'Virtual machines there get no time for anything but their CPUs.',
    fix: 'raise {field}, or remove the selector of automatic limits',
    falsePositives: 'none',
    find: ratioAgrees,
  },
  {
    code: 'VD710',
    title: 'The descheduler knows virtual machines',
    severity: 'critical',
    confidence: 'certain',
    needs: ['deschedulers', 'virtualMachines'],
    message: 'The profiles {profiles} of the descheduler evict virtual machines without knowing them.',
    impact: 'Virtual machines are migrated again and again.',
    fix: 'use the profile KubeVirtRelieveAndMigrate',
    falsePositives: 'namespaces of all virtual machines are left out',
    find: deschedulerKnows,
  },
];

/** Percent of the memory that is promised; 100: as much as there is. */
function overcommit({ hyperConverged }: ClusterView): number {
  return hyperConverged.number('overcommit') ?? 100;
}

const field = ({ hyperConverged }: ClusterView) => hyperConverged.fieldOf('overcommit');

/** Undefined: the node does not tell, being of an older Kubernetes. */
function swapOf({ object }: NodeView): bigint | undefined {
  const capacity = valueAt(object, 'status', 'nodeInfo', 'swap', 'capacity');
  return typeof capacity === 'number' ? BigInt(Math.trunc(capacity)) : undefined;
}

function neededSwap({ object }: NodeView, percent: number): bigint {
  const memory = bytesOf(textAt(object, 'status', 'capacity', 'memory'));
  return (memory * BigInt(Math.round(percent - 100))) / 100n;
}

function hasSwap(cluster: ClusterView): Outcome {
  const percent = overcommit(cluster);
  if (percent <= 100) return { skipped: 'memory is not overcommitted' };
  const { workloadNodes } = cluster;
  const without = workloadNodes.filter((node) => swapOf(node) === 0n);
  if (without.length === 0)
    return workloadNodes.some((node) => swapOf(node) === undefined)
      ? { unknown: 'nodes do not tell how much swap they have' }
      : [];
  const needed = largest(without.map((node) => neededSwap(node, percent)));
  const params = {
    percent,
    nodes: without.length,
    neededPerNode: bytesText(needed),
    names: without.map(({ name }) => name),
    field: field(cluster),
  };
  const severity = without.length === workloadNodes.length ? 'critical' : 'warning';
  return [{ object: cluster.itself, severity, params }];
}

function largest(all: readonly bigint[]): bigint {
  const [first = 0n] = [...all].sort((a, b) => (a > b ? -1 : 1));
  return first;
}

function swapSuffices(cluster: ClusterView): Outcome {
  const percent = overcommit(cluster);
  if (percent <= 100) return { skipped: 'memory is not overcommitted' };
  if (cluster.workloadNodes.some((node) => swapOf(node) === undefined))
    return { unknown: 'nodes do not tell how much swap they have' };
  return cluster.workloadNodes.flatMap((node) => {
    const [swap, needed] = [swapOf(node) ?? 0n, neededSwap(node, percent)];
    if (swap >= needed) return [];
    const sizes = { swap: bytesText(swap), needed: bytesText(needed) };
    const params = { node: node.name, percent, ...sizes, field: field(cluster) };
    return [{ object: { kind: 'Node', name: node.name }, params }];
  });
}

function overcommitIsUsual(cluster: ClusterView): Outcome {
  const percent = overcommit(cluster);
  if (percent >= 100 && percent <= 200) return [];
  const problem =
    percent < 100 ? 'nodes keep more than virtual machines were promised' : 'more than twice the memory';
  return [{ object: cluster.itself, params: { percent, problem, field: field(cluster) } }];
}

function ksmMatches(cluster: ClusterView): Outcome {
  const selector = valueAt(cluster.hyperConverged.value('ksm'), 'nodeLabelSelector');
  if (!isJsonObject(selector)) return { skipped: 'KSM is not configured' };
  const parsed = parseLabelSelector(selector);
  if (!parsed.ok) return { unknown: 'the selector cannot be read' };
  if (cluster.workloadNodes.some(({ labels }) => parsed.selector.matches(labels))) return [];
  return [{ object: cluster.itself, params: { selector, field: cluster.hyperConverged.fieldOf('ksm') } }];
}

function ratioAgrees(cluster: ClusterView): Outcome {
  const { hyperConverged, itself } = cluster;
  const selector = hyperConverged.value('cpuLimitSelector');
  if (hyperConverged.number('cpuRatio') !== 1 || !isJsonObject(selector))
    return { skipped: 'there are no automatic limits with a ratio of 1' };
  const parsed = parseLabelSelector(selector);
  if (!parsed.ok) return { unknown: 'the selector cannot be read' };
  const namespaces = cluster
    .objects('namespaces')
    .filter((one) => parsed.selector.matches(labelsOf(one)))
    .map((one) => textAt(one, 'metadata', 'name'))
    .sort();
  const params = { namespaces, field: hyperConverged.fieldOf('cpuRatio') };
  return namespaces.length === 0 ? [] : [{ object: itself, params }];
}

const aware = ['KubeVirtRelieveAndMigrate', 'DevKubeVirtRelieveAndMigrate'];

function deschedulerKnows(cluster: ClusterView): Outcome {
  if (cluster.objects('virtualMachines').length === 0) return { skipped: 'there are no virtual machines' };
  return cluster.objects('deschedulers').flatMap((one) => {
    const profiles = textsAt(one, 'spec', 'profiles');
    const isBackground =
      valueAt(one, 'spec', 'profileCustomizations', 'devEnableEvictionsInBackground') === true;
    const isLong = profiles.includes('LongLifecycle');
    if (profiles.some((profile) => aware.includes(profile)) || (isLong && isBackground)) return [];
    const isActing = textAt(one, 'spec', 'mode') === 'Automatic';
    const severity = isLong || !isActing ? 'warning' : 'critical';
    const [namespace, name] = [textAt(one, 'metadata', 'namespace'), textAt(one, 'metadata', 'name')];
    return [{ object: { kind: 'KubeDescheduler', namespace, name }, severity, params: { profiles } }];
  });
}
