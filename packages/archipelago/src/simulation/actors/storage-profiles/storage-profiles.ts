import {
  type JsonObject,
  jsonEqual,
  type KubernetesObject,
  objectAt,
  timestamp,
} from '@archipelago/apimachinery';
import type { Resource } from '@archipelago/kube-client';
import { cdi } from '../../definitions/cdi.ts';
import { simulatedAnnotation } from '../../definitions/declaration/simulated.ts';
import { storageProfile } from '../../definitions/storage/storage-profile.ts';
import { volumeSnapshotClass } from '../../definitions/storage/volume-snapshot-class.ts';
import type { Play, PlayedWorld, PlayedWrite } from '../players/play.ts';
import { profileStatus } from './profile-status.ts';

const resources = {
  CDI: cdi,
  StorageProfile: storageProfile,
  StorageClass: ofCluster('storage.k8s.io', 'storageclasses', 'StorageClass'),
  VolumeSnapshotClass: volumeSnapshotClass,
  PersistentVolume: ofCluster('', 'persistentvolumes', 'PersistentVolume'),
} as const satisfies Readonly<Record<string, Resource>>;

function ofCluster(group: string, plural: string, kind: string): Resource {
  return { group, version: 'v1', plural, kind, namespaced: false };
}

type World = PlayedWorld<keyof typeof resources>;

/** Plays CDI's controller of StorageProfiles, as long as there is a CDI. */
export const storageProfiles: Play<keyof typeof resources> = {
  name: 'storage profiles',
  resources,
  look(world) {
    const [owner] = world.list('CDI').filter(({ metadata }) => metadata.deletionTimestamp === undefined);
    if (owner === undefined) return { writes: [] };
    const classes = world.list('StorageClass');
    const names = new Set(classes.map(({ metadata }) => metadata.name));
    const orphans = world
      .list('StorageProfile')
      .filter(
        ({ metadata }) => !names.has(metadata.name) && metadata.annotations?.[simulatedAnnotation] === 'true',
      );
    return {
      writes: [
        ...orphans.map((object): PlayedWrite => ({ do: 'delete', resource: storageProfile, object })),
        ...classes.flatMap((one) => profileWrites(one, owner, world)),
      ],
    };
  },
};

function profileWrites(one: KubernetesObject, owner: KubernetesObject, world: World): readonly PlayedWrite[] {
  const profile = world.get('StorageProfile', one.metadata.name);
  if (profile === undefined)
    return [{ do: 'create', resource: storageProfile, object: newProfile(one.metadata.name, owner) }];
  const status = profileStatus({
    storageClass: plain(one),
    profile: plain(profile),
    snapshotClasses: world.list('VolumeSnapshotClass').map(plain),
    volumes: world.list('PersistentVolume').map(plain),
    now: timestamp(world.now),
  });
  const before = objectAt(profile, 'status');
  if (status === undefined || jsonEqual(status, before)) return [];
  const gone = Object.keys(before).filter((field) => !Object.hasOwn(status, field));
  const patch = { status: { ...Object.fromEntries(gone.map((field) => [field, null])), ...status } };
  return [{ do: 'patchStatus', resource: storageProfile, object: profile, patch }];
}

function newProfile(name: string, { metadata }: KubernetesObject): KubernetesObject {
  return {
    apiVersion: 'cdi.kubevirt.io/v1beta1',
    kind: 'StorageProfile',
    metadata: {
      name,
      annotations: { [simulatedAnnotation]: 'true' },
      labels: {
        app: 'containerized-data-importer',
        'app.kubernetes.io/component': 'storage',
        'app.kubernetes.io/managed-by': 'cdi-controller',
        'app.kubernetes.io/part-of': 'hyperconverged-cluster',
        'cdi.kubevirt.io': '',
      },
      ownerReferences: [
        {
          apiVersion: 'cdi.kubevirt.io/v1beta1',
          kind: 'CDI',
          name: metadata.name,
          uid: metadata.uid ?? '',
          controller: true,
          blockOwnerDeletion: true,
        },
      ],
    },
    spec: {},
  };
}

function plain({ metadata, ...rest }: KubernetesObject): JsonObject {
  const { name, annotations = {} } = metadata;
  return { ...rest, metadata: { name, annotations } };
}
