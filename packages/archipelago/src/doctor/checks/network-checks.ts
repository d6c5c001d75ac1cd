import {
  conditionOf,
  isConditionTrue,
  type JsonObject,
  objectAt,
  textAt,
  textsAt,
} from '@archipelago/apimachinery';
import type { ClusterView } from '../cluster/cluster-view.ts';
import { networkConfigOf } from '../cluster/network-config.ts';
import { matches } from '../cluster/node-view.ts';
import type { Check, Found, Outcome } from '../model/check.ts';

/** Networks of nodes and of virtual machines. */
export const networkChecks: readonly Check[] = [
  {
    code: 'VD601',
    title: 'Network policies of nodes were carried out',
    severity: 'critical',
    confidence: 'certain',
    needs: ['networkPolicies'],
    message: 'Policy {policy} failed on {nodes}: {message}',
    impact: 'Virtual machines there lack the network that it should make.',
    fix: 'correct spec.desiredState; where names of interfaces differ between architectures, make one policy for each',
    falsePositives: 'nodes on which it is tried again',
    find: policiesWork,
  },
  {
    code: 'VD602',
    title: 'Network policies match nodes',
    severity: 'warning',
    confidence: 'certain',
    needs: ['networkPolicies', 'nodes'],
    message: 'Policy {policy} applies to no node: {selector}.',
    impact: 'The network that it should make is nowhere.',
    fix: 'correct spec.nodeSelector',
    falsePositives: 'a pool that is scaled to no nodes',
    find: policiesMatch,
  },
  {
    code: 'VD604',
    title: 'Networks of OVN are named as OVN wants it',
    severity: 'critical',
    confidence: 'certain',
    needs: ['networkAttachments'],
    message: 'NetworkAttachmentDefinition {network}: netAttachDefName is {written}, not {wanted}.',
    impact: 'OVN does not make the network.',
    fix: 'make it anew with netAttachDefName: {wanted}',
    falsePositives: 'none',
    find: ovnIsNamed,
  },
  {
    code: 'VD605',
    title: 'Networks of virtual machines exist',
    severity: 'critical',
    confidence: 'certain',
    needs: ['virtualMachines', 'networkAttachments'],
    message: 'VirtualMachine {machine} uses the network {network}, which does not exist.',
    impact: 'It does not start.',
    fix: 'make the NetworkAttachmentDefinition, or correct the name',
    falsePositives: 'a virtual machine that is stopped: told as a warning',
    find: networksExist,
  },
  {
    code: 'VD606',
    title: 'SR-IOV is configured on nodes',
    severity: 'critical',
    confidence: 'certain',
    needs: ['sriovNodeStates'],
    message: 'SR-IOV on {node}: {error}',
    impact: 'Virtual machines get none of its devices.',
    fix: 'correct the SriovNetworkNodePolicy that matches the node',
    falsePositives: 'devices that somebody else manages',
    find: sriovWorks,
  },
  {
    code: 'VD608',
    title: 'Address pools are announced',
    severity: 'critical',
    confidence: 'certain',
    needs: ['addressPools'],
    message:
      'No advertisement is for the pool {pool}: its addresses are given away, and nobody can reach them.',
    impact: 'Services of virtual machines cannot be reached from outside.',
    fix: 'make an L2Advertisement that names the pool',
    falsePositives: 'addresses that a router announces by itself',
    find: poolsAreAnnounced,
  },
];

function policiesWork(cluster: ClusterView): Outcome {
  return cluster.objects('networkPolicies').flatMap((policy): readonly Found[] => {
    const name = textAt(policy, 'metadata', 'name');
    const enactments = cluster
      .objects('networkEnactments')
      .filter((one) => textAt(one, 'metadata', 'name').endsWith(`.${name}`));
    const nodeOf = (one: JsonObject) => textAt(one, 'metadata', 'name').slice(0, -name.length - 1);
    const failing = enactments.filter((one) => isConditionTrue(one, 'Failing'));
    const aborted = enactments.filter((one) => isConditionTrue(one, 'Aborted')).map(nodeOf);
    if (failing.length === 0 && !isConditionTrue(policy, 'Degraded')) return [];
    const said =
      failing[0] === undefined ? conditionOf(policy, 'Degraded') : conditionOf(failing[0], 'Failing');
    const [message = ''] = textAt(said, 'message').split('\n');
    const params = { policy: name, nodes: failing.map(nodeOf).sort(), aborted: aborted.sort(), message };
    return [{ object: { kind: 'NodeNetworkConfigurationPolicy', name }, params }];
  });
}

