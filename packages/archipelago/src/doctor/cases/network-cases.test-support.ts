import { object, withObjects, worker } from '../healthy-cluster.test-support.ts';
import {
  advertisement,
  attachment,
  condition,
  deviceNetwork,
  loadBalancer,
  machine,
  named,
  nodeState,
  policy,
  pool,
} from './case-objects.test-support.ts';
import type { CheckCases } from './check-case.test-support.ts';

/** Cases of checks of network. */
export const networkCases: CheckCases = {
  VD601: {
    found: withObjects(
      policy('br1', {}, {}),
      object('nmstate.io/v1beta1', 'NodeNetworkConfigurationEnactment', 'w0.br1', {
        status: condition('Failing', 'True', { message: 'no eth1\nmore' }),
      }),
    ),
    params: { policy: 'br1', nodes: ['w0'], message: 'no eth1' },
    near: withObjects(policy('br1', {}, condition('Available', 'True'))),
  },
  VD602: {
    found: withObjects(policy('br1', { nodeSelector: { net: 'yes' } }, {})),
    params: { policy: 'br1' },
    near: withObjects(policy('br1', { nodeSelector: { 'kubernetes.io/arch': 'arm64' } }, {})),
  },
  VD604: {
    found: withObjects(attachment({ type: 'ovn-k8s-cni-overlay', netAttachDefName: 'other/mig' })),
    params: { written: 'other/mig', wanted: 'kubevirt-hyperconverged/mig' },
    near: withObjects(
      attachment({ type: 'ovn-k8s-cni-overlay', netAttachDefName: 'kubevirt-hyperconverged/mig' }),
    ),
  },
  VD605: {
    found: withObjects(machine({ networks: [{ multus: { networkName: 'mig' } }] }), attachment('{}')),
    params: { namespace: 'app', vm: 'vm', network: 'app/mig' },
    severity: 'critical',
    near: withObjects(
      machine({ networks: [{ multus: { networkName: 'mig' } }, { pod: {} }] }),
      attachment('{}', 'app'),
    ),
  },
  VD606: {
    found: withObjects(
      object('sriovnetwork.openshift.io/v1', 'SriovNetworkNodeState', 'w0', {
        status: { syncStatus: 'Failed', lastSyncError: 'no' },
      }),
    ),
    params: { node: 'w0', error: 'no' },
    near: withObjects(
      object('sriovnetwork.openshift.io/v1', 'SriovNetworkNodeState', 'w0', {
        status: { syncStatus: 'InProgress' },
      }),
    ),
  },
  VD608: {
    found: withObjects(
      object('metallb.io/v1beta1', 'IPAddressPool', 'lan', { namespace: 'metallb', spec: {} }),
      object('metallb.io/v1beta1', 'L2Advertisement', 'l2', {
        namespace: 'metallb',
        spec: { ipAddressPools: ['other'] },
      }),
    ),
    params: { pool: 'lan' },
    near: withObjects(
      object('metallb.io/v1beta1', 'IPAddressPool', 'lan', { namespace: 'metallb', spec: {} }),
      object('metallb.io/v1beta1', 'L2Advertisement', 'l2', { namespace: 'metallb', spec: {} }),
    ),
  },
  VD603: {
    found: withObjects(
      named('vm', { architecture: 'amd64', networks: [{ multus: { networkName: 'br' } }] }),
      attachment({ type: 'cnv-bridge', bridge: 'br1' }, 'app', 'br'),
      nodeState('w0', 'br1'),
      nodeState('w1'),
    ),
    params: { bridge: 'br1', count: 1, all: 2, arch: 'amd64', vm: 'vm', missing: ['w1'] },
    near: withObjects(
      named('vm', {
        architecture: 'amd64',
        networks: [{ multus: { networkName: 'br' } }],
        nodeSelector: { net: 'yes' },
      }),
      worker('w0', { labels: { net: 'yes' } }),
      attachment({ type: 'cnv-bridge', bridge: 'br1' }, 'app', 'br'),
      nodeState('w0', 'br1'),
      nodeState('w1'),
    ),
    alsoNear: [
      withObjects(
        named('vm', { networks: [{ multus: { networkName: 'br' } }] }),
        attachment({ type: 'cnv-bridge', bridge: 'br1' }, 'app', 'br'),
      ),
    ],
  },
  VD607: {
    found: withObjects(
      named('vm', { architecture: 'arm64', networks: [{ multus: { networkName: 'fast' } }] }),
      deviceNetwork,
      worker('w0', { allocatable: { 'openshift.io/fast': '4' } }),
    ),
    params: { resource: 'openshift.io/fast', arch: 'arm64' },
    near: withObjects(
      named('vm', { architecture: 'amd64', networks: [{ multus: { networkName: 'fast' } }] }),
      deviceNetwork,
      worker('w0', { allocatable: { 'openshift.io/fast': '4' } }),
    ),
    alsoFound: [
      {
        objects: withObjects(
          deviceNetwork,
          named('vm', {}),
          object('sriovnetwork.openshift.io/v1', 'SriovNetworkNodePolicy', 'fast', {
            namespace: 'sriov',
            spec: { resourceName: 'fast', nodeSelector: { nic: 'yes' } },
          }),
        ),
        params: { resource: 'fast', policy: 'fast' },
      },
    ],
  },
  VD609: {
    found: withObjects(
      named('vm', { architecture: 'amd64' }),
      pool(),
      advertisement({ nodeSelectors: [{ matchLabels: { edge: 'yes' } }] }),
      worker('w0', { labels: { edge: 'yes' } }),
      loadBalancer({ externalTrafficPolicy: 'Local' }, '10.0.0.9'),
    ),
    params: { service: 'app/web', vm: 'vm', nodes: ['w1'] },
    near: withObjects(
      named('vm', { architecture: 'amd64' }),
      pool(),
      advertisement({ nodeSelectors: [{ matchLabels: { edge: 'yes' } }] }),
      worker('w0', { labels: { edge: 'yes' } }),
      loadBalancer({ externalTrafficPolicy: 'Cluster' }, '10.0.0.9'),
    ),
    alsoNear: [
      withObjects(
        named('vm', { architecture: 'amd64' }),
        pool(),
        advertisement({}),
        loadBalancer({ externalTrafficPolicy: 'Local' }, '10.0.0.9'),
      ),
    ],
  },
  VD610: {
    found: withObjects(
      named('vm', {}),
      object('v1', 'Namespace', 'app'),
      pool({}, { availableIPv4: 0, availableIPv6: 0 }),
      loadBalancer(),
    ),
    params: { service: 'app/web' },
    near: withObjects(
      named('vm', {}),
      object('v1', 'Namespace', 'app'),
      pool({}, { availableIPv4: 1 }),
      loadBalancer(),
    ),
    alsoFound: [
      {
        objects: withObjects(
          named('vm', {}),
          object('v1', 'Namespace', 'app'),
          pool({ serviceAllocation: { namespaces: ['other'] } }),
          loadBalancer(),
        ),
        params: { namespace: 'app' },
      },
    ],
    alsoNear: [
      withObjects(named('vm', {}), object('v1', 'Namespace', 'app'), pool(), loadBalancer()),
      withObjects(
        named('vm', {}),
        object('v1', 'Namespace', 'app'),
        pool({}, { availableIPv4: 0 }),
        loadBalancer({ loadBalancerClass: 'cloud' }),
      ),
    ],
  },
};
