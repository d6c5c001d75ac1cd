import { conditionOf, isJsonObject, type JsonObject, textAt } from '@archipelago/apimachinery';
import { addressCount } from '../cluster/address-count.ts';
import type { ClusterView } from '../cluster/cluster-view.ts';
import { networkConfigOf } from '../cluster/network-config.ts';
import type { Check, Found, Outcome } from '../model/check.ts';

const needs = ['hyperConvergeds', 'networkAttachments'] as const;

/** Live migration: its network, and what stands in its way. */
export const migrationChecks: readonly Check[] = [
  {
    code: 'VD501',
    title: 'The migration network exists',
    severity: 'critical',
    confidence: 'certain',
    needs,
    message: 'The migration network {network} is not in {namespace}{elsewhere}: virt-handler cannot start.',
    impact: 'New virtual machines do not start, and running ones cannot be managed.',
    fix: 'make the NetworkAttachmentDefinition in {namespace}, or remove {field}',
    falsePositives: 'none',
    find: networkExists,
  },
  {
    code: 'VD502',
    title: 'The migration network gives addresses',
    severity: 'critical',
    confidence: 'certain',
    needs,
    after: ['VD501'],
    message: 'NetworkAttachmentDefinition {network}: {problem}: pods get no address on migration0.',
    impact: 'Every migration fails.',
    fix: 'write an ipam that gives each node an address, such as whereabouts',
    falsePositives: 'a configuration in a file on the nodes cannot be seen: unknown',
    find: networkGivesAddresses,
  },
  {
    code: 'VD503',
    title: 'The migration network has enough addresses',
    severity: 'warning',
    confidence: 'certain',
    needs: [...needs, 'nodes'],
    after: ['VD201', 'VD202', 'VD501', 'VD502'],
    message: 'The migration network has {addresses} addresses for {pods} pods of virt-handler.',
    impact: 'On some nodes virt-handler does not start.',
    fix: 'widen the range',
    falsePositives: 'ranges of IPv6 are not counted',
    find: addressesSuffice,
  },
  {
    code: 'VD507',
    title: 'Drains can move virtual machines',
    severity: 'warning',
    confidence: 'certain',
    needs: ['hyperConvergeds', 'nodes', 'instances'],
    after: ['VD201', 'VD202'],
    message: '{arch} has one workload node: the virtual machines on {node} block each drain of it.',
    impact: 'The node cannot be drained, and so not be updated.',
    fix: 'set {field}: LiveMigrateIfPossible, or add a node of {arch}',
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
];

interface Wanted {
  readonly namespace: string;
  readonly name: string;
}

/** Read in the namespace of KubeVirt where no other is named. */
function wantedNetwork({ hyperConverged }: ClusterView): Wanted | undefined {
  const migration = hyperConverged.value('migration');
  const written = isJsonObject(migration) ? textAt(migration, 'network') : '';
  if (written === '') return undefined;
  const [first = '', second] = written.split('/');
  return second === undefined
    ? { namespace: hyperConverged.namespace, name: first }
    : { namespace: first, name: second };
}

function attachmentOf(cluster: ClusterView, { namespace, name }: Wanted): JsonObject | undefined {
  return cluster
    .objects('networkAttachments')
    .find(
      (one) => textAt(one, 'metadata', 'name') === name && textAt(one, 'metadata', 'namespace') === namespace,
    );
}

const noNetwork = { skipped: 'migrations use the network of pods' };

function networkExists(cluster: ClusterView): Outcome {
  const wanted = wantedNetwork(cluster);
  if (wanted === undefined) return noNetwork;
  if (attachmentOf(cluster, wanted) !== undefined) return [];
  const foundIn = cluster
    .objects('networkAttachments')
    .filter((one) => textAt(one, 'metadata', 'name') === wanted.name)
    .map((one) => textAt(one, 'metadata', 'namespace'))
    .sort();
  const elsewhere = foundIn.length === 0 ? '' : `; it exists in ${foundIn.join(', ')}`;
  const field = `${cluster.hyperConverged.fieldOf('migration')}.network`;
  const params = { network: wanted.name, namespace: wanted.namespace, foundIn, elsewhere, field };
  return [{ object: cluster.itself, params }];
}

function networkGivesAddresses(cluster: ClusterView): Outcome {
  const wanted = wantedNetwork(cluster);
  if (wanted === undefined) return noNetwork;
  const attachment = attachmentOf(cluster, wanted);
  if (attachment === undefined) return { because: 'VD501' };
  const why = problemOf(attachment);
  if (why === 'file') return { unknown: 'the configuration stands in a file on each node' };
  if (why === undefined) return [];
  const params = { network: wanted.name, why, problem: problems[why] };
  return [{ object: { kind: 'NetworkAttachmentDefinition', ...wanted }, params }];
}

const problems = {
  json: 'spec.config is no JSON object',
  type: 'spec.config names no type of plugin',
  ipam: 'spec.config has no ipam',
} as const;

function problemOf(attachment: JsonObject): keyof typeof problems | 'file' | undefined {
  const config = networkConfigOf(attachment);
  if (config.kind === 'file') return 'file';
  if (config.kind === 'broken') return 'json';
  const [first = {}] = config.plugins;
  if (textAt(first, 'type') === '') return 'type';
  // OVN gives addresses of its own where it knows the subnets
  const hasSubnets = textAt(first, 'subnets') !== '';
  return hasSubnets || config.plugins.some((one) => textAt(one, 'ipam', 'type') !== '') ? undefined : 'ipam';
}

function addressesSuffice(cluster: ClusterView): Outcome {
  const wanted = wantedNetwork(cluster);
  const attachment = wanted === undefined ? undefined : attachmentOf(cluster, wanted);
  if (wanted === undefined || attachment === undefined) return noNetwork;
  const config = networkConfigOf(attachment);
  const plugins = config.kind === 'read' ? config.plugins : [];
  const ipam = plugins.map((one) => one.ipam).find((one) => textAt(one, 'type') === 'whereabouts');
  if (!isJsonObject(ipam)) return { skipped: 'addresses are not given by whereabouts' };
  const addresses = addressCount(ipam);
  const pods = cluster.workloadNodes.length;
  if (addresses === undefined) return { unknown: 'the range cannot be counted' };
  if (addresses >= pods) return [];
  const object = { kind: 'NetworkAttachmentDefinition', ...wanted };
  return [{ object, severity: 'critical', params: { addresses, pods } }];
}

/** Unset it is LiveMigrate where there are two workers, of whatever architecture. */
function evictionStrategy({ hyperConverged, nodes }: ClusterView): string {
  const written = hyperConverged.text('evictionStrategy');
  if (written !== '') return written;
  return nodes.filter(({ isWorker }) => isWorker).length >= 2 ? 'LiveMigrate' : 'None';
}

function drainsCanMove(cluster: ClusterView): Outcome {
  const strategy = evictionStrategy(cluster);
  if (strategy !== 'LiveMigrate') return { skipped: `the eviction strategy is ${strategy}` };
  return cluster.architectures.flatMap((arch): readonly Found[] => {
    const [node, ...others] = cluster.capableNodes.filter(({ architecture }) => architecture === arch);
    if (node === undefined || others.length > 0) return [];
    const hasMachines = cluster.running.some((one) => textAt(one, 'status', 'nodeName') === node.name);
    const params = { arch, node: node.name, field: cluster.hyperConverged.fieldOf('evictionStrategy') };
    return hasMachines ? [{ object: cluster.itself, params }] : [];
  });
}

function machinesMigrate(cluster: ClusterView): Outcome {
  const byReason = new Map<string, string[]>();
  for (const one of cluster.running) {
    const own = textAt(one, 'spec', 'evictionStrategy');
    const condition = conditionOf(one, 'LiveMigratable');
    if ((own === '' ? evictionStrategy(cluster) : own) !== 'LiveMigrate' || condition?.status !== 'False')
      continue;
    const reason = textAt(condition, 'reason');
    const name = `${textAt(one, 'metadata', 'namespace')}/${textAt(one, 'metadata', 'name')}`;
    byReason.set(reason, [...(byReason.get(reason) ?? []), name]);
  }
  return [...byReason].sort().map(([reason, names]) => ({
    params: { reason, count: names.length, first: [...names].sort()[0] ?? '' },
  }));
}
