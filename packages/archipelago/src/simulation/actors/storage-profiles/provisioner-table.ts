/** A way in which a class gives volumes. */
interface ClaimPropertySet {
  readonly accessModes: readonly string[];
  readonly volumeMode: string;
}

/** What CDI knows of a provisioner. */
export interface ProvisionerTraits {
  readonly claimPropertySets: readonly ClaimPropertySet[];
  /** Empty: by what there is. */
  readonly cloneStrategy: string;
  readonly sourceFormat: string;
}

/** Provisioner with what its parameters tell, ways to give volumes in their order, advised clone strategy, format of boot images. Source: CDI, storagecapabilities. */
type Row = readonly [key: string, sets: string, cloneStrategy: string, sourceFormat: string];

const rows: readonly Row[] = [
  ['kubevirt.io.hostpath-provisioner', 'RWO/F', '', 'pvc'],
  ['kubevirt.io.hostpath-provisioner/overlay', 'RWX/F', '', 'pvc'],
  ['kubevirt.io/hostpath-provisioner', 'RWO/F', '', 'pvc'],
  ['k8s.io/minikube-hostpath', 'RWO/F', '', 'pvc'],
  ['nfs.csi.k8s.io', 'RWX/F', '', 'pvc'],
  ['k8s-sigs.io/nfs-subdir-external-provisioner', 'RWX/F', '', 'pvc'],
  ['kubernetes.io/rbd', 'RWX/B RWO/B RWO/F', '', 'pvc'],
  ['rbd.csi.ceph.com', 'RWX/B RWO/B RWO/F', 'csi-clone', 'pvc'],
  ['rook-ceph.rbd.csi.ceph.com', 'RWX/B RWO/B RWO/F', 'csi-clone', 'snapshot'],
  ['openshift-storage.rbd.csi.ceph.com', 'RWX/B RWO/B RWO/F', 'csi-clone', 'snapshot'],
  ['cephfs.csi.ceph.com', 'RWX/F RWO/F', 'csi-clone', 'pvc'],
  ['rook-ceph.cephfs.csi.ceph.com', 'RWX/F RWO/F', 'csi-clone', 'pvc'],
  ['openshift-storage.cephfs.csi.ceph.com', 'RWX/F RWO/F', 'csi-clone', 'pvc'],
  ['linstor.csi.linbit.com', 'RWX/B RWO/B RWO/F ROX/B ROX/F', '', 'pvc'],
  ['csi-unity.dellemc.com', 'RWX/B RWO/B RWO/F ROX/B ROX/F', '', 'pvc'],
  ['csi-unity.dellemc.com/nfs', 'RWX/F RWO/F ROX/F', '', 'pvc'],
  ['csi-vxflexos.dellemc.com', 'RWX/B RWO/B RWO/F ROX/B ROX/F', 'csi-clone', 'pvc'],
  ['csi-vxflexos.dellemc.com/nfs', 'RWX/F RWO/F ROX/F', '', 'pvc'],
  ['csi-isilon.dellemc.com', 'RWX/F RWO/F ROX/F', 'csi-clone', 'pvc'],
  ['csi-powermax.dellemc.com', 'RWX/B RWO/B RWO/F ROX/B', 'csi-clone', 'pvc'],
  ['csi-powermax.dellemc.com/nfs', 'RWX/F RWO/F ROX/F', '', 'pvc'],
  ['csi-powerstore.dellemc.com', 'RWX/B RWO/B RWO/F ROX/B', 'copy', 'pvc'],
  ['csi-powerstore.dellemc.com/nfs', 'RWX/F RWO/F ROX/F', '', 'pvc'],
  ['kubernetes.io/storageos', 'RWO/F', '', 'pvc'],
  ['storageos', 'RWO/F', '', 'pvc'],
  ['kubernetes.io/aws-ebs', 'RWO/B', '', 'pvc'],
  ['ebs.csi.aws.com', 'RWO/B', '', 'pvc'],
  ['ebs.csi.aws.com/io1', 'RWO/B', '', 'pvc'],
  ['ebs.csi.aws.com/io2', 'RWX/B RWO/B RWO/F', '', 'pvc'],
  ['ebs.csi.aws.com/gp', 'RWO/B', '', 'pvc'],
  ['efs.csi.aws.com', 'RWX/F RWO/F', '', 'pvc'],
  ['kubernetes.io/azure-disk', 'RWO/B', '', 'pvc'],
  ['disk.csi.azure.com', 'RWO/B', '', 'pvc'],
  ['kubernetes.io/azure-file', 'RWX/F', '', 'pvc'],
  ['file.csi.azure.com', 'RWX/F', '', 'pvc'],
  ['kubernetes.io/gce-pd', 'RWO/B RWO/F', '', 'pvc'],
  ['pd.csi.storage.gke.io', 'RWO/B RWO/F', 'snapshot', 'snapshot'],
  ['pd.csi.storage.gke.io/hyperdisk', 'RWX/B RWO/B RWO/F', 'snapshot', 'snapshot'],
  ['hspc.csi.hitachi.com', 'RWX/B RWO/B RWO/F', 'csi-clone', 'pvc'],
  ['csi.hpe.com', 'RWX/B RWO/B RWO/F', 'csi-clone', 'pvc'],
  ['spectrumscale.csi.ibm.com', 'RWX/F RWO/F', 'csi-clone', 'pvc'],
  ['block.csi.ibm.com', 'RWX/B RWO/B RWO/F', 'csi-clone', 'pvc'],
  ['vpc.block.csi.ibm.io', 'RWO/B RWO/F', 'copy', 'pvc'],
  ['vpc.file.csi.ibm.io', 'RWX/F RWO/F', 'snapshot', 'snapshot'],
  ['vpc.file.csi.ibm.io/dp2', 'RWX/F RWO/F', 'snapshot', 'snapshot'],
  ['vpc.file.csi.ibm.io/dp2-rwo', 'RWO/F', 'snapshot', 'snapshot'],
  ['vpc.file.csi.ibm.io/rfs', 'RWX/F RWO/F', 'snapshot', 'snapshot'],
  ['vpc.file.csi.ibm.io/rfs-rwo', 'RWO/F', 'snapshot', 'snapshot'],
  ['kubernetes.io/portworx-volume/nfs', 'RWX/F RWO/F', '', 'pvc'],
  ['kubernetes.io/portworx-volume', 'RWX/B RWX/F RWO/B RWO/F', '', 'pvc'],
  ['pxd.portworx.com/nfs', 'RWX/F RWO/F', 'csi-clone', 'pvc'],
  ['pxd.portworx.com', 'RWX/B RWX/F RWO/B RWO/F', 'csi-clone', 'pvc'],
  ['pxd.portworx.com/pure_block', 'RWX/B RWO/B RWO/F', 'csi-clone', 'pvc'],
  ['pxd.portworx.com/pure_fa_file', 'RWX/F RWO/F', 'csi-clone', 'pvc'],
  ['csi.trident.netapp.io/ontap-nas', 'RWX/F RWO/F', 'snapshot', 'snapshot'],
  ['csi.trident.netapp.io/ontap-san', 'RWX/B', 'snapshot', 'snapshot'],
  ['csi.trident.netapp.io/gcnv-flex', 'RWX/F RWO/F', 'snapshot', 'snapshot'],
  ['topolvm.cybozu.com', 'RWO/B RWO/F', 'copy', 'pvc'],
  ['topolvm.io', 'RWO/B RWO/F', 'copy', 'pvc'],
  ['cinder.csi.openstack.org', 'RWO/B RWO/F', '', 'pvc'],
  ['manila.csi.openstack.org', 'RWX/F', '', 'pvc'],
  ['csi.ovirt.org', 'RWO/B RWO/F', '', 'pvc'],
  ['infinibox-csi-driver/iscsiorfibrechannel', 'RWX/B RWO/B RWO/F', 'csi-clone', 'pvc'],
  ['infinibox-csi-driver/nvme', 'RWX/B RWO/B RWO/F', 'csi-clone', 'pvc'],
  ['infinibox-csi-driver/nfs', 'RWX/F RWO/F', 'csi-clone', 'pvc'],
  ['csi.vsphere.vmware.com', 'RWO/B RWO/F', '', 'pvc'],
  ['csi.vsphere.vmware.com/nfs', 'RWX/F RWO/B RWO/F', '', 'pvc'],
  ['csi.huawei.com', 'RWX/B RWO/B RWO/F ROX/B ROX/F', '', 'pvc'],
  ['csi.huawei.com/nfs', 'RWX/F RWO/F ROX/F', '', 'pvc'],
  ['kubesan.gitlab.io', 'RWX/B ROX/B RWO/B RWO/F', 'csi-clone', 'pvc'],
  ['driver.longhorn.io', 'RWO/B', '', 'pvc'],
  ['driver.longhorn.io/migratable', 'RWX/B RWO/B', '', 'pvc'],
  ['driver.longhorn.io/nfs', 'RWX/F RWO/F', '', 'pvc'],
  ['driver.longhorn.io/fs', 'RWO/F', '', 'pvc'],
  ['blockvolume.csi.oraclecloud.com', 'RWX/B RWO/B RWO/F', 'csi-clone', 'pvc'],
  ['csi.san.synology.com/iscsi', 'RWX/B RWO/B RWO/F', 'csi-clone', 'pvc'],
  ['csi.san.synology.com/nfs', 'RWX/F RWO/F', 'csi-clone', 'pvc'],
  ['csi.san.synology.com/smb', 'RWX/F RWO/F', 'csi-clone', 'pvc'],
  ['directpv-min-io', 'RWO/F', '', 'pvc'],
];

const accessModes: Readonly<Record<string, string>> = {
  RWO: 'ReadWriteOnce',
  RWX: 'ReadWriteMany',
  ROX: 'ReadOnlyMany',
};

function setOf(text: string): ClaimPropertySet {
  const [access = '', volume] = text.split('/');
  return {
    accessModes: [accessModes[access] ?? access],
    volumeMode: volume === 'B' ? 'Block' : 'Filesystem',
  };
}

const byKey = new Map(rows.map((row) => [row[0], row]));

/** By key (`provisionerKey`); undefined: CDI does not know it. */
export function provisionerTraits(key: string): ProvisionerTraits | undefined {
  const row = byKey.get(key);
  if (row === undefined) return undefined;
  const [, sets, cloneStrategy, sourceFormat] = row;
  return { claimPropertySets: sets.split(' ').map(setOf), cloneStrategy, sourceFormat };
}
