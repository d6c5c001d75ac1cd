import {
  type JsonObject,
  listAt,
  numberAt,
  objectAt,
  objectsAt,
  parseLabelSelector,
  textAt,
  textsAt,
} from '@archipelago/apimachinery';
import { groupedBy } from '../../api/grouped-by.ts';
import { advertisementsOf, announces, announcesFrom } from '../cluster/announcement.ts';
import type { ClusterView } from '../cluster/cluster-view.ts';
import { type Exposed, exposed } from '../cluster/exposed-machines.ts';
import { labelsOf } from '../cluster/labels-of.ts';
import { nodesFor } from '../cluster/machine-view.ts';
import { millisecondsAt } from '../cluster/moments.ts';
import type { NodeView } from '../cluster/node-view.ts';
import type { Check, Found, Outcome } from '../model/check.ts';

const advertisements = ['addressPools', 'l2Advertisements', 'bgpAdvertisements'] as const;

/** Addresses of virtual machines for others: MetalLB. */
export const loadBalancerChecks: readonly Check[] = [
  {
    code: 'VD608',
    title: 'Address pools are announced',
    severity: 'critical',
    confidence: 'certain',
    needs: advertisements,
    message:
      'No advertisement is for the pool {pool}: its addresses are given away, and nobody can reach them.',
    impact: 'Services of virtual machines cannot be reached from outside.',
    fix: 'make an L2Advertisement in {namespace} that names the pool',
    falsePositives: 'addresses that a router announces by itself',
    find: poolsAreAnnounced,
  },
  {
    code: 'VD609',
    title: 'Addresses are announced wherever virtual machines run',
    severity: 'warning',
    confidence: 'likely',
    needs: [...advertisements, 'services', 'virtualMachines', 'nodes', 'hyperConvergeds'],
    after: ['VD201', 'VD202', 'VD608'],
    message:
      'After a migration of {namespace}/{vm} to {nodes} the address of the Service {service} is not announced.',
    impact: 'The Service cannot be reached until the virtual machine moves back.',
    fix: 'widen spec.nodeSelectors of the advertisement, or set externalTrafficPolicy: Cluster',
    falsePositives: 'virtual machines that select the nodes that announce are left out',
    find: addressesFollow,
  },
  {
    code: 'VD610',
    title: 'Services of virtual machines get addresses',
    severity: 'warning',
    confidence: 'certain',
    needs: ['addressPools', 'services', 'virtualMachines', 'namespaces'],
    message: 'Service {service} gets no address: {why}.',
    impact: 'Its virtual machine cannot be reached from outside.',
    fix: 'add addresses to a pool, or let one serve the namespace {namespace}',
    falsePositives: 'Services of another load balancer, and those younger than five minutes, are left out',
    find: servicesGetAddresses,
  },
];

function poolsAreAnnounced(cluster: ClusterView): Outcome {
  const all = advertisementsOf(cluster);
  return cluster
    .objects('addressPools')
    .filter((pool) => !all.some((one) => announces(one, pool)))
    .map((pool) => {
      const [namespace, name] = [textAt(pool, 'metadata', 'namespace'), textAt(pool, 'metadata', 'name')];
      return { object: { kind: 'IPAddressPool', namespace, name }, params: { pool: name, namespace } };
    });
}

function addressesFollow(cluster: ClusterView): Outcome {
  const local = exposed(cluster).filter(
    ({ service }) => textAt(service, 'spec', 'externalTrafficPolicy') === 'Local',
  );
  const byPool = groupedBy(local, ({ service }) => annotationOf(service, 'ip-allocated-from-pool'));
  return [...byPool].flatMap(([pool, services]) => {
    const silent = silentNodes(cluster, pool);
    return silent.size === 0 ? [] : services.flatMap((one) => unannounced(cluster, one, silent).slice(0, 1));
  });
}

/** Nodes from which addresses of the pool, or where none is named of any, are not announced. */
function silentNodes(cluster: ClusterView, name: string): ReadonlySet<NodeView> {
  const pools = cluster
    .objects('addressPools')
    .filter((pool) => name === '' || textAt(pool, 'metadata', 'name') === name);
  const all = advertisementsOf(cluster).filter((one) => pools.some((pool) => announces(one, pool)));
  // without any advertisement nothing is announced from anywhere, which another check tells
  if (all.length === 0) return new Set();
  return new Set(cluster.capableNodes.filter((node) => !all.some((one) => announcesFrom(one, node))));
}

