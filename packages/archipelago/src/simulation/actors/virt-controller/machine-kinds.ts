import type { Resource } from '@archipelago/kube-client';
import { dataSource } from '../../definitions/data-source.ts';
import { dataVolume } from '../../definitions/data-volume.ts';
import { kubevirt } from '../../definitions/kubevirt.ts';
import { storageProfile } from '../../definitions/storage/storage-profile.ts';
import { virtualMachine } from '../../definitions/virtual-machine.ts';
import { virtualMachineInstance } from '../../definitions/virtual-machine-instance.ts';
import { virtualMachineInstanceMigration } from '../../definitions/virtual-machine-instance-migration.ts';
import type { PlayedWorld } from '../players/play.ts';

const core = { group: '', version: 'v1' } as const;

/** What virt-controller looks at and writes. */
export const machineKinds = {
  KubeVirt: kubevirt,
  VirtualMachine: virtualMachine,
  VirtualMachineInstance: virtualMachineInstance,
  Migration: virtualMachineInstanceMigration,
  DataSource: dataSource,
  DataVolume: dataVolume,
  StorageProfile: storageProfile,
  PersistentVolumeClaim: {
    ...core,
    plural: 'persistentvolumeclaims',
    kind: 'PersistentVolumeClaim',
    namespaced: true,
  },
  StorageClass: {
    group: 'storage.k8s.io',
    version: 'v1',
    plural: 'storageclasses',
    kind: 'StorageClass',
    namespaced: false,
  },
  Node: { ...core, plural: 'nodes', kind: 'Node', namespaced: false },
  Pod: { ...core, plural: 'pods', kind: 'Pod', namespaced: true },
} as const satisfies Readonly<Record<string, Resource>>;

/** A cluster as virt-controller sees it. */
export type MachineWorld = PlayedWorld<keyof typeof machineKinds>;
