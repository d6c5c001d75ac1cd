import {
  hyperConverged,
  snapshotClass,
  storageClass,
  storageProfile,
  withObjects,
  withoutKind,
  worker,
} from '../healthy-cluster.test-support.ts';
import { cephVolume, condition, cron, hostClass, instance, old } from './case-objects.test-support.ts';
import type { CheckCases } from './check-case.test-support.ts';

/** Cases of checks of storage. */
export const storageCases: CheckCases = {
  VD301: {
    found: withObjects(
      storageClass('rbd'),
      storageClass('files'),
      storageProfile('files', { ways: ['ReadWriteOnce/Filesystem'] }),
    ),
    params: { candidate: 'rbd' },
    severity: 'critical',
    near: withObjects(storageClass('rbd', { isDefault: true }), storageClass('other')),
  },
  VD302: {
    found: withObjects(storageClass('new', { isDefault: true, created: '2026-02-01T00:00:00Z' })),
    params: { winner: 'new', others: ['rbd'] },
    near: withObjects(storageClass('virt', { isVirtual: true })),
  },
  VD303: {
    found: withObjects(storageClass('b', { isVirtual: true }), storageClass('a', { isVirtual: true })),
    params: { winner: 'a' },
    near: withObjects(storageClass('a', { isVirtual: true })),
  },
  VD304: {
    found: withObjects(
      storageClass('bucket', { isVirtual: true, provisioner: 'openshift-storage.noobaa.io/obc' }),
    ),
    params: { class: 'bucket' },
    near: withObjects(storageClass('bucket', { provisioner: 'openshift-storage.noobaa.io/obc' })),
  },
  VD305: {
    found: withObjects(storageProfile('rbd', { ways: [] })),
    params: { profile: 'rbd' },
    severity: 'critical',
    near: withObjects(
      storageClass('obc'),
      storageProfile('obc', { provisioner: 'openshift-storage.noobaa.io/obc', ways: [] }),
    ),
  },
  VD306: {
    found: withObjects(
      storageProfile('rbd', {
        ways: [],
        status: condition('Recognized', 'False', { reason: 'UnrecognizedStorageClassParameters' }),
      }),
    ),
    params: { profile: 'rbd' },
    severity: 'critical',
    near: withObjects(
      storageProfile('rbd', {
        written: ['ReadWriteMany/Block'],
        status: condition('Recognized', 'False', { reason: 'UnrecognizedStorageClassParameters' }),
      }),
    ),
  },
  VD307: {
    found: withObjects(storageClass('lost')),
    params: { class: 'lost', problem: 'missing' },
    near: withObjects(storageClass('fresh', { created: '$NOW' })),
  },
  VD308: {
    found: withObjects(storageProfile('rbd', { written: ['ReadWriteMany'] })),
    params: { profile: 'rbd', lack: 'volumeMode' },
    near: withObjects(storageProfile('rbd', { written: ['ReadWriteMany/Block'] })),
  },
  VD309: {
    found: withObjects(storageProfile('rbd', { ways: ['ReadWriteOnce/Filesystem'] })),
    params: { class: 'rbd' },
    near: [
      ...withoutKind('Node', worker('w0'), worker('a0', { architecture: 'arm64' })),
      storageClass('local', { isVirtual: true }),
      storageProfile('local', { ways: ['ReadWriteOnce/Filesystem'] }),
    ],
  },
  VD310: {
    found: withObjects(storageProfile('rbd', { status: { cloneStrategy: 'snapshot' } })),
    params: { class: 'rbd' },
    near: withObjects(storageProfile('rbd', { status: { cloneStrategy: 'snapshot' } }), snapshotClass('s')),
  },
  VD311: {
    found: withObjects(storageProfile('rbd', { spec: { snapshotClass: 'gone' } })),
    params: { profile: 'rbd', snapshotClass: 'gone', stale: false },
    severity: 'critical',
    near: withObjects(storageProfile('rbd', { spec: { snapshotClass: 's' } }), snapshotClass('s')),
  },
  VD312: {
    found: withObjects(snapshotClass('b'), snapshotClass('a')),
    params: { taken: 'a', count: 2 },
    near: withObjects(
      snapshotClass('b', undefined, { 'snapshot.storage.kubernetes.io/is-default-class': 'true' }),
      snapshotClass('a'),
    ),
  },
  VD315: {
    found: withObjects(
      storageClass('rbd', { isDefault: true, parameters: {} }),
      storageClass('virt', { parameters: { mapOptions: 'a,krbd:rxbounce' } }),
    ),
    params: { default: 'rbd', virt: 'virt' },
    near: withObjects(
      storageClass('rbd', { isDefault: true, parameters: { mounter: 'rbd-nbd' } }),
      storageClass('virt'),
    ),
  },
  VD316: {
    found: withObjects(storageProfile('rbd', { ways: ['ReadWriteOnce/Filesystem', 'ReadWriteMany/Block'] })),
    near: withObjects(storageProfile('rbd', { ways: ['ReadWriteMany/Block', 'ReadWriteOnce/Filesystem'] })),
  },
  VD318: {
    found: withObjects(hyperConverged({ scratchSpaceStorageClass: 'gone' })),
    params: { class: 'gone', field: 'spec.scratchSpaceStorageClass' },
    near: withObjects(hyperConverged({ scratchSpaceStorageClass: 'rbd' })),
  },
  VD319: {
    found: withObjects(storageProfile('rbd', { ways: ['ReadWriteMany/Block'] })),
    near: withObjects(
      hyperConverged({ scratchSpaceStorageClass: 'rbd' }),
      storageProfile('rbd', { ways: ['ReadWriteMany/Block'] }),
    ),
  },
  VD320: {
    found: withObjects(hyperConverged({ vmStateStorageClass: 'gone' })),
    params: { class: 'gone' },
    near: withObjects(hyperConverged({ vmStateStorageClass: 'rbd' })),
  },
  VD321: {
    found: withObjects(
      storageClass('efs', { isVirtual: true, provisioner: 'efs.csi.aws.com', parameters: { uid: '107' } }),
    ),
    params: { class: 'efs', lack: ['gid'] },
    near: withObjects(
      storageClass('efs', { provisioner: 'efs.csi.aws.com', parameters: { uid: '107', gid: '107' } }),
    ),
  },
  VD322: {
    found: withObjects(hyperConverged({ filesystemOverhead: { storageClass: { gone: '0.1' } } })),
    params: { class: 'gone' },
    near: withObjects(hyperConverged({ filesystemOverhead: { storageClass: { rbd: '0.1' } } })),
  },
  VD323: {
    found: withObjects(
      cron([
        { type: 'UpToDate', status: 'False', reason: 'ImportFailed', message: '', lastTransitionTime: old },
      ]),
    ),
    params: { name: 'fedora', reason: 'ImportFailed' },
    near: withObjects(cron([{ type: 'UpToDate', status: 'False', lastTransitionTime: '$NOW' }])),
  },
  VD313: {
    found: withObjects(storageProfile('rbd', { status: { dataImportCronSourceFormat: 'pvc' } })),
    params: { class: 'rbd' },
    near: withObjects(
      storageProfile('rbd', {
        status: { dataImportCronSourceFormat: 'pvc' },
        spec: { dataImportCronSourceFormat: 'pvc' },
      }),
    ),
    alsoNear: [withObjects(storageProfile('rbd', { status: { dataImportCronSourceFormat: 'snapshot' } }))],
  },
  VD314: {
    found: withObjects(
      storageClass('rbd'),
      storageClass('lvm', { provisioner: 'topolvm.io', isDefault: true }),
      cron([]),
    ),
    params: { class: 'lvm', provisioner: 'topolvm.io' },
    near: [
      ...withoutKind('Node', worker('w0')),
      storageClass('lvm', { provisioner: 'topolvm.io', isVirtual: true, binding: 'Immediate' }),
    ],
    alsoFound: [
      {
        objects: withObjects(hostClass({ isVirtual: true, binding: 'Immediate' })),
        params: { class: 'hpp' },
      },
    ],
    alsoNear: [
      withObjects(hostClass({ isVirtual: true })),
      withObjects(
        hostClass({ isVirtual: true, binding: 'Immediate', parameters: { overlayCSI: 'nfs.csi.k8s.io' } }),
      ),
    ],
  },
  VD317: {
    found: withObjects(
      instance('w0', [], { volumes: [{ dataVolume: { name: 'disk' } }] }, { id: 'mswindows' }),
      cephVolume({ mounter: 'rbd' }),
    ),
    params: { pvc: 'disk', namespace: 'app', vm: 'vm' },
    near: withObjects(
      instance('w0', [], { volumes: [{ dataVolume: { name: 'disk' } }] }),
      cephVolume({ mapOptions: 'a,krbd:rxbounce' }),
    ),
    alsoFound: [
      {
        objects: withObjects(
          instance('w0', [], { volumes: [{ persistentVolumeClaim: { claimName: 'disk' } }] }),
          cephVolume({}),
        ),
        severity: 'info',
      },
    ],
    alsoNear: [
      withObjects(
        instance('w0', [], { volumes: [{ dataVolume: { name: 'disk' } }] }),
        cephVolume({ mounter: 'rbd-nbd' }),
      ),
    ],
  },
};
