import type { JsonObject } from '@archipelago/apimachinery';
import { expect, it } from 'vitest';
import {
  attachment,
  condition,
  density,
  deviceNetwork,
  hostClass,
  infra,
  migrating,
  named,
  provisioner,
  subscription,
  swapped,
  taint,
  templated,
  version,
  whereabouts,
  workloads,
} from './cases/case-objects.test-support.ts';
import { topics } from './checks.ts';
import { readFacts } from './facts/read-facts.ts';
import {
  hyperConverged,
  object,
  snapshotClass,
  storageClass,
  storageProfile,
  withObjects,
  withoutKind,
  worker,
} from './healthy-cluster.test-support.ts';
import { examine } from './model/examine.ts';

const checks = topics.flatMap((topic) => topic.checks);
const half = 32 * 1024 ** 3;
const single = withoutKind('Node', worker('w0', { taints: [] }));
const ebs = [
  storageClass('ebs', { provisioner: 'ebs.csi.aws.com', isDefault: true, parameters: {} }),
  storageProfile('ebs', {
    provisioner: 'ebs.csi.aws.com',
    ways: ['ReadWriteOnce/Block'],
    status: { cloneStrategy: 'snapshot' },
  }),
  snapshotClass('s', 'ebs.csi.aws.com'),
];
const withoutClasses = (objects: readonly JsonObject[]) =>
  objects.filter(({ kind }) => kind !== 'StorageClass' && kind !== 'StorageProfile');
const missed = {
  conditions: [{ type: 'Recognized', status: 'False', reason: 'UnrecognizedStorageClassParameters' }],
};

