import { objectAt, objectsAt, textAt, valueAt } from '@archipelago/apimachinery';
import type { ClusterView } from '../cluster/cluster-view.ts';
import { knownDriver } from '../cluster/known-driver.ts';
import { aboutClass, isNodeLocal } from '../cluster/storage-class-view.ts';
import type { Check, Found, Outcome } from '../model/check.ts';
import { ofDiskClass } from './of-disk-class.ts';

/** Volumes of boot images, and of virtual machines that run. */
export const volumeChecks: readonly Check[] = [
  {
    code: 'VD313',
    title: 'Boot images are kept as CDI advises',
    severity: 'info',
    confidence: 'certain',
    needs: ['storageClasses', 'storageProfiles'],
    after: ['VD301', 'VD304', 'VD310', 'VD311'],
    message: 'Boot images on {class} are kept as volumes: snapshots serve many virtual machines better.',
    impact: 'Many virtual machines that are made at the same time wait for each other.',
    fix: 'make a VolumeSnapshotClass whose driver is {provisioner}, or set spec.dataImportCronSourceFormat: snapshot in the StorageProfile',
    falsePositives: 'a format that somebody wrote is left out',
    find: imagesAreSnapshots,
  },
  {
    code: 'VD314',
    title: 'Boot images are on shared storage',
    severity: 'warning',
    confidence: 'likely',
    needs: ['storageClasses', 'nodes', 'hyperConvergeds'],
    after: ['VD201', 'VD202', 'VD301', 'VD304'],
    message: 'The default class {class} has its volumes on single nodes, and {problem}.',
    impact: 'Virtual machines made from a boot image run on the node of the image only.',
    fix: 'make a class of shared storage the default, or name one as storageClassName of the boot images',
    falsePositives: 'clusters of one node are left out',
    find: imagesAreShared,
  },
  {
    code: 'VD317',
    title: 'Ceph: disks of virtual machines have rxbounce',
    severity: 'warning',
    confidence: 'certain',
    needs: ['instances', 'persistentVolumes'],
    message:
      'Disk {pvc} of {namespace}/{vm} was made without mapOptions krbd:rxbounce; another default class does not change it.',
    impact: 'Windows sees checksum errors and rewrites blocks.',
    fix: 'move the disk to a class with mapOptions krbd:rxbounce: migrate its storage, or clone it',
    falsePositives: 'other guests than Windows: told as information, as where the guest is not known',
    find: disksAreTuned,
  },
];

function imagesAreSnapshots(cluster: ClusterView): Outcome {
  return ofDiskClass(
    cluster,
    (one, { bootImageFormat, writtenBootImageFormat }) =>
      knownDriver(one)?.bootImageFormat === 'snapshot' &&
      bootImageFormat === 'pvc' &&
      writtenBootImageFormat === '',
  );
}

function imagesAreShared(cluster: ClusterView): Outcome {
  const { diskClass, workloadNodes } = cluster;
  if (diskClass === undefined || !isNodeLocal(diskClass))
    return { skipped: 'disks are not on local storage' };
  if (workloadNodes.length < 2) return { skipped: 'there is one workload node' };
  const images = cluster.given('dataImportCrons');
  const hasImages = images !== undefined && images.length > 0;
  if (!diskClass.bindsImmediately && !hasImages)
    return images === undefined ? { unknown: 'whether there are boot images was not read' } : [];
  const problem = hasImages
    ? 'boot images land on one of them'
    : 'makes them before it is known where they are needed';
  const { object, params } = aboutClass(diskClass);
  return [{ object, params: { ...params, problem } }];
}

interface Disk {
  readonly claim: string;
  readonly namespace: string;
  readonly vm: string;
  readonly isWindows: boolean;
}

function disksAreTuned(cluster: ClusterView): Outcome {
  const untuned = new Set(
    cluster
      .objects('persistentVolumes')
      .filter(isUntuned)
      .map((one) => objectAt(one, 'spec', 'claimRef'))
      .map((claim) => `${textAt(claim, 'namespace')}/${textAt(claim, 'name')}`),
  );
  return cluster.running
    .flatMap(disksOf)
    .filter(({ namespace, claim }) => untuned.has(`${namespace}/${claim}`))
    .map(({ namespace, claim, vm, isWindows }): Found => {
      const object = { kind: 'PersistentVolumeClaim', namespace, name: claim };
      return { object, severity: isWindows ? 'warning' : 'info', params: { pvc: claim, namespace, vm } };
    });
}

/** A block device of Ceph RBD that the kernel maps without bounce buffers. */
function isUntuned(volume: unknown): boolean {
  const attribute = (name: string) => textAt(volume, 'spec', 'csi', 'volumeAttributes', name);
  return (
    textAt(volume, 'spec', 'csi', 'driver').includes('rbd.csi.ceph.com') &&
    textAt(volume, 'spec', 'volumeMode') === 'Block' &&
    ['', 'rbd'].includes(attribute('mounter')) &&
    !attribute('mapOptions').includes('krbd:rxbounce')
  );
}

function disksOf(instance: unknown): readonly Disk[] {
  const [namespace, vm] = [textAt(instance, 'metadata', 'namespace'), textAt(instance, 'metadata', 'name')];
  return objectsAt(instance, 'spec', 'volumes').flatMap((volume) => {
    const claim =
      textAt(volume, 'persistentVolumeClaim', 'claimName') || textAt(volume, 'dataVolume', 'name');
    return claim === '' ? [] : [{ claim, namespace, vm, isWindows: isWindows(instance) }];
  });
}

/** As the guest says itself, or as it was made. */
function isWindows(instance: unknown): boolean {
  const guest = valueAt(instance, 'status', 'guestOSInfo');
  const annotations = objectAt(instance, 'metadata', 'annotations');
  return [
    textAt(guest, 'id'),
    textAt(guest, 'name'),
    textAt(annotations, 'vm.kubevirt.io/os'),
    textAt(annotations, 'kubevirt.io/preference-name'),
    textAt(annotations, 'kubevirt.io/cluster-preference-name'),
  ].some((text) => /^(mswindows|win|microsoft)/i.test(text));
}
