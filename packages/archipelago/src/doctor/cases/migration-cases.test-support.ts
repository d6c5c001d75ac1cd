import { hyperConverged, withObjects, withoutKind, worker } from '../healthy-cluster.test-support.ts';
import {
  attachment,
  handler,
  instance,
  kubeVirt,
  migrating,
  nodeState,
  whereabouts,
} from './case-objects.test-support.ts';
import type { CheckCases } from './check-case.test-support.ts';

/** Cases of checks of migration. */
export const migrationCases: CheckCases = {
  VD501: {
    found: withObjects(migrating, attachment(whereabouts('10.0.0.0/24'), 'default')),
    params: { network: 'mig', foundIn: ['default'] },
    near: withObjects(migrating, attachment(whereabouts('10.0.0.0/24'))),
  },
  VD502: {
    found: withObjects(migrating, attachment({ plugins: [{ type: 'macvlan' }, { type: 'tuning' }] })),
    params: { network: 'mig', why: 'ipam' },
    near: withObjects(
      migrating,
      attachment({
        type: 'ovn-k8s-cni-overlay',
        subnets: '10.0.0.0/24',
        netAttachDefName: 'kubevirt-hyperconverged/mig',
      }),
    ),
  },
  VD503: {
    found: withObjects(migrating, attachment(whereabouts('10.0.0.0/30'))),
    params: { addresses: 2, pods: 4 },
    severity: 'critical',
    near: withObjects(migrating, attachment(whereabouts('10.0.0.0/29'))),
  },
  VD507: {
    found: [...withoutKind('Node', worker('w0'), worker('a0', { architecture: 'arm64' })), instance('a0')],
    params: { arch: 'arm64', node: 'a0' },
    near: withObjects(instance('a0')),
  },
  VD508: {
    found: withObjects(
      instance('w0', [{ type: 'LiveMigratable', status: 'False', reason: 'DisksNotLiveMigratable' }]),
    ),
    params: { reason: 'DisksNotLiveMigratable', count: 1, first: 'app/vm' },
    near: withObjects(
      instance('w0', [{ type: 'LiveMigratable', status: 'False', reason: 'x' }], {
        evictionStrategy: 'LiveMigrateIfPossible',
      }),
    ),
  },
  VD504: {
    found: withObjects(
      migrating,
      attachment({ ...whereabouts('10.0.0.0/24'), master: 'eth1' }),
      ...['w0', 'w1', 'a0'].map((name) => nodeState(name, 'eth0', 'eth1')),
      nodeState('a1', 'enc1'),
    ),
    params: { link: 'eth1', network: 'mig', nodes: ['a1'] },
    near: withObjects(
      migrating,
      attachment({ ...whereabouts('10.0.0.0/24'), master: 'eth1' }),
      ...['w0', 'w1', 'a0'].map((name) => nodeState(name, 'eth0', 'eth1')),
    ),
    alsoFound: [
      {
        objects: withObjects(
          migrating,
          attachment({ type: 'bridge', bridge: 'br1', ipam: { type: 'whereabouts' } }),
          worker('w0', { allocatable: { 'bridge.network.kubevirt.io/br1': '1k' } }),
        ),
        params: { link: 'br1', nodes: ['a0', 'a1', 'w1'] },
      },
    ],
  },
  VD505: {
    found: withObjects(
      migrating,
      handler('w0'),
      handler('w1', { interface: 'migration0', ips: ['10.0.0.2'] }),
      handler('a0', { interface: 'migration0', ips: [] }),
    ),
    params: { count: 2, network: 'mig', nodes: ['a0', 'w0'] },
    near: withObjects(migrating, handler('w1', { interface: 'migration0', ips: ['10.0.0.2'] })),
    alsoNear: [withObjects(handler('w0'))],
  },
  VD506: {
    found: withObjects(
      hyperConverged({
        liveMigrationConfig: { parallelOutboundMigrationsPerNode: 8, parallelMigrationsPerCluster: 5 },
      }),
    ),
    params: { field: 'spec.liveMigrationConfig' },
    near: withObjects(
      hyperConverged({
        liveMigrationConfig: {
          parallelOutboundMigrationsPerNode: 2,
          parallelMigrationsPerCluster: 5,
          completionTimeoutPerGiB: 800,
        },
      }),
    ),
    alsoFound: [
      { objects: withObjects(hyperConverged({ liveMigrationConfig: { completionTimeoutPerGiB: 1 } })) },
    ],
  },
  VD509: {
    found: withoutKind('HyperConverged', kubeVirt({})),
    params: { binding: 'bridge', name: 'kubevirt' },
    near: withoutKind('HyperConverged', kubeVirt({ network: { defaultNetworkInterface: 'masquerade' } })),
    alsoNear: [withObjects(kubeVirt({}))],
  },
};
