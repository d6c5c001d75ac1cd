import type { KubernetesObject } from '@archipelago/apimachinery';
import { simulatedAnnotation } from '../definitions/declaration/simulated.ts';
import type { SandboxPlatform } from '../definitions/sandbox-definitions.ts';

const kubernetesDefault = 'storageclass.kubernetes.io/is-default-class';
const virtualizationDefault = 'storageclass.kubevirt.io/is-default-virt-class';

interface ClassParts {
  readonly provisioner: string;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly parameters?: Readonly<Record<string, string>>;
  readonly volumeBindingMode?: string;
  readonly allowVolumeExpansion?: boolean;
}

/** A StorageClass behind which there is no storage. */
export function simulatedClass(name: string, { annotations, ...parts }: ClassParts): KubernetesObject {
  return {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: { name, annotations: { [simulatedAnnotation]: 'true', ...annotations } },
    reclaimPolicy: 'Delete',
    volumeBindingMode: 'Immediate',
    ...parts,
  };
}

/** Makes a class the default of disks that name none. */
export const asDefault = { [kubernetesDefault]: 'true' };
/** Makes a class the default of virtual machines' disks. */
export const asVirtualizationDefault = { [virtualizationDefault]: 'true' };

/** The driver and the VolumeSnapshotClass of a provisioner. */
export function simulatedDriver(provisioner: string, snapshotClass?: string): readonly KubernetesObject[] {
  const annotations = { [simulatedAnnotation]: 'true' };
  const driver: KubernetesObject = {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'CSIDriver',
    metadata: { name: provisioner, annotations },
    spec: {},
  };
  if (snapshotClass === undefined) return [driver];
  const snapshots: KubernetesObject = {
    apiVersion: 'snapshot.storage.k8s.io/v1',
    kind: 'VolumeSnapshotClass',
    metadata: { name: snapshotClass, annotations },
    driver: provisioner,
    deletionPolicy: 'Delete',
  };
  return [driver, snapshots];
}

/** What a class for virtual machines asks of Ceph: without rxbounce Windows rewrites blocks again and again. */
export const forVirtualMachines = { mounter: 'rbd', mapOptions: 'krbd:rxbounce' };

const rook = 'rook-ceph.rbd.csi.ceph.com';

const onKubernetes: readonly KubernetesObject[] = [
  ...simulatedDriver(rook, 'csi-rbdplugin-snapclass'),
  simulatedClass('rook-ceph-block', {
    provisioner: rook,
    annotations: asDefault,
    parameters: { clusterID: 'rook-ceph', pool: 'replicapool', ...forVirtualMachines },
    allowVolumeExpansion: true,
  }),
];

const rbd = 'openshift-storage.rbd.csi.ceph.com';
const cephfs = 'openshift-storage.cephfs.csi.ceph.com';

const rbdParameters = {
  clusterID: 'openshift-storage',
  'csi.storage.k8s.io/controller-expand-secret-name': 'rook-csi-rbd-provisioner',
  'csi.storage.k8s.io/controller-expand-secret-namespace': 'openshift-storage',
  'csi.storage.k8s.io/fstype': 'ext4',
  'csi.storage.k8s.io/node-stage-secret-name': 'rook-csi-rbd-node',
  'csi.storage.k8s.io/node-stage-secret-namespace': 'openshift-storage',
  'csi.storage.k8s.io/provisioner-secret-name': 'rook-csi-rbd-provisioner',
  'csi.storage.k8s.io/provisioner-secret-namespace': 'openshift-storage',
  imageFeatures: 'layering,deep-flatten,exclusive-lock,object-map,fast-diff',
  imageFormat: '2',
  pool: 'ocs-storagecluster-cephblockpool',
};

/** As OpenShift Data Foundation makes them, the virtualization class included. */
const onOpenshift: readonly KubernetesObject[] = [
  ...simulatedDriver(rbd, 'ocs-storagecluster-rbdplugin-snapclass'),
  ...simulatedDriver(cephfs, 'ocs-storagecluster-cephfsplugin-snapclass'),
  simulatedClass('ocs-storagecluster-ceph-rbd', {
    provisioner: rbd,
    annotations: asDefault,
    parameters: rbdParameters,
    allowVolumeExpansion: true,
  }),
  simulatedClass('ocs-storagecluster-ceph-rbd-virtualization', {
    provisioner: rbd,
    annotations: {
      ...asVirtualizationDefault,
      description: 'Provides RWO and RWX Block volumes suitable for Virtual Machine disks',
      'reclaimspace.csiaddons.openshift.io/schedule': '@weekly',
    },
    parameters: { ...rbdParameters, ...forVirtualMachines },
    allowVolumeExpansion: true,
  }),
  simulatedClass('ocs-storagecluster-ceph-rgw', {
    provisioner: 'openshift-storage.ceph.rook.io/bucket',
    allowVolumeExpansion: false,
  }),
  simulatedClass('ocs-storagecluster-cephfs', {
    provisioner: cephfs,
    parameters: { clusterID: 'openshift-storage', fsName: 'ocs-storagecluster-cephfilesystem' },
    allowVolumeExpansion: true,
  }),
  simulatedClass('openshift-storage.noobaa.io', {
    provisioner: 'openshift-storage.noobaa.io/obc',
    allowVolumeExpansion: false,
  }),
];

/** Drivers and classes of a cluster of that platform; there is no storage behind them. */
export function standardStorage(platform: SandboxPlatform): readonly KubernetesObject[] {
  return platform === 'openshift' ? onOpenshift : onKubernetes;
}
