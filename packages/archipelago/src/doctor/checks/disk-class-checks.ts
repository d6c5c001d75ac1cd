import { textAt } from '@archipelago/apimachinery';
import type { ClusterView } from '../cluster/cluster-view.ts';
import { classReference, hasRxbounce, isCephBlock, winnerOf } from '../cluster/storage-class-view.ts';
import { holdsScratch, isShared } from '../cluster/storage-profile-view.ts';
import type { Check, Outcome } from '../model/check.ts';
import { ofDiskClass } from './of-disk-class.ts';

const classes = ['storageClasses'] as const;
const profiles = ['storageClasses', 'storageProfiles'] as const;

/** Whether the class that disks get suits them. */
export const diskClassChecks: readonly Check[] = [
  {
    code: 'VD309',
    title: 'Disks of the default class can migrate',
    severity: 'warning',
    confidence: 'certain',
    needs: [...profiles, 'nodes'],
    after: ['VD301', 'VD304'],
    message:
      'Disks on {class} are ReadWriteOnce: virtual machines cannot be migrated, and those that should hold up drains.',
    impact: 'A node is drained only after its virtual machines were shut down.',
    fix: 'make a class the default that gives ReadWriteMany, Block at best; or set evictionStrategy: LiveMigrateIfPossible',
    falsePositives: 'local storage that was chosen on purpose',
    find: disksMigrate,
  },
  {
    code: 'VD310',
    title: 'Disks are cloned by the storage',
    severity: 'warning',
    confidence: 'certain',
    needs: [...profiles, 'csiDrivers', 'snapshotClasses'],
    after: ['VD301', 'VD304'],
    message: 'On {class} each virtual machine made from a boot image is copied over the network.',
    impact: 'New virtual machines take minutes, and load the network.',
    fix: 'make a VolumeSnapshotClass whose driver is {provisioner}',
    falsePositives: 'small clusters',
    find: disksClone,
  },
  {
    code: 'VD315',
    title: 'Ceph: the class for virtual machines is used',
    severity: 'warning',
    confidence: 'certain',
    needs: classes,
    message: '{default}, which disks get, lacks mapOptions krbd:rxbounce; {virt} has it.',
    impact: 'Windows sees checksum errors and rewrites blocks.',
    fix: 'make {virt} the default for virtual machines',
    commands: ['kubectl annotate storageclass {virt} storageclass.kubevirt.io/is-default-virt-class=true'],
    falsePositives: 'classes with another mounter than rbd are left out',
    find: cephIsTuned,
  },
  {
    code: 'VD316',
    title: 'Ceph: disks are block devices',
    severity: 'info',
    confidence: 'certain',
    needs: profiles,
    after: ['VD301', 'VD304'],
    message: '{class} gives files for disks: block devices of RBD are recommended.',
    impact: 'Disks are slower than they could be.',
    fix: 'make a class of RBD the default, or put Block first in the StorageProfile',
    falsePositives: 'file systems that are shared on purpose',
    find: cephIsBlock,
  },
  {
    code: 'VD319',
    title: 'The default class can hold scratch space',
    severity: 'info',
    confidence: 'heuristic',
    needs: profiles,
    after: ['VD301', 'VD304'],
    message:
      'Uploads and imports from registries need a volume with a file system for a while, which {class} does not list.',
    impact: 'Some imports may wait for scratch space.',
    fix: 'set scratchSpaceStorageClass to a class that gives ReadWriteOnce with Filesystem',
    falsePositives: 'disks of EBS and Azure can have a file system, though CDI does not list it',
    find: scratchFits,
  },
];

function disksMigrate(cluster: ClusterView): Outcome {
  const counts = cluster.architectures.map(
    (one) => cluster.capableNodes.filter(({ architecture }) => architecture === one).length,
  );
  if (counts.every((count) => count < 2))
    return { skipped: 'no architecture has two nodes to migrate between' };
  return ofDiskClass(cluster, (_, { sets }) => !sets.some(isShared));
}

function disksClone(cluster: ClusterView): Outcome {
  const drivers = cluster.objects('csiDrivers').map((one) => textAt(one, 'metadata', 'name'));
  const snapshots = cluster.objects('snapshotClasses').map((one) => textAt(one, 'driver'));
  return ofDiskClass(cluster, ({ provisioner }, { cloneStrategy }) => {
    if (cloneStrategy === 'csi-clone') return !drivers.includes(provisioner);
    return cloneStrategy !== 'snapshot' || !snapshots.includes(provisioner);
  });
}

function cephIsTuned({ diskClass, storageClasses }: ClusterView): Outcome {
  if (diskClass === undefined || !isCephBlock(diskClass)) return { skipped: 'disks are not on Ceph RBD' };
  if (hasRxbounce(diskClass) || !['', 'rbd'].includes(diskClass.parameter('mounter'))) return [];
  const better = winnerOf(storageClasses.filter((one) => isCephBlock(one) && hasRxbounce(one)));
  if (better === undefined) return [];
  return [{ object: classReference(diskClass), params: { default: diskClass.name, virt: better.name } }];
}

function cephIsBlock(cluster: ClusterView): Outcome {
  return ofDiskClass(cluster, (one, { sets: [first] }) => {
    const isFiles = one.provisioner.includes('cephfs.csi.ceph.com');
    return isFiles || (isCephBlock(one) && first?.volumeMode === 'Filesystem');
  });
}

function scratchFits(cluster: ClusterView): Outcome {
  const written = cluster.hyperConverged.text('scratchClass');
  if (written !== '') return { skipped: `scratch space is on ${written}` };
  return ofDiskClass(cluster, (_, profile) => !holdsScratch(profile));
}
