import { placementSchema } from '../declaration/placement-schema.ts';
import { openObject, type ResourceDefinition } from '../declaration/resource-definition.ts';

const pool = {
  type: 'object',
  required: ['name', 'path'],
  properties: {
    name: { type: 'string', maxLength: 50, minLength: 1, description: 'What a StorageClass calls the pool.' },
    path: { type: 'string', maxLength: 255, minLength: 1, description: 'Folder on the node.' },
    pvcTemplate: {
      ...openObject,
      description: 'Claim that the pool lies on; without it, the disk of the node.',
    },
    snapshotProvider: { type: 'string', description: 'What makes snapshots.' },
    overlayClassName: { type: 'string', description: 'StorageClass of an overlay.' },
  },
};

/** Storage on the disks of nodes; one for the cluster. */
export const hostPathProvisioner: ResourceDefinition = {
  group: 'hostpathprovisioner.kubevirt.io',
  version: 'v1beta1',
  kind: 'HostPathProvisioner',
  plural: 'hostpathprovisioners',
  shortNames: [],
  inCategoryAll: false,
  namespaced: false,
  // upstream has none
  statusSubresource: false,
  columns: [],
  members: {
    spec: {
      type: 'object',
      description: 'Where volumes lie, and on which nodes.',
      properties: {
        featureGates: {
          type: 'array',
          items: { type: 'string' },
          description: 'Features that are tried out.',
        },
        imagePullPolicy: { type: 'string', description: 'When images are pulled.' },
        pathConfig: { ...openObject, description: 'The one path of older releases.' },
        storagePools: { type: 'array', items: pool, description: 'Paths by name.' },
        workload: placementSchema('Restrict on which nodes HPP workload pods will be scheduled'),
      },
    },
    status: openObject,
  },
  required: [],
};
