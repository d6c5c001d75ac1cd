import {
  openMembers,
  openObject,
  type PrinterColumn,
  type ResourceDefinition,
} from '../declaration/resource-definition.ts';

type Differences = Partial<ResourceDefinition> & Pick<ResourceDefinition, 'kind' | 'plural'>;

function kindOf(type: string, differences: Differences): ResourceDefinition {
  const [group = '', version = ''] = type.split('/');
  return {
    group,
    version,
    shortNames: [],
    inCategoryAll: false,
    namespaced: true,
    statusSubresource: true,
    columns: [],
    members: openMembers,
    required: [],
    ...differences,
  };
}

function ofTrueCondition(name: string, field: string, type: PrinterColumn['type'] = 'string'): PrinterColumn {
  return { name, type, jsonPath: `.status.conditions[?(@.status=="True")].${field}`, description: name };
}

const status = ofTrueCondition('Status', 'type');
const reason = ofTrueCondition('Reason', 'reason');
const ofCluster = { namespaced: false } as const;

/** Networks of nodes, as kubernetes-nmstate configures them. */
export const nodeNetworkPolicy = kindOf('nmstate.io/v1', {
  kind: 'NodeNetworkConfigurationPolicy',
  plural: 'nodenetworkconfigurationpolicies',
  shortNames: ['nncp'],
  columns: [status, reason],
  ...ofCluster,
});

/** What became of a policy on one node. */
export const nodeNetworkEnactment = kindOf('nmstate.io/v1beta1', {
  kind: 'NodeNetworkConfigurationEnactment',
  plural: 'nodenetworkconfigurationenactments',
  shortNames: ['nnce'],
  columns: [status, ofTrueCondition('Status Age', 'lastTransitionTime', 'date'), reason],
  members: { status: openObject },
  ...ofCluster,
});

/** What a node's networks are. */
export const nodeNetworkState = kindOf('nmstate.io/v1beta1', {
  kind: 'NodeNetworkState',
  plural: 'nodenetworkstates',
  shortNames: ['nns'],
  members: { status: openObject },
  ...ofCluster,
});

const nmstate = kindOf('nmstate.io/v1', { kind: 'NMState', plural: 'nmstates', ...ofCluster });

const sriov = 'sriovnetwork.openshift.io/v1';

/** Network cards that are shared among virtual machines. */
const sriovKinds = [
  kindOf(sriov, { kind: 'SriovNetworkNodePolicy', plural: 'sriovnetworknodepolicies' }),
  kindOf(sriov, { kind: 'SriovNetworkNodeState', plural: 'sriovnetworknodestates' }),
  kindOf(sriov, { kind: 'SriovNetwork', plural: 'sriovnetworks' }),
];

function poolColumn(name: string, field: string): PrinterColumn {
  return { name, type: 'string', jsonPath: `.spec.${field}` };
}

const metallb = 'metallb.io/v1beta1';
const pools = poolColumn('IPAddressPools', 'ipAddressPools');
const selectors = poolColumn('IPAddressPool Selectors', 'ipAddressPoolSelectors');

/** Addresses of Services. */
const metallbKinds = [
  kindOf(metallb, { kind: 'MetalLB', plural: 'metallbs' }),
  kindOf(metallb, {
    kind: 'IPAddressPool',
    plural: 'ipaddresspools',
    columns: [
      { name: 'Auto Assign', type: 'boolean', jsonPath: '.spec.autoAssign' },
      { name: 'Avoid Buggy IPs', type: 'boolean', jsonPath: '.spec.avoidBuggyIPs' },
      { name: 'Addresses', type: 'string', jsonPath: '.spec.addresses' },
    ],
    members: {
      spec: {
        type: 'object',
        required: ['addresses'],
        properties: {
          addresses: {
            type: 'array',
            items: { type: 'string' },
            description: 'Ranges: 192.0.2.0/24 or a-b.',
          },
          autoAssign: { type: 'boolean', default: true, description: 'Given to Services that name no pool.' },
          avoidBuggyIPs: { type: 'boolean', default: false, description: 'Leaves out .0 and .255.' },
          serviceAllocation: { ...openObject, description: 'Which Services may have its addresses.' },
        },
      },
      status: openObject,
    },
    required: ['spec'],
  }),
  kindOf(metallb, {
    kind: 'L2Advertisement',
    plural: 'l2advertisements',
    columns: [pools, selectors, poolColumn('Interfaces', 'interfaces')],
  }),
  kindOf(metallb, {
    kind: 'BGPAdvertisement',
    plural: 'bgpadvertisements',
    columns: [pools, selectors, poolColumn('Peers', 'peers')],
  }),
];

/** What the NMState, SR-IOV and MetalLB operators bring. */
export const networkKinds: readonly ResourceDefinition[] = [
  nmstate,
  nodeNetworkPolicy,
  nodeNetworkEnactment,
  nodeNetworkState,
  ...sriovKinds,
  ...metallbKinds,
];
