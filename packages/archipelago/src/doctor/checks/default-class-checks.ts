import { textAt } from '@archipelago/apimachinery';
import type { ClusterView } from '../cluster/cluster-view.ts';
import {
  aboutClass,
  classReference,
  holdsDisks,
  type StorageClassView,
  winnerOf,
} from '../cluster/storage-class-view.ts';
import { isShared, isSharedBlock } from '../cluster/storage-profile-view.ts';
import type { Check, Outcome } from '../model/check.ts';

const classes = ['storageClasses'] as const;

/** What disks get when nobody names a class. */
export const defaultClassChecks: readonly Check[] = [
  {
    code: 'VD301',
    title: 'There is a default StorageClass',
    severity: 'critical',
    causeFrom: 'critical',
    confidence: 'certain',
    needs: classes,
    message: 'There is no default StorageClass: {problem}.',
    impact: 'No virtual machine can be made from a boot image.',
    fix: 'make one the default; {candidate} suits best',
    commands: ['kubectl annotate storageclass {candidate} storageclass.kubernetes.io/is-default-class=true'],
    falsePositives: 'clusters in which everybody names a class',
    find: defaultExists,
  },
  {
    code: 'VD302',
    title: 'There is one default StorageClass',
    severity: 'warning',
    confidence: 'certain',
    needs: classes,
    message: '{count} classes are the default: {winner} is taken, for it is the newest.',
    impact: 'Who makes another class changes where new volumes go.',
    fix: 'take the annotation from {others}',
    commands: ['kubectl annotate storageclass {others} storageclass.kubernetes.io/is-default-class-'],
    falsePositives: 'a move from one class to another',
    find: (cluster) => severalDefaults(cluster.storageClasses.filter(({ isDefault }) => isDefault)),
  },
  {
    code: 'VD303',
    title: 'There is one default class for virtual machines',
    severity: 'warning',
    confidence: 'certain',
    needs: classes,
    message:
      '{count} classes are the default for virtual machines: disks use {winner}, their TPM state may use any.',
    impact: 'Disk and TPM state of one machine can be on different storage.',
    fix: 'take the annotation from {others}',
    commands: ['kubectl annotate storageclass {others} storageclass.kubevirt.io/is-default-virt-class-'],
    falsePositives: 'none',
    find: (cluster) =>
      severalDefaults(
        cluster.storageClasses.filter(({ isVirtualizationDefault }) => isVirtualizationDefault),
      ),
  },
  {
    code: 'VD304',
    title: 'The default class holds disks',
    severity: 'critical',
    confidence: 'certain',
    needs: classes,
    after: ['VD301'],
    message: 'The default class {class} cannot hold disks: {provisioner} gives none.',
    impact: 'Every disk without a class waits.',
    fix: 'make another class the default',
    falsePositives: 'a class of volumes that somebody made by hand is left out',
    find: holdsDisksAtAll,
  },
];

const waiting = 'boot images are not imported, and disks without a class wait';
const onlyMachines =
  'disks of virtual machines get the default for them, and all other volumes without a class wait';

function defaultExists({ storageClasses, storageProfiles }: ClusterView): Outcome {
  if (storageClasses.some(({ isDefault }) => isDefault)) return [];
  const virtualization = winnerOf(
    storageClasses.filter(({ isVirtualizationDefault }) => isVirtualizationDefault),
  );
  const able = storageClasses.filter(({ provisioner }) => holdsDisks(provisioner));
  const [best] = [...able].sort((a, b) => rank(b) - rank(a) || (a.name < b.name ? -1 : 1));
  const candidate = (virtualization ?? best)?.name;
  if (candidate === undefined)
    return [{ params: { candidate: '', problem: waiting }, fix: 'make a StorageClass, the default' }];
  if (virtualization === undefined) return [{ params: { candidate, problem: waiting } }];
  return [{ severity: 'info', params: { candidate, problem: onlyMachines } }];

  function rank({ name }: StorageClassView): number {
    const profile = storageProfiles.get(name);
    if (profile === undefined || !profile.isComplete) return 0;
    if (profile.sets.some(isSharedBlock)) return 3;
    return profile.sets.some(isShared) ? 2 : 1;
  }
}

function severalDefaults(all: readonly StorageClassView[]): Outcome {
  const winner = winnerOf(all);
  if (winner === undefined || all.length < 2) return [];
  const others = all.filter((one) => one !== winner).map(({ name }) => name);
  return [{ object: classReference(winner), params: { count: all.length, winner: winner.name, others } }];
}

function holdsDisksAtAll(cluster: ClusterView): Outcome {
  const { diskClass } = cluster;
  if (diskClass === undefined || holdsDisks(diskClass.provisioner)) return [];
  if (diskClass.provisioner !== 'kubernetes.io/no-provisioner') return [aboutClass(diskClass)];
  const volumes = cluster.given('persistentVolumes');
  if (volumes === undefined) return { unknown: 'whether somebody made volumes by hand was not read' };
  const isMade = volumes.some((one) => textAt(one, 'spec', 'storageClassName') === diskClass.name);
  return isMade ? [] : [aboutClass(diskClass)];
}