/** Clusters with one mistake, and everything that is said of them. */
const situations: readonly (readonly [string, readonly JsonObject[], readonly string[]])[] = [
  ['some matching nodes are tainted', withObjects(worker('w1', { taints: [taint] })), ['VD202 warning']],
  [
    'a node that is gone is no mistake',
    withObjects(worker('w1', { taints: [{ key: 'node.kubernetes.io/unreachable', effect: 'NoExecute' }] })),
    [],
  ],
  [
    'one node for the infrastructure',
    withObjects(infra({ nodeSelector: { infra: 'y' } }), worker('w0', { labels: { infra: 'y' } })),
    ['VD207 warning'],
  ],
  [
    'an empty podAntiAffinity with nothing to lose',
    withObjects(subscription({ affinity: { podAntiAffinity: {} } }), version({ 'hco-operator': {} })),
    [],
  ],
  [
    'a mount without volume',
    withObjects(subscription({ volumeMounts: [{ name: 'ca' }] }), version({ 'hco-operator': {} })),
    ['VD107 critical'],
  ],
  [
    'several defaults for virtual machines',
    withObjects(
      ...['a', 'b'].flatMap((name) => [storageClass(name, { isVirtual: true }), storageProfile(name)]),
    ),
    ['VD303 warning'],
  ],
  [
    'the default for virtual machines is the only one',
    withObjects(storageClass('rbd', { isVirtual: true })),
    ['VD301 info'],
  ],
  [
    'parameters of the default that CDI does not understand',
    [
      ...withoutClasses(withObjects()),
      storageClass('san', { provisioner: 'csi.trident.netapp.io', isDefault: true, parameters: {} }),
      storageProfile('san', { provisioner: 'csi.trident.netapp.io', ways: [], status: missed }),
    ],
    ['VD306 critical'],
  ],
  ['EBS for several nodes', [...withoutClasses(withObjects()), ...ebs], ['VD309 warning', 'VD319 info']],
  ['EBS for a single node', [...withoutClasses(single), ...ebs], ['VD319 info']],
  [
    'CephFS for disks',
    [
      ...withoutClasses(withObjects()),
      storageClass('fs', { provisioner: 'rook-ceph.cephfs.csi.ceph.com', isDefault: true, parameters: {} }),
      storageProfile('fs', {
        provisioner: 'rook-ceph.cephfs.csi.ceph.com',
        ways: ['ReadWriteMany/Filesystem', 'ReadWriteOnce/Filesystem'],
      }),
      object('storage.k8s.io/v1', 'CSIDriver', 'rook-ceph.cephfs.csi.ceph.com'),
    ],
    ['VD316 info'],
  ],
  [
    'files first on Ceph RBD',
    withObjects(
      storageProfile('rbd', {
        written: ['ReadWriteMany/Filesystem'],
        ways: ['ReadWriteMany/Filesystem', 'ReadWriteOnce/Filesystem'],
      }),
    ),
    ['VD316 info'],
  ],
  [
    'a host path on some of the nodes',
    withObjects(
      provisioner({
        workload: { nodeSelector: { 'kubernetes.io/arch': 'amd64' } },
        storagePools: [{ name: 'local' }],
      }),
      hostClass(),
      storageProfile('hpp', {
        provisioner: 'kubevirt.io.hostpath-provisioner',
        ways: ['ReadWriteOnce/Filesystem'],
      }),
    ),
    ['VD401 warning'],
  ],
  [
    'too few addresses for migrations',
    withObjects(migrating, attachment(whereabouts('10.0.0.0/30'))),
    ['VD503 critical'],
  ],
  [
    'SR-IOV failed on a node',
    withObjects(
      object('sriovnetwork.openshift.io/v1', 'SriovNetworkNodeState', 'w0', {
        status: { syncStatus: 'Failed' },
      }),
      deviceNetwork,
      named('vm', { architecture: 'amd64', networks: [{ multus: { networkName: 'fast' } }] }),
    ),
    ['VD606 critical'],
  ],
  [
    'a pool of addresses that nobody announces',
    withObjects(object('metallb.io/v1beta1', 'IPAddressPool', 'lan', { namespace: 'metallb', spec: {} })),
    ['VD608 critical'],
  ],
  [
    'swap on some of the nodes',
    withObjects(density(150), ...swapped(0), worker('w0', { swap: half })),
    ['VD701 warning'],
  ],
  ['swap that suffices', withObjects(density(150), ...swapped(half)), []],
  [
    'swap that is too small',
    withObjects(density(150), ...swapped(half), worker('w0', { swap: half / 2 })),
    ['VD702 warning'],
  ],
  [
    'an annotation of architectures with spaces',
    withObjects(templated({ 'ssp.kubevirt.io/dict.architectures': 'amd64, arm64' })),
    ['VD809 warning'],
  ],
  [
    'the same in a template of the spec, which is switched off',
    withObjects(
      hyperConverged({
        featureGates: { enableMultiArchBootImageImport: true },
        dataImportCronTemplates: [
          {
            metadata: {
              name: 'own',
              annotations: {
                'ssp.kubevirt.io/dict.architectures': 'amd64, arm64',
                'dataimportcrontemplate.kubevirt.io/enable': 'false',
              },
            },
          },
        ],
      }),
    ),
    [],
  ],
  [
    'a stopped machine of an architecture without nodes',
    withObjects(named('vm', { architecture: 's390x' }, { runStrategy: 'Halted' })),
    ['VD810 warning'],
  ],
  [
    'a machine without architecture where its default has no node',
    withObjects(workloads({ nodeSelector: { 'kubernetes.io/arch': 'arm64' } }), named('vm', {})),
    [],
  ],
  ['a node without hardware virtualization', withObjects(worker('w0', { kvm: '0' })), ['VD801 warning']],
  [
    'an upgrade',
    withObjects(
      hyperConverged(
        { featureGates: { enableMultiArchBootImageImport: true } },
        condition('Progressing', 'True', { lastTransitionTime: '$NOW' }),
      ),
    ),
    ['VD002 info'],
  ],
  [
    'a CPU model that some nodes have',
    withObjects(
      hyperConverged({ featureGates: { enableMultiArchBootImageImport: true }, defaultCPUModel: 'EPYC' }),
      worker('w0', { labels: { 'cpu-model.node.kubevirt.io/EPYC': 'true' } }),
    ),
    ['VD804 warning'],
  ],
];

it.each(situations)('%s', (_, objects, expected) => {
  const { findings } = examine(checks, readFacts(objects, Date.parse('2026-11-23T12:00:00Z')).facts);
  expect(findings.map(({ code, severity }) => `${code} ${severity}`)).toEqual(expected);
});
