import {
  conditionOf,
  isConditionTrue,
  type JsonObject,
  numberAt,
  objectAt,
  objectsAt,
  textAt,
} from '@archipelago/apimachinery';
import type { ClusterView } from '../cluster/cluster-view.ts';
import { fullName } from '../cluster/full-name.ts';
import { networkConfigOf } from '../cluster/network-config.ts';
import { matches } from '../cluster/node-view.ts';
import type { Check, Found, Outcome, Severity } from '../model/check.ts';

/** Networks of nodes. */
export const networkChecks: readonly Check[] = [
  {
    code: 'VD601',
    title: 'Network policies of nodes were carried out',
    severity: 'critical',
    confidence: 'certain',
    needs: ['networkPolicies', 'networkEnactments'],
    message: 'Policy {policy} failed on {nodes}: {message}',
    impact: 'Virtual machines there lack the network that it should make.',
    fix: 'correct spec.desiredState; where names of interfaces differ between architectures, make one policy for each',
    falsePositives: 'nodes on which it is tried again: told as a warning',
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
    title: 'Networks of OVN are named and mapped as OVN wants it',
    severity: 'critical',
    confidence: 'certain',
    needs: ['networkAttachments'],
    message: 'NetworkAttachmentDefinition {network}: {problem}.',
    impact: 'OVN does not make the network, or it leads nowhere.',
    fix: 'make it anew with netAttachDefName: {network}; map a localnet by a NodeNetworkConfigurationPolicy (ovn.bridge-mappings)',
    falsePositives:
      'mappings that something else than NMState made: told as a warning where there is no NMState',
    find: ovnIsNamed,
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
];

function policiesWork(cluster: ClusterView): Outcome {
  return cluster.objects('networkPolicies').flatMap((policy): readonly Found[] => {
    const name = textAt(policy, 'metadata', 'name');
    const enactments = cluster
      .objects('networkEnactments')
      .filter((one) => isOf(one, name) && isCurrent(one, policy));
    const nodeOf = (one: JsonObject) => textAt(one, 'metadata', 'name').slice(0, -name.length - 1);
    const failing = enactments.filter((one) => isConditionTrue(one, 'Failing'));
    const aborted = enactments.filter((one) => isConditionTrue(one, 'Aborted')).map(nodeOf);
    if (failing.length === 0 && !isConditionTrue(policy, 'Degraded')) return [];
    const [first] = failing.map((one) => conditionOf(one, 'Failing'));
    const [message = ''] = textAt(first ?? conditionOf(policy, 'Degraded'), 'message').split('\n');
    const params = { policy: name, nodes: failing.map(nodeOf).sort(), aborted: aborted.sort(), message };
    const severity = failing.length > 0 && failing.every(isRetried) ? 'warning' : 'critical';
    return [{ object: { kind: 'NodeNetworkConfigurationPolicy', name }, severity, params }];
  });
}

/** Of the policy as it is written now. */
function isCurrent(enactment: JsonObject, policy: JsonObject): boolean {
  const [seen, now] = [
    numberAt(enactment, 'status', 'policyGeneration'),
    numberAt(policy, 'metadata', 'generation'),
  ];
  return seen === undefined || now === undefined || seen === now;
}

function isRetried(enactment: JsonObject): boolean {
  return textAt(conditionOf(enactment, 'Failing'), 'reason') === 'Retrying';
}

function policiesMatch(cluster: ClusterView): Outcome {
  return cluster.objects('networkPolicies').flatMap((policy): readonly Found[] => {
    const name = textAt(policy, 'metadata', 'name');
    const selector = objectAt(policy, 'spec', 'nodeSelector');
    const saysNone = objectsAt(policy, 'status', 'conditions').some((one) => one.reason === 'NoMatchingNode');
    if (!saysNone && cluster.nodes.some((node) => matches({ nodeSelector: selector }, node))) return [];
    return [{ object: { kind: 'NodeNetworkConfigurationPolicy', name }, params: { policy: name, selector } }];
  });
}

function ovnIsNamed(cluster: ClusterView): Outcome {
  return cluster.objects('networkAttachments').flatMap((one): readonly Found[] => {
    const config = networkConfigOf(one);
    const plugins = config.kind === 'read' ? config.plugins : [];
    const ovn = plugins.find((plugin) => textAt(plugin, 'type') === 'ovn-k8s-cni-overlay');
    if (ovn === undefined) return [];
    const network = fullName(one);
    const [namespace = '', name = ''] = network.split('/');
    const object = { kind: 'NetworkAttachmentDefinition', namespace, name };
    const written = textAt(ovn, 'netAttachDefName');
    if (written !== network) {
      const problem = `netAttachDefName is ${written}, not ${network}`;
      return [{ object, params: { network, written, wanted: network, problem } }];
    }
    return unmapped(cluster, ovn).map(({ localnet, severity }) => {
      const problem = `no NodeNetworkConfigurationPolicy maps the localnet ${localnet} to a bridge`;
      return { object, severity, params: { network, localnet, problem } };
    });
  });
}

/** OpenShift maps it to its own bridge. */
const builtIn = 'physnet';

function unmapped(
  cluster: ClusterView,
  ovn: JsonObject,
): readonly { localnet: string; severity: Severity }[] {
  const localnet = textAt(ovn, 'physicalNetworkName') || textAt(ovn, 'name');
  if (textAt(ovn, 'topology') !== 'localnet' || localnet === builtIn) return [];
  if (cluster.hasFailed('networkPolicies')) return [];
  const mapped = cluster
    .objects('networkPolicies')
    .flatMap((policy) => objectsAt(policy, 'spec', 'desiredState', 'ovn', 'bridge-mappings'))
    .some((mapping) => textAt(mapping, 'localnet') === localnet && textAt(mapping, 'state') !== 'absent');
  const isUsed = cluster.given('networkPolicies') !== undefined;
  return mapped ? [] : [{ localnet, severity: isUsed ? 'critical' : 'warning' }];
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

/** Both names may have dots: the label tells, where there is one. */
function isOf(enactment: JsonObject, policy: string): boolean {
  const label = textAt(enactment, 'metadata', 'labels', 'nmstate.io/policy');
  return label === '' ? textAt(enactment, 'metadata', 'name').endsWith(`.${policy}`) : label === policy;
}
