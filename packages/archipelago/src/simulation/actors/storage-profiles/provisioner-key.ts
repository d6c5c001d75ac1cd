import { type JsonObject, objectAt, textAt } from '@archipelago/apimachinery';

/** What a class's parameters add to its provisioner; undefined: they tell nothing that is known. */
type Suffix = (parameter: (name: string) => string, parameters: JsonObject) => string | undefined;

const fsType = 'csi.storage.k8s.io/fstype';

const nfsByFsType: Suffix = (parameter) => (parameter(fsType) === 'nfs' ? '/nfs' : '');
const nfsByProtocol: Suffix = (parameter) => (parameter('protocol').toLowerCase() === 'nfs' ? '/nfs' : '');

/** The word that a value begins with, as a suffix. */
function oneOf(value: string, words: Readonly<Record<string, string>>): string | undefined {
  return Object.entries(words).find(([word]) => value.startsWith(word))?.[1];
}

const portworx: Suffix = (parameter) => {
  const options = parameter('sharedv4_mount_options');
  if (options.includes('vers=3.0') && options.includes('nolock')) return '/nfs';
  return oneOf(parameter('backend'), { pure_block: '/pure_block', pure_fa_file: '/pure_fa_file' }) ?? '';
};

const trident: Suffix = (parameter) => {
  const type = parameter('backendType');
  const isFlex = parameter('selector').includes('performance=flex');
  if (type === 'google-cloud-netapp-volumes') return isFlex ? '/gcnv-flex' : undefined;
  return oneOf(type, { 'ontap-nas': '/ontap-nas', 'ontap-san': '/ontap-san' });
};

const infinidat: Suffix = (parameter) =>
  oneOf(parameter('storage_protocol'), {
    iscsi: '/iscsiorfibrechannel',
    fc: '/iscsiorfibrechannel',
    nvme: '/nvme',
    nfs: '/nfs',
  });

const longhorn: Suffix = (parameter) => {
  if (parameter('migratable') === 'true') return '/migratable';
  if (parameter('nfsOptions') !== '') return '/nfs';
  return parameter('fsType') === '' ? '' : '/fs';
};

const ebs: Suffix = (parameter) => oneOf(parameter('type'), { io1: '/io1', io2: '/io2', gp: '/gp' }) ?? '';

const synology: Suffix = (parameter) => {
  const protocol = parameter('protocol').toLowerCase();
  return ['iscsi', 'smb', 'nfs'].includes(protocol || 'iscsi') ? `/${protocol || 'iscsi'}` : undefined;
};

const ibmFile: Suffix = (parameter) => {
  const profile = parameter('profile');
  if (!['rfs', 'dp2'].includes(profile)) return '';
  return `/${profile}${parameter('vmState') === 'true' ? '-rwo' : ''}`;
};

const suffixes: Readonly<Record<string, Suffix>> = {
  'kubevirt.io.hostpath-provisioner': (_, parameters) =>
    Object.hasOwn(parameters, 'overlayCSI') ? '/overlay' : '',
  'kubernetes.io/portworx-volume': portworx,
  'pxd.portworx.com': portworx,
  'csi.trident.netapp.io': trident,
  'infinibox-csi-driver': infinidat,
  'csi.vsphere.vmware.com': (parameter) => (parameter(fsType).includes('nfs') ? '/nfs' : ''),
  'csi-unity.dellemc.com': nfsByProtocol,
  'csi-powerstore.dellemc.com': nfsByFsType,
  'csi-vxflexos.dellemc.com': nfsByFsType,
  'csi-powermax.dellemc.com': nfsByFsType,
  'csi.huawei.com': nfsByProtocol,
  'driver.longhorn.io': longhorn,
  'ebs.csi.aws.com': ebs,
  'pd.csi.storage.gke.io': (parameter) =>
    parameter('type').startsWith('hyperdisk-balanced') ? '/hyperdisk' : '',
  'csi.san.synology.com': synology,
  'vpc.file.csi.ibm.io': ibmFile,
};

/** Key of a StorageClass in CDI's table; undefined: CDI knows the provisioner, and not what these parameters mean. */
export function provisionerKey(storageClass: JsonObject): string | undefined {
  const provisioner = textAt(storageClass, 'provisioner');
  const parameters = objectAt(storageClass, 'parameters');
  const suffix = (suffixes[provisioner] ?? (() => ''))((name) => textAt(parameters, name), parameters);
  return suffix === undefined ? undefined : `${provisioner}${suffix}`;
}
