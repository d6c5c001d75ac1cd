import { driverKind } from './driver-kind.ts';
import type { StorageClassView } from './storage-class-view.ts';
import type { ClaimPropertySet } from './storage-profile-view.ts';

/** What CDI knows of the volumes of a driver. */
interface KnownDriver {
  /** The best first. */
  readonly sets: readonly ClaimPropertySet[];
  /** How it advises to keep boot images. */
  readonly bootImageFormat: 'pvc' | 'snapshot';
}

/** Ways to give volumes, the best first, with the drivers that have them. Source: Containerized Data Importer, storage capabilities, 2026-08. */
const driversByWays: Readonly<Record<string, readonly string[]>> = {
  'RWO/F': [
    'kubevirt.io.hostpath-provisioner',
    'kubevirt.io/hostpath-provisioner',
    'k8s.io/minikube-hostpath',
    'kubernetes.io/storageos',
    'storageos',
    'vpc.file.csi.ibm.io/dp2-rwo',
    'vpc.file.csi.ibm.io/rfs-rwo',
    'driver.longhorn.io/fs',
    'directpv-min-io',
  ],
  'RWX/F': [
    'kubevirt.io.hostpath-provisioner/overlay',
    'nfs.csi.k8s.io',
    'k8s-sigs.io/nfs-subdir-external-provisioner',
    'kubernetes.io/azure-file',
    'file.csi.azure.com',
    'manila.csi.openstack.org',
  ],
  'RWX/B RWO/B RWO/F': [
    'kubernetes.io/rbd',
    'rbd.csi.ceph.com',
    'rook-ceph.rbd.csi.ceph.com',
    'openshift-storage.rbd.csi.ceph.com',
    'ebs.csi.aws.com/io2',
    'pd.csi.storage.gke.io/hyperdisk',
    'hspc.csi.hitachi.com',
    'csi.hpe.com',
    'block.csi.ibm.com',
    'pxd.portworx.com/pure_block',
    'infinibox-csi-driver/iscsiorfibrechannel',
    'infinibox-csi-driver/nvme',
    'blockvolume.csi.oraclecloud.com',
    'csi.san.synology.com/iscsi',
  ],
  'RWX/F RWO/F': [
    'cephfs.csi.ceph.com',
    'rook-ceph.cephfs.csi.ceph.com',
    'openshift-storage.cephfs.csi.ceph.com',
    'efs.csi.aws.com',
    'spectrumscale.csi.ibm.com',
    'vpc.file.csi.ibm.io',
    'vpc.file.csi.ibm.io/dp2',
    'vpc.file.csi.ibm.io/rfs',
    'kubernetes.io/portworx-volume/nfs',
    'pxd.portworx.com/nfs',
    'pxd.portworx.com/pure_fa_file',
    'csi.trident.netapp.io/ontap-nas',
    'csi.trident.netapp.io/gcnv-flex',
    'infinibox-csi-driver/nfs',
    'driver.longhorn.io/nfs',
    'csi.san.synology.com/nfs',
    'csi.san.synology.com/smb',
  ],
  'RWX/B RWO/B RWO/F ROX/B ROX/F': [
    'linstor.csi.linbit.com',
    'csi-unity.dellemc.com',
    'csi-vxflexos.dellemc.com',
    'csi.huawei.com',
  ],
  'RWX/F RWO/F ROX/F': [
    'csi-unity.dellemc.com/nfs',
    'csi-vxflexos.dellemc.com/nfs',
    'csi-isilon.dellemc.com',
    'csi-powermax.dellemc.com/nfs',
    'csi-powerstore.dellemc.com/nfs',
    'csi.huawei.com/nfs',
  ],
  'RWX/B RWO/B RWO/F ROX/B': ['csi-powermax.dellemc.com', 'csi-powerstore.dellemc.com'],
  'RWO/B': [
    'kubernetes.io/aws-ebs',
    'ebs.csi.aws.com',
    'ebs.csi.aws.com/io1',
    'ebs.csi.aws.com/gp',
    'kubernetes.io/azure-disk',
    'disk.csi.azure.com',
    'driver.longhorn.io',
  ],
  'RWO/B RWO/F': [
    'kubernetes.io/gce-pd',
    'pd.csi.storage.gke.io',
    'vpc.block.csi.ibm.io',
    'topolvm.cybozu.com',
    'topolvm.io',
    'cinder.csi.openstack.org',
    'csi.ovirt.org',
    'csi.vsphere.vmware.com',
  ],
  'RWX/B RWX/F RWO/B RWO/F': ['kubernetes.io/portworx-volume', 'pxd.portworx.com'],
  'RWX/B': ['csi.trident.netapp.io/ontap-san'],
  'RWX/F RWO/B RWO/F': ['csi.vsphere.vmware.com/nfs'],
  'RWX/B ROX/B RWO/B RWO/F': ['kubesan.gitlab.io'],
  'RWX/B RWO/B': ['driver.longhorn.io/migratable'],
};

/** Drivers whose boot images are best kept as snapshots. */
const bySnapshot = new Set([
  'rook-ceph.rbd.csi.ceph.com',
  'openshift-storage.rbd.csi.ceph.com',
  'pd.csi.storage.gke.io',
  'pd.csi.storage.gke.io/hyperdisk',
  'vpc.file.csi.ibm.io',
  'vpc.file.csi.ibm.io/dp2',
  'vpc.file.csi.ibm.io/dp2-rwo',
  'vpc.file.csi.ibm.io/rfs',
  'vpc.file.csi.ibm.io/rfs-rwo',
  'csi.trident.netapp.io/ontap-nas',
  'csi.trident.netapp.io/ontap-san',
  'csi.trident.netapp.io/gcnv-flex',
]);

const accessModes: Readonly<Record<string, string>> = {
  RWX: 'ReadWriteMany',
  RWO: 'ReadWriteOnce',
  ROX: 'ReadOnlyMany',
};

const known: ReadonlyMap<string, KnownDriver> = new Map(
  Object.entries(driversByWays).flatMap(([ways, drivers]) => {
    const sets = ways.split(' ').map((way) => {
      const [access = '', mode] = way.split('/');
      return { accessModes: [accessModes[access] ?? ''], volumeMode: mode === 'B' ? 'Block' : 'Filesystem' };
    });
    return drivers.map((driver): readonly [string, KnownDriver] => [
      driver,
      { sets, bootImageFormat: bySnapshot.has(driver) ? 'snapshot' : 'pvc' },
    ]);
  }),
);

/** Undefined: CDI does not know the driver, or not these parameters. */
export function knownDriver(one: StorageClassView): KnownDriver | undefined {
  const kind = driverKind(one);
  return kind === undefined ? undefined : known.get(`${one.provisioner}${kind}`);
}
