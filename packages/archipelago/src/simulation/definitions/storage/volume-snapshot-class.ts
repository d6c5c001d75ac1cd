import { ageColumn, type ResourceDefinition } from '../declaration/resource-definition.ts';

/** How snapshots of a driver's volumes are made. */
export const volumeSnapshotClass: ResourceDefinition = {
  group: 'snapshot.storage.k8s.io',
  approvedBy: 'https://github.com/kubernetes-csi/external-snapshotter/pull/814',
  version: 'v1',
  kind: 'VolumeSnapshotClass',
  plural: 'volumesnapshotclasses',
  shortNames: ['vsclass', 'vsclasses'],
  inCategoryAll: false,
  namespaced: false,
  statusSubresource: false,
  columns: [
    { name: 'Driver', type: 'string', jsonPath: '.driver' },
    {
      name: 'DeletionPolicy',
      type: 'string',
      jsonPath: '.deletionPolicy',
      description: 'What becomes of the snapshot on the storage when its VolumeSnapshot is deleted.',
    },
    ageColumn,
  ],
  members: {
    deletionPolicy: {
      type: 'string',
      enum: ['Delete', 'Retain'],
      description: 'What becomes of the snapshot on the storage when its VolumeSnapshot is deleted.',
    },
    driver: { type: 'string', description: 'CSI driver that makes the snapshots.' },
    parameters: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'What the driver wants to know; nobody else reads it.',
    },
  },
  required: ['deletionPolicy', 'driver'],
};
