import { type JsonObject, objectAt, textAt, valueAt } from '@archipelago/apimachinery';
import { groupedBy } from '../../api/grouped-by.ts';
import type { ClusterView } from '../cluster/cluster-view.ts';
import { fullName } from '../cluster/full-name.ts';
import {
  aboutMachine,
  architectureOf,
  type MachineView,
  machinesOf,
  networksOf,
  nodesFor,
} from '../cluster/machine-view.ts';
import { type Link, linkOf, nodesWithout } from '../cluster/node-links.ts';
import { matches } from '../cluster/node-view.ts';
import type { Check, Found, Outcome } from '../model/check.ts';

const needs = ['hyperConvergeds', 'nodes', 'virtualMachines', 'networkAttachments'] as const;

/** Networks that virtual machines name: whether they are there, and on their nodes. */
export const machineNetworkChecks: readonly Check[] = [
  {
    code: 'VD603',
    title: 'Bridges of virtual machines are on their nodes',
    severity: 'warning',
    confidence: 'certain',
    needs: [...needs, 'networkStates'],
    after: ['VD201', 'VD202'],
    message:
      'The bridge {bridge} is on {count} of {all} {arch} nodes; VirtualMachine {namespace}/{vm} can run on these only.',
    impact:
      'Virtual machines with it start on fewer nodes than planned, or on none, and have few to migrate to.',
    fix: 'make {bridge} on {missing} by a NodeNetworkConfigurationPolicy, one for each architecture where names of interfaces differ',
    falsePositives: 'virtual machines that select the nodes that have it are left out',
    find: bridgesAreThere,
  },
  {
    code: 'VD605',
    title: 'Networks of virtual machines exist',
    severity: 'critical',
    confidence: 'certain',
    needs: ['virtualMachines', 'networkAttachments'],
    message: 'VirtualMachine {namespace}/{vm} uses the network {network}, which does not exist.',
    impact: 'It does not start.',
    fix: 'make the NetworkAttachmentDefinition, or correct the name',
    falsePositives: 'a virtual machine that is stopped: told as a warning',
    find: networksExist,
  },
  {
    code: 'VD607',
    title: 'SR-IOV devices are on nodes of virtual machines',
    severity: 'warning',
    confidence: 'certain',
    needs: [...needs, 'sriovPolicies'],
    after: ['VD201', 'VD202', 'VD606'],
    message: 'The SR-IOV resource {resource} {problem}.',
    impact: 'Virtual machines with it do not start.',
    fix: 'write a SriovNetworkNodePolicy for the hardware of these nodes',
    falsePositives: 'none; devices in use count as well',
    find: devicesAreThere,
  },
];

interface Need {
  readonly machine: MachineView;
  readonly arch: string;
  readonly link: Link;
}

/** One finding for each bridge and architecture. */
function bridgesAreThere(cluster: ClusterView): Outcome {
  const attachments = new Map(cluster.objects('networkAttachments').map((one) => [fullName(one), one]));
  const all = machinesOf(cluster).flatMap((machine) =>
    networksOf(machine).flatMap((name): readonly Need[] => {
      const attachment = attachments.get(name);
      const link = attachment === undefined ? undefined : linkOf(attachment);
      return link?.kind === 'bridge' ? [{ machine, link, arch: architectureOf(cluster, machine) }] : [];
    }),
  );
  // machines with the same placement have the same nodes
  const alike = groupedBy(all, ({ link, arch, machine: { template } }) =>
    JSON.stringify([link.name, arch, template.nodeSelector ?? {}, template.affinity ?? {}]),
  );
  const firsts = [...alike.values()].flatMap(([first]) => (first === undefined ? [] : [first]));
  const groups = [...groupedBy(firsts, ({ link, arch }) => JSON.stringify([link.name, arch])).values()];
  const answers = groups.map((group) => missingBridge(cluster, group));
  const found = answers.flatMap((answer) => answer ?? []);
  return found.length === 0 && answers.includes(undefined)
    ? { unknown: 'nodes do not tell which bridges they have' }
    : found;
}

/** Of the first machine that it concerns; undefined: nodes do not tell. */
function missingBridge(cluster: ClusterView, group: readonly Need[]): readonly Found[] | undefined {
  for (const { machine, link, arch } of group) {
    const nodes = nodesFor(cluster, machine);
    const without = nodesWithout(cluster, link, nodes);
    if (without === undefined) return undefined;
    if (without.length === 0) continue;
    const { object, params } = aboutMachine(machine);
    const missing = without.map(({ name }) => name).sort();
    const counts = { count: nodes.length - missing.length, all: nodes.length };
    return [{ object, params: { ...params, bridge: link.name, arch, ...counts, missing } }];
  }
  return [];
}

function networksExist(cluster: ClusterView): Outcome {
  const known = new Set(cluster.objects('networkAttachments').map(fullName));
  return machinesOf(cluster).flatMap((machine) =>
    networksOf(machine)
      .filter((network) => !known.has(network))
      .map((network): Found => {
        const { object, params } = aboutMachine(machine);
        const severity = machine.isStopped ? 'warning' : 'critical';
        return { object, severity, params: { ...params, network } };
      }),
  );
}

const resourceAnnotation = 'k8s.v1.cni.cncf.io/resourceName';

function devicesAreThere(cluster: ClusterView): Outcome {
  return [...unavailableDevices(cluster), ...policiesWithoutNodes(cluster)];
}

/** What machines of an architecture name and no node has that can run them. */
function unavailableDevices(cluster: ClusterView): readonly Found[] {
  const resources = new Map(
    cluster
      .objects('networkAttachments')
      .map((one) => [fullName(one), textAt(one, 'metadata', 'annotations', resourceAnnotation)]),
  );
  const needed = machinesOf(cluster).flatMap((machine) =>
    networksOf(machine)
      .map((name) => resources.get(name) ?? '')
      .filter((resource) => resource !== '' && !resource.startsWith('bridge.network.kubevirt.io/'))
      .map((resource) => JSON.stringify([resource, architectureOf(cluster, machine)])),
  );
  return [...new Set(needed)].sort().flatMap((key): readonly Found[] => {
    const [resource = '', arch = ''] = listOf(key);
    const nodes = cluster.capableNodes.filter(({ architecture }) => architecture === arch);
    if (nodes.length === 0 || nodes.some(({ object }) => hasDevice(object, resource))) return [];
    return [
      {
        object: cluster.itself,
        params: { resource, arch, problem: `is on no ${arch} node that runs virtual machines` },
      },
    ];
  });
}

function listOf(key: string): readonly string[] {
  const value: unknown = JSON.parse(key);
  return Array.isArray(value) ? value.map(String) : [];
}

function hasDevice(node: JsonObject, resource: string): boolean {
  return Number(valueAt(node, 'status', 'allocatable', resource) ?? 0) > 0;
}

function policiesWithoutNodes(cluster: ClusterView): readonly Found[] {
  return cluster
    .objects('sriovPolicies')
    .filter((policy) => textAt(policy, 'metadata', 'name') !== 'default')
    .filter((policy) => {
      const nodeSelector = objectAt(policy, 'spec', 'nodeSelector');
      return !cluster.nodes.some((node) => matches({ nodeSelector }, node));
    })
    .map((policy) => {
      const [namespace, name] = [textAt(policy, 'metadata', 'namespace'), textAt(policy, 'metadata', 'name')];
      const resource = textAt(policy, 'spec', 'resourceName');
      const problem = `is to be made by the policy ${name}, which selects no node`;
      const params = { resource, policy: name, problem };
      return { object: { kind: 'SriovNetworkNodePolicy', namespace, name }, params };
    });
}
