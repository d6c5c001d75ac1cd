import {
  isJsonObject,
  type JsonObject,
  objectAt,
  parseLabelSelector,
  textAt,
  valueAt,
} from '@archipelago/apimachinery';
import { bytesOf, bytesText } from '../cluster/bytes.ts';
import type { ClusterView } from '../cluster/cluster-view.ts';
import { labelsOf } from '../cluster/labels-of.ts';
import { type NodeView, takes } from '../cluster/node-view.ts';
import { notOvercommitted, overcommit, overcommitField } from '../cluster/overcommit.ts';
import type { Check, Found, Outcome } from '../model/check.ts';

const needs = ['hyperConvergeds', 'nodes'] as const;

/** Swap for memory that is promised more than once. */
export const swapChecks: readonly Check[] = [
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
    code: 'VD703',
    title: 'One thing manages swap',
    severity: 'critical',
    confidence: 'certain',
    needs: ['daemonSets', 'kubeletConfigs', 'configPools'],
    message: 'Swap is managed twice: by {first} and by {second}.',
    impact: 'They overwrite each other, and virtual machines lose their swap, or are killed.',
    fix: 'keep the one of the HyperConverged, and remove the one that was made by hand',
    falsePositives: 'the moment of a move from one to the other',
    find: swapHasOneManager,
  },
  {
    code: 'VD704',
    title: 'wasp-agent runs where virtual machines do',
    severity: 'critical',
    confidence: 'certain',
    needs: [...needs, 'daemonSets'],
    after: ['VD201', 'VD202'],
    message:
      'wasp-agent follows the placement of the infrastructure, and misses {nodes} workload nodes: {missing}.',
    impact: 'Virtual machines there get no swap, and are killed when memory runs short.',
    fix: 'let the kubelet do it (annotation platform.kubevirt.io/autopilot of the HyperConverged: swap-enable), or give infrastructure and workloads nodes in common',
    falsePositives: 'clusters on which the autopilot does it are left out',
    find: agentIsThere,
  },
];

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
  if (percent <= 100) return notOvercommitted;
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
    field: overcommitField(cluster),
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
  if (percent <= 100) return notOvercommitted;
  const found = cluster.workloadNodes.flatMap((node): readonly Found[] => {
    const [swap, needed] = [swapOf(node), neededSwap(node, percent)];
    if (swap === undefined || swap >= needed) return [];
    const sizes = { swap: bytesText(swap), needed: bytesText(needed) };
    const params = { node: node.name, percent, ...sizes, field: overcommitField(cluster) };
    return [{ object: { kind: 'Node', name: node.name }, params }];
  });
  const isUncertain = cluster.workloadNodes.some((node) => swapOf(node) === undefined);
  return found.length === 0 && isUncertain ? { unknown: 'nodes do not tell how much swap they have' } : found;
}

const agent = 'wasp-agent';

function swapHasOneManager(cluster: ClusterView): Outcome {
  const agents = cluster
    .objects('daemonSets')
    .filter((one) => textAt(one, 'metadata', 'name') === agent)
    .map((one) => `the DaemonSet ${textAt(one, 'metadata', 'namespace')}/${agent}`)
    .sort();
  const limited = cluster.objects('kubeletConfigs').filter(isLimited).map(configText);
  const [first, second] = [...agents, ...(agents.length > 0 ? limited : [])];
  if (first !== undefined && second !== undefined) return [{ params: { first, second } }];
  return twoForOnePool(cluster);
}

function configText(config: JsonObject): string {
  return `the KubeletConfig ${textAt(config, 'metadata', 'name')}`;
}

function isLimited(config: JsonObject): boolean {
  return textAt(config, 'spec', 'kubeletConfig', 'memorySwap', 'swapBehavior') === 'LimitedSwap';
}

function isAboutSwap(config: JsonObject): boolean {
  const kubelet = objectAt(config, 'spec', 'kubeletConfig');
  return isJsonObject(kubelet.memorySwap) || kubelet.failSwapOn !== undefined;
}

/** Of several KubeletConfigs for a pool the newest holds, and the others do not. */
function twoForOnePool(cluster: ClusterView): readonly Found[] {
  const configs = cluster.objects('kubeletConfigs');
  return cluster.objects('configPools').flatMap((pool): readonly Found[] => {
    const own = configs.filter((config) => selects(config, pool));
    const [first, second] = own.map(configText).sort();
    const isConcerned = own.some(isAboutSwap) && first !== undefined && second !== undefined;
    const name = textAt(pool, 'metadata', 'name');
    return isConcerned
      ? [
          {
            object: { kind: 'MachineConfigPool', name },
            params: { first, second, pool: name },
            fix: 'write one KubeletConfig for the pool {pool}: of several the newest holds, and the others do not',
          },
        ]
      : [];
  });
}

function selects(config: JsonObject, pool: JsonObject): boolean {
  const parsed = parseLabelSelector(objectAt(config, 'spec', 'machineConfigPoolSelector'));
  return parsed.ok && parsed.selector.matches(labelsOf(pool));
}

/** Somebody else manages swap, and there is no agent. */
function hasAutopilot({ hyperConverged }: ClusterView): boolean {
  const autopilot = hyperConverged.annotation('platform.kubevirt.io/autopilot');
  return autopilot === 'true' || autopilot.includes('swap-enable');
}

function agentIsThere(cluster: ClusterView): Outcome {
  const { namespace } = cluster.hyperConverged;
  const one = cluster
    .objects('daemonSets')
    .find(
      (it) => textAt(it, 'metadata', 'name') === agent && textAt(it, 'metadata', 'namespace') === namespace,
    );
  if (one === undefined || hasAutopilot(cluster))
    return { skipped: 'there is no wasp-agent of the HyperConverged' };
  const placement = objectAt(one, 'spec', 'template', 'spec');
  const missing = cluster.workloadNodes.filter((node) => !takes(placement, node)).map(({ name }) => name);
  if (missing.length === 0) return [];
  const params = { nodes: missing.length, missing: missing.sort() };
  return [{ object: { kind: 'DaemonSet', namespace, name: agent }, params }];
}
