import { isJsonObject, type JsonObject, listAt, numberAt, textAt } from '@archipelago/apimachinery';
import { addressCount } from '../cluster/address-count.ts';
import type { ClusterView } from '../cluster/cluster-view.ts';
import { handlerPodsOf } from '../cluster/handler-pods.ts';
import { attachmentOf, migrationNetwork, noMigrationNetwork } from '../cluster/migration-network.ts';
import { networkConfigOf } from '../cluster/network-config.ts';
import { linkOf, nodesWithout } from '../cluster/node-links.ts';
import type { Check, Outcome } from '../model/check.ts';

const needs = ['hyperConvergeds', 'networkAttachments'] as const;

/** The network that migrations use instead of that of pods. */
export const migrationNetworkChecks: readonly Check[] = [
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
    message:
      'NetworkAttachmentDefinition {network}: {problem}; without an address on migration0 no migration works.',
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
    message: 'The migration network has {addresses} addresses and {pods} pods that need one.',
    impact: 'On some nodes virt-handler does not start.',
    fix: 'widen the range',
    falsePositives: 'ranges of IPv6 are not counted',
    find: addressesSuffice,
  },
  {
    code: 'VD504',
    title: 'Nodes have the link of the migration network',
    severity: 'warning',
    confidence: 'likely',
    needs: [...needs, 'nodes', 'networkStates'],
    after: ['VD201', 'VD202', 'VD501', 'VD502'],
    message: '{link}, on which the migration network {network} hangs, is missing on {nodes}.',
    impact: 'virt-handler does not start there, and so no virtual machine does.',
    fix: 'make {link} on these nodes by a NodeNetworkConfigurationPolicy, one for each architecture where names differ',
    falsePositives: 'names that SR-IOV gives are left out',
    find: nodesHaveLink,
  },
  {
    code: 'VD505',
    title: 'virt-handler is on the migration network',
    severity: 'critical',
    confidence: 'certain',
    needs: ['hyperConvergeds', 'handlerPods'],
    after: ['VD201', 'VD202', 'VD501', 'VD502'],
    message:
      '{count} pods of virt-handler have no address on the migration network {network}, those on {nodes} among them: they migrate over the network of pods.',
    impact: 'Migrations load the network of pods, and nobody says so.',
    fix: 'delete these pods one after the other, waiting until the next is ready',
    falsePositives: 'pods younger than five minutes, as in a rollout, are left out',
    find: handlersAreOnNetwork,
  },
];

function networkExists(cluster: ClusterView): Outcome {
  const wanted = migrationNetwork(cluster);
  if (wanted === undefined) return noMigrationNetwork;
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
  const wanted = migrationNetwork(cluster);
  if (wanted === undefined) return noMigrationNetwork;
  const attachment = attachmentOf(cluster, wanted);
  if (attachment === undefined) return { because: 'VD501' };
  const why = problemOf(attachment);
  if (why === 'file') return { unknown: 'the configuration stands in a file on each node' };
  if (why === undefined) return [];
  const params = { network: wanted.name, why, problem: problems[why] };
  const severity = why === 'dhcp' ? 'info' : 'critical';
  return [{ object: { kind: 'NetworkAttachmentDefinition', ...wanted }, severity, params }];
}

const problems = {
  json: 'spec.config is no JSON object',
  type: 'spec.config names no type of plugin',
  ipam: 'spec.config has no ipam',
  dhcp: 'its addresses come by DHCP, and whether the daemon of DHCP runs cannot be seen',
} as const;

function problemOf(attachment: JsonObject): keyof typeof problems | 'file' | undefined {
  const config = networkConfigOf(attachment);
  if (config.kind === 'file') return 'file';
  if (config.kind === 'broken') return 'json';
  const [first = {}] = config.plugins;
  if (textAt(first, 'type') === '') return 'type';
  // OVN gives addresses of its own where it knows the subnets
  if (textAt(first, 'subnets') !== '') return undefined;
  const types = config.plugins.map((one) => textAt(one, 'ipam', 'type')).filter((type) => type !== '');
  if (types.length === 0) return 'ipam';
  return types.includes('dhcp') ? 'dhcp' : undefined;
}