function unannounced(
  cluster: ClusterView,
  { namespace, name, machines }: Exposed,
  silent: ReadonlySet<NodeView>,
): readonly Found[] {
  return machines.flatMap((machine): readonly Found[] => {
    const reached = nodesFor(cluster, machine).filter((node) => silent.has(node));
    const nodes = reached.map((node) => node.name).sort();
    const params = { service: `${namespace}/${name}`, namespace, vm: machine.name, nodes };
    return nodes.length === 0 ? [] : [{ object: { kind: 'Service', namespace, name }, params }];
  });
}

const prefixes = ['metallb.io', 'metallb.universe.tf'];

function annotationOf(service: JsonObject, name: string): string {
  const annotations = objectAt(service, 'metadata', 'annotations');
  return prefixes.map((prefix) => textAt(annotations, `${prefix}/${name}`)).find((text) => text !== '') ?? '';
}

const fiveMinutes = 5 * 60_000;

function servicesGetAddresses(cluster: ClusterView): Outcome {
  const waiting = exposed(cluster).filter(({ service }) => isWaiting(service, cluster.now));
  const answers = waiting.map((one) => ({ one, why: reasonOf(cluster, one) }));
  const found = answers.flatMap(({ one, why }): readonly Found[] => {
    const { namespace, name } = one;
    if (why === undefined || why === 'unknown') return [];
    return [
      {
        object: { kind: 'Service', namespace, name },
        params: { service: `${namespace}/${name}`, namespace, why },
      },
    ];
  });
  return found.length === 0 && answers.some(({ why }) => why === 'unknown')
    ? { unknown: 'pools do not tell how many addresses are left' }
    : found;
}

function isWaiting(service: JsonObject, now: number): boolean {
  const since = millisecondsAt(textAt(service, 'metadata', 'creationTimestamp'), now);
  const balancer = textAt(service, 'spec', 'loadBalancerClass');
  return (
    listAt(service, 'status', 'loadBalancer', 'ingress').length === 0 &&
    (balancer === '' || balancer.includes('metallb')) &&
    (since === undefined || now - since > fiveMinutes)
  );
}

/** Why no pool has an address for it; undefined: one has. */
function reasonOf(cluster: ClusterView, { service, namespace }: Exposed): string | undefined {
  const wanted = annotationOf(service, 'address-pool');
  const pools = cluster
    .objects('addressPools')
    .filter((pool) =>
      wanted === ''
        ? objectAt(pool, 'spec').autoAssign !== false
        : textAt(pool, 'metadata', 'name') === wanted,
    )
    .filter((pool) => serves(cluster, pool, namespace));
  if (pools.length === 0)
    return wanted === ''
      ? `no pool serves the namespace ${namespace}`
      : `the pool ${wanted} does not serve it`;
  const free = pools.map(freeIn);
  if (free.some((count) => count !== undefined && count > 0)) return undefined;
  if (free.includes(undefined)) return 'unknown';
  return `the pools ${pools
    .map((pool) => textAt(pool, 'metadata', 'name'))
    .sort()
    .join(', ')} have no address left`;
}

/** Older releases of MetalLB do not tell: undefined. */
function freeIn(pool: JsonObject): number | undefined {
  const [four, six] = [numberAt(pool, 'status', 'availableIPv4'), numberAt(pool, 'status', 'availableIPv6')];
  return four === undefined && six === undefined ? undefined : (four ?? 0) + (six ?? 0);
}

function serves(cluster: ClusterView, pool: JsonObject, namespace: string): boolean {
  const allocation = objectAt(pool, 'spec', 'serviceAllocation');
  const names = textsAt(allocation, 'namespaces');
  const selectors = objectsAt(allocation, 'namespaceSelectors');
  if (names.length === 0 && selectors.length === 0) return true;
  const labels = labelsOf(
    cluster.objects('namespaces').find((one) => textAt(one, 'metadata', 'name') === namespace),
  );
  return (
    names.includes(namespace) ||
    selectors.some((one) => {
      const parsed = parseLabelSelector(one);
      return parsed.ok && parsed.selector.matches(labels);
    })
  );
}