function policiesMatch(cluster: ClusterView): Outcome {
  return cluster.objects('networkPolicies').flatMap((policy): readonly Found[] => {
    const name = textAt(policy, 'metadata', 'name');
    const selector = objectAt(policy, 'spec', 'nodeSelector');
    if (cluster.nodes.some((node) => matches({ nodeSelector: selector }, node))) return [];
    return [{ object: { kind: 'NodeNetworkConfigurationPolicy', name }, params: { policy: name, selector } }];
  });
}

function fullName(object: JsonObject): string {
  return `${textAt(object, 'metadata', 'namespace')}/${textAt(object, 'metadata', 'name')}`;
}

function ovnIsNamed(cluster: ClusterView): Outcome {
  return cluster.objects('networkAttachments').flatMap((one): readonly Found[] => {
    const config = networkConfigOf(one);
    const plugins = config.kind === 'read' ? config.plugins : [];
    const ovn = plugins.find((plugin) => textAt(plugin, 'type') === 'ovn-k8s-cni-overlay');
    const written = textAt(ovn, 'netAttachDefName');
    const wanted = fullName(one);
    if (ovn === undefined || written === wanted) return [];
    const [namespace = '', name = ''] = wanted.split('/');
    const object = { kind: 'NetworkAttachmentDefinition', namespace, name };
    return [{ object, params: { network: wanted, written, wanted } }];
  });
}

function networksExist(cluster: ClusterView): Outcome {
  const known = new Set(cluster.objects('networkAttachments').map(fullName));
  return cluster.objects('virtualMachines').flatMap((machine) => {
    const namespace = textAt(machine, 'metadata', 'namespace');
    const name = textAt(machine, 'metadata', 'name');
    const isStopped = textAt(machine, 'spec', 'runStrategy') === 'Halted';
    return networksOf(machine)
      .map((network) => (network.includes('/') ? network : `${namespace}/${network}`))
      .filter((network) => !known.has(network))
      .map((network): Found => {
        const object = { kind: 'VirtualMachine', namespace, name };
        const params = { machine: `${namespace}/${name}`, network };
        return { object, severity: isStopped ? 'warning' : 'critical', params };
      });
  });
}

function networksOf(machine: JsonObject): readonly string[] {
  const networks = objectAt(machine, 'spec', 'template', 'spec').networks;
  const listed = Array.isArray(networks) ? networks : [];
  return listed.map((one) => textAt(one, 'multus', 'networkName')).filter((name) => name !== '');
}

function sriovWorks(cluster: ClusterView): Outcome {
  return cluster
    .objects('sriovNodeStates')
    .filter((one) => textAt(one, 'status', 'syncStatus') === 'Failed')
    .map((one) => {
      const [namespace, name] = [textAt(one, 'metadata', 'namespace'), textAt(one, 'metadata', 'name')];
      const params = { node: name, error: textAt(one, 'status', 'lastSyncError') };
      return { object: { kind: 'SriovNetworkNodeState', namespace, name }, params };
    });
}

function poolsAreAnnounced(cluster: ClusterView): Outcome {
  const all = [...cluster.objects('l2Advertisements'), ...cluster.objects('bgpAdvertisements')];
  return cluster
    .objects('addressPools')
    .filter((pool) => !all.some((one) => announces(one, pool)))
    .map((pool) => {
      const [namespace, name] = [textAt(pool, 'metadata', 'namespace'), textAt(pool, 'metadata', 'name')];
      return { object: { kind: 'IPAddressPool', namespace, name }, params: { pool: name } };
    });
}

/** One that names no pool is for all of them; pools that labels select are taken for announced. */
function announces(advertisement: JsonObject, pool: JsonObject): boolean {
  const spec = objectAt(advertisement, 'spec');
  const named = textsAt(spec, 'ipAddressPools');
  const bySelector = Array.isArray(spec.ipAddressPoolSelectors) && spec.ipAddressPoolSelectors.length > 0;
  return bySelector || named.length === 0 || named.includes(textAt(pool, 'metadata', 'name'));
}