function addressesSuffice(cluster: ClusterView): Outcome {
  const read = attachedNetwork(cluster);
  if (read === undefined) return noMigrationNetwork;
  const { wanted, attachment } = read;
  const ipam = whereaboutsOf(attachment);
  if (ipam === undefined) return { skipped: 'addresses are not given by whereabouts' };
  const addresses = addressCount(ipam);
  if (addresses === undefined) return { unknown: 'the range cannot be counted' };
  const handlers = cluster.workloadNodes.length;
  const others = synchronizers(cluster);
  const pods = handlers + (others ?? 0);
  const isUncertain = others === undefined && addresses < handlers + usualReplicas;
  if (addresses >= pods)
    return isUncertain ? { unknown: 'how many pods synchronize migrations was not read' } : [];
  const object = { kind: 'NetworkAttachmentDefinition', ...wanted };
  return [{ object, severity: addresses < handlers ? 'critical' : 'warning', params: { addresses, pods } }];
}

/** The network with its NetworkAttachmentDefinition; undefined: one of them is not there. */
function attachedNetwork(cluster: ClusterView) {
  const wanted = migrationNetwork(cluster);
  const attachment = wanted === undefined ? undefined : attachmentOf(cluster, wanted);
  return wanted === undefined || attachment === undefined ? undefined : { wanted, attachment };
}

function whereaboutsOf(attachment: JsonObject): JsonObject | undefined {
  const config = networkConfigOf(attachment);
  const plugins = config.kind === 'read' ? config.plugins : [];
  const ipam = plugins.map((one) => one.ipam).find((one) => textAt(one, 'type') === 'whereabouts');
  return isJsonObject(ipam) ? ipam : undefined;
}

const usualReplicas = 2;

/** Pods beside virt-handler that are on the migration network; undefined: not read. */
function synchronizers(cluster: ClusterView): number | undefined {
  const all = cluster.given('deployments');
  const one = all?.find((it) => textAt(it, 'metadata', 'name') === 'virt-synchronization-controller');
  return all === undefined ? undefined : one === undefined ? 0 : (numberAt(one, 'spec', 'replicas') ?? 1);
}

function nodesHaveLink(cluster: ClusterView): Outcome {
  const read = attachedNetwork(cluster);
  if (read === undefined) return noMigrationNetwork;
  const { wanted, attachment } = read;
  const link = linkOf(attachment);
  if (link === undefined) return { skipped: 'it names no link of nodes' };
  const missing = nodesWithout(cluster, link, cluster.workloadNodes);
  if (missing === undefined) return { unknown: `nodes do not tell whether they have ${link.name}` };
  if (missing.length === 0) return [];
  const params = { link: link.name, network: wanted.name, nodes: missing.map(({ name }) => name).sort() };
  return [{ object: { kind: 'NetworkAttachmentDefinition', ...wanted }, params }];
}

const shown = 10;

function handlersAreOnNetwork(cluster: ClusterView): Outcome {
  const wanted = migrationNetwork(cluster);
  if (wanted === undefined) return noMigrationNetwork;
  const off = (handlerPodsOf(cluster) ?? [])
    .filter(({ object }) => textAt(object, 'status', 'phase') === 'Running')
    .filter(({ isYoung, object }) => !isYoung && !isOnNetwork(object));
  if (off.length === 0) return [];
  const nodes = off
    .map(({ node }) => node)
    .sort()
    .slice(0, shown);
  const object = { kind: 'DaemonSet', namespace: cluster.hyperConverged.namespace, name: 'virt-handler' };
  return [{ object, params: { count: off.length, network: wanted.name, nodes } }];
}

/** As Multus tells it. */
function isOnNetwork(pod: JsonObject): boolean {
  const told = textAt(pod, 'metadata', 'annotations', 'k8s.v1.cni.cncf.io/network-status');
  return jsonList(told).some(
    (one) => textAt(one, 'interface') === 'migration0' && listAt(one, 'ips').length > 0,
  );
}

function jsonList(text: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
