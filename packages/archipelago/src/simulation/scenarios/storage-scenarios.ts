import { asDefault, simulatedClass, simulatedDriver } from '../storage/standard-storage.ts';
import type { Scenario } from './scenario.ts';
import {
  object,
  rbd,
  rbdDriver,
  rbdForMachines,
  rbdProvisioner,
  usualStorage,
  workers,
} from './scenario-parts.ts';

const ceph = { provisioner: rbdProvisioner };
const unknownDriver = 'csi.acme.example';
const profile = 'cdi.kubevirt.io/v1beta1/StorageProfile';
const provisioner = 'hostpathprovisioner.kubevirt.io/v1beta1/HostPathProvisioner';

/** A StorageProfile whose VolumeSnapshotClass is gone: CDI never takes it back. */
const stale = (name: string) => object(profile, name, { spec: {}, status: { snapshotClass: 'rbd-snap' } });

function hostPathClass(storagePool: string, volumeBindingMode: string) {
  const parts = {
    provisioner: 'kubevirt.io.hostpath-provisioner',
    parameters: { storagePool },
    volumeBindingMode,
  };
  return simulatedClass('hpp', parts);
}

function hostPath(workload: Readonly<Record<string, string>> = {}) {
  return object(provisioner, 'hostpath-provisioner', {
    spec: {
      workload: { nodeSelector: workload },
      storagePools: [{ name: 'local', path: '/var/hpvolumes' }],
    },
  });
}

const forMachines = { vm: 'y' };

/** Classes, profiles and disks of nodes. */
export const storageScenarios: readonly Scenario[] = [
  {
    name: 'no-default-class',
    says: 'no StorageClass is the default: boot images are not imported',
    storage: [...rbdDriver, simulatedClass('rbd', ceph)],
  },
  {
    name: 'two-default-classes',
    says: 'two StorageClasses are the default',
    storage: [
      ...rbdDriver,
      simulatedClass('old', { ...ceph, annotations: asDefault }),
      simulatedClass('new', {
        ...ceph,
        annotations: asDefault,
        parameters: { mapOptions: 'krbd:rxbounce' },
      }),
    ],
  },
  {
    name: 'unknown-provisioner',
    says: 'the default class is of a provisioner that CDI does not know',
    storage: [simulatedClass('x', { provisioner: unknownDriver, annotations: asDefault })],
  },
  {
    name: 'hand-filled-profile',
    says: 'a StorageProfile that CDI does not know is filled by hand, which is no mistake',
    storage: [...usualStorage, simulatedClass('x', { provisioner: unknownDriver })],
    objects: [
      object(profile, 'x', {
        spec: { claimPropertySets: [{ accessModes: ['ReadWriteMany'], volumeMode: 'Block' }] },
      }),
    ],
  },
  {
    name: 'bucket-classes',
    says: 'classes of object buckets have empty profiles, which is no mistake',
    storage: [
      ...usualStorage,
      simulatedClass('rgw', { provisioner: 'openshift-storage.ceph.rook.io/bucket' }),
    ],
  },
  {
    name: 'single-node',
    says: 'one node with a class that gives volumes to one node only',
    controlPlanes: false,
    nodes: [{ name: 'sno', roles: ['control-plane', 'master', 'worker'], taints: [] }],
    storage: [
      ...simulatedDriver('ebs.csi.aws.com', 's'),
      simulatedClass('ebs', { provisioner: 'ebs.csi.aws.com', annotations: asDefault }),
    ],
  },
  {
    name: 'stale-snapshot-class',
    says: 'StorageProfiles name a VolumeSnapshotClass that is gone',
    storage: [...simulatedDriver(rbdProvisioner), rbd, rbdForMachines],
    objects: [stale('rbd'), stale('rbd-virt')],
  },
  {
    name: 'ceph-default-without-rxbounce',
    says: 'the default class of Ceph is not the one for virtual machines',
    storage: [
      ...rbdDriver,
      rbd,
      simulatedClass('rbd-virt', { ...ceph, parameters: { mapOptions: 'noshare,krbd:rxbounce' } }),
    ],
  },
  {
    name: 'host-path-elsewhere',
    says: 'the HostPathProvisioner runs on other nodes than virtual machines',
    spec: { workloads: { nodePlacement: { nodeSelector: forMachines } } },
    nodes: [...workers('w0 w1', { labels: forMachines }), ...workers('d0 d1', { labels: { disk: 'ssd' } })],
    storage: [...usualStorage, hostPathClass('local', 'WaitForFirstConsumer')],
    objects: [hostPath({ disk: 'ssd' })],
  },
  {
    name: 'host-path-pool',
    says: 'a class names a pool that the HostPathProvisioner does not have, and binds at once',
    storage: [...usualStorage, hostPathClass('fast', 'Immediate')],
    objects: [hostPath()],
  },
];
