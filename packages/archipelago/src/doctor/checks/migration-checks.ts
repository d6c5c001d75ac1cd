import { conditionOf, objectsAt, textAt } from '@archipelago/apimachinery';
import type { ClusterView } from '../cluster/cluster-view.ts';
import type { Check, Found, Outcome } from '../model/check.ts';
import { limitsAgree } from './limits-agree.ts';

/** Live migration: what stands in its way. */
export const migrationChecks: readonly Check[] = [
  {
    code: 'VD506',
    title: 'Limits of migrations agree',
    severity: 'info',
    confidence: 'heuristic',
    needs: ['hyperConvergeds'],
    message: 'Limits of migrations: {problems}.',
    impact: 'Migrations take long, are given up, or take the network from others.',
    fix: 'correct the limits in {field}',
    falsePositives: 'limits that were measured',
    find: limitsAgree,
  },
  {
    code: 'VD507',
    title: 'Drains can move virtual machines',
    severity: 'warning',
    confidence: 'certain',
    needs: ['hyperConvergeds', 'nodes', 'instances'],
    after: ['VD201', 'VD202'],
    message: '{arch}: {problem}.',
    impact:
      'The node cannot be drained, and so not be updated; or its virtual machines stop where they could move.',
    fix: 'set {field}: LiveMigrateIfPossible; where there is one node of {arch}, add another',
    falsePositives: 'clusters of one node, where the strategy is None by default',
    find: drainsCanMove,
  },
  {
    code: 'VD508',
    title: 'Virtual machines can migrate',
    severity: 'warning',
    confidence: 'certain',
    needs: ['hyperConvergeds', 'instances'],
    message: '{count} virtual machines cannot migrate ({reason}) and block drains, {first} among them.',
    impact: 'Their nodes cannot be drained.',
    fix: 'remove what the reason names, or set their evictionStrategy: LiveMigrateIfPossible',
    falsePositives: 'virtual machines that are starting are left out',
    find: machinesMigrate,
  },
  {
    code: 'VD509',
    title: 'Virtual machines on the network of pods can migrate',
    severity: 'warning',
    confidence: 'certain',
    needs: ['kubeVirts'],
    message: 'Virtual machines on the network of pods use {binding}, with which they cannot migrate.',
    impact: 'Drains stop them, or are blocked.',
    fix: 'set {field}: masquerade',
    commands: [
      `kubectl patch kubevirts.kubevirt.io {name} -n {namespace} --type merge -p '{"spec":{"configuration":{"network":{"defaultNetworkInterface":"masquerade"}}}}'`,
    ],
    falsePositives: 'a HyperConverged sets masquerade: skipped where there is one',
    find: bindingMigrates,
  },
];

/** Unset it is LiveMigrate where there are two workers, of whatever architecture. */
function evictionStrategy({ hyperConverged, nodes }: ClusterView): string {
  const written = hyperConverged.text('evictionStrategy');
  if (written !== '') return written;
  return nodes.filter(({ isWorker }) => isWorker).length >= 2 ? 'LiveMigrate' : 'None';
}

function drainsCanMove(cluster: ClusterView): Outcome {
  const strategy = evictionStrategy(cluster);
  if (strategy === 'None') return stoppedThoughMovable(cluster);
  if (strategy !== 'LiveMigrate') return { skipped: `the eviction strategy is ${strategy}` };
  return cluster.architectures.flatMap((arch): readonly Found[] => {
    const [node, ...others] = cluster.capableNodes.filter(({ architecture }) => architecture === arch);
    if (node === undefined || others.length > 0) return [];
    const hasMachines = cluster.running.some((one) => textAt(one, 'status', 'nodeName') === node.name);
    const problem = `the virtual machines on ${node.name}, its one workload node, block each drain of it`;
    const field = cluster.hyperConverged.fieldOf('evictionStrategy');
    return hasMachines ? [{ object: cluster.itself, params: { arch, node: node.name, field, problem } }] : [];
  });
}

function stoppedThoughMovable(cluster: ClusterView): readonly Found[] {
  const field = cluster.hyperConverged.fieldOf('evictionStrategy');
  return cluster.architectures.flatMap((arch): readonly Found[] => {
    const count = cluster.capableNodes.filter(({ architecture }) => architecture === arch).length;
    const problem = `drains stop virtual machines, though ${count} nodes could take them over`;
    const params = { arch, strategy: 'None', count, field, problem };
    return count < 2 ? [] : [{ object: cluster.itself, severity: 'info', params }];
  });
}

function machinesMigrate(cluster: ClusterView): Outcome {
  const byReason = new Map<string, string[]>();
  const usual = evictionStrategy(cluster);
  for (const one of cluster.running) {
    const own = textAt(one, 'spec', 'evictionStrategy');
    const condition = conditionOf(one, 'LiveMigratable');
    if ((own === '' ? usual : own) !== 'LiveMigrate' || condition?.status !== 'False') continue;
    const reason = textAt(condition, 'reason');
    const name = `${textAt(one, 'metadata', 'namespace')}/${textAt(one, 'metadata', 'name')}`;
    const names = byReason.get(reason) ?? [];
    byReason.set(reason, names);
    names.push(name);
  }
  return [...byReason].sort().map(([reason, names]) => ({
    params: { reason, count: names.length, first: [...names].sort()[0] ?? '' },
  }));
}

function bindingMigrates(cluster: ClusterView): Outcome {
  const [kubeVirt = {}] = cluster.objects('kubeVirts');
  const owners = objectsAt(kubeVirt, 'metadata', 'ownerReferences').map((owner) => textAt(owner, 'kind'));
  if (cluster.given('hyperConvergeds') !== undefined || owners.includes('HyperConverged'))
    return { skipped: 'a HyperConverged sets masquerade' };
  if (cluster.hasFailed('hyperConvergeds'))
    return { unknown: 'whether there is a HyperConverged was not read' };
  const binding = textAt(cluster.kubeVirtConfiguration, 'network', 'defaultNetworkInterface') || 'bridge';
  if (binding !== 'bridge') return [];
  const [namespace, name] = [textAt(kubeVirt, 'metadata', 'namespace'), textAt(kubeVirt, 'metadata', 'name')];
  const field = 'spec.configuration.network.defaultNetworkInterface';
  return [{ object: { kind: 'KubeVirt', namespace, name }, params: { binding, field, namespace, name } }];
}
