import type { StorageClassView } from './storage-class-view.ts';

type KindOf = (one: StorageClassView) => string | undefined;

function filesOf(parameter: string): KindOf {
  return (one) => (one.parameter(parameter).includes('nfs') ? '/nfs' : '');
}

function portworx(one: StorageClassView): string {
  const options = one.parameter('sharedv4_mount_options');
  if (options.includes('vers=3.0') && options.includes('nolock')) return '/nfs';
  const backend = one.parameter('backend');
  return ['pure_block', 'pure_fa_file'].includes(backend) ? `/${backend}` : '';
}

function trident(one: StorageClassView): string | undefined {
  const backend = one.parameter('backendType');
  const plain = ['ontap-nas', 'ontap-san'].find((name) => backend.startsWith(name));
  if (plain !== undefined) return `/${plain}`;
  const isFlexible = one.parameter('selector').includes('performance=flex');
  return backend === 'google-cloud-netapp-volumes' && isFlexible ? '/gcnv-flex' : undefined;
}

function infinidat(one: StorageClassView): string | undefined {
  const kinds: Readonly<Record<string, string>> = {
    iscsi: '/iscsiorfibrechannel',
    fc: '/iscsiorfibrechannel',
    nvme: '/nvme',
    nfs: '/nfs',
    nfs_treeq: '/nfs',
  };
  return kinds[one.parameter('storage_protocol')];
}

function longhorn(one: StorageClassView): string {
  if (one.parameter('migratable') === 'true') return '/migratable';
  if (one.parameter('nfsOptions') !== '') return '/nfs';
  return one.parameter('fsType') === '' ? '' : '/fs';
}

function ebs(one: StorageClassView): string {
  const type = one.parameter('type');
  if (['gp2', 'gp3'].includes(type)) return '/gp';
  return ['io1', 'io2'].includes(type) ? `/${type}` : '';
}

function synology(one: StorageClassView): string | undefined {
  const protocol = one.parameter('protocol') || 'iscsi';
  return ['iscsi', 'smb', 'nfs'].includes(protocol) ? `/${protocol}` : undefined;
}

function ibmFiles(one: StorageClassView): string {
  const profile = one.parameter('profile');
  if (!['rfs', 'dp2'].includes(profile)) return '';
  return one.parameter('vmState') === 'true' ? `/${profile}-rwo` : `/${profile}`;
}

/** Drivers whose volumes depend on parameters of the class. Source: as the drivers themselves. */
const kindsByDriver: Readonly<Record<string, KindOf>> = {
  'kubevirt.io.hostpath-provisioner': (one) => (one.parameter('overlayCSI') === '' ? '' : '/overlay'),
  'kubernetes.io/portworx-volume': portworx,
  'pxd.portworx.com': portworx,
  'csi.trident.netapp.io': trident,
  'infinibox-csi-driver': infinidat,
  'csi.vsphere.vmware.com': filesOf('csi.storage.k8s.io/fstype'),
  'csi-unity.dellemc.com': filesOf('protocol'),
  'csi-powerstore.dellemc.com': filesOf('csi.storage.k8s.io/fstype'),
  'csi-vxflexos.dellemc.com': filesOf('csi.storage.k8s.io/fstype'),
  'csi-powermax.dellemc.com': filesOf('csi.storage.k8s.io/fstype'),
  'csi.huawei.com': filesOf('protocol'),
  'driver.longhorn.io': longhorn,
  'ebs.csi.aws.com': ebs,
  'pd.csi.storage.gke.io': (one) =>
    one.parameter('type').startsWith('hyperdisk-balanced') ? '/hyperdisk' : '',
  'csi.san.synology.com': synology,
  'vpc.file.csi.ibm.io': ibmFiles,
};

/** What a class adds to the name of its driver, such as `/nfs`; undefined: CDI does not know its parameters. */
export function driverKind(one: StorageClassView): string | undefined {
  const kindOf = kindsByDriver[one.provisioner];
  return kindOf === undefined ? '' : kindOf(one);
}

/** The parameter that tells CDI what a class gives, of drivers that have one; undefined: there is none. */
export function missingParameter(provisioner: string): string | undefined {
  const parameters: Readonly<Record<string, string>> = {
    'csi.trident.netapp.io': 'backendType',
    'infinibox-csi-driver': 'storage_protocol',
    'csi.san.synology.com': 'protocol',
  };
  return parameters[provisioner];
}
