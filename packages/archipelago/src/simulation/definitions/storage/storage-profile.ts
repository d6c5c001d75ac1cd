import type { JsonObject } from '@archipelago/apimachinery';
import { openObject, type ResourceDefinition } from '../declaration/resource-definition.ts';

const accessModes: JsonObject = {
  type: 'array',
  maxItems: 4,
  items: { type: 'string' },
  description: 'How many nodes may write a volume at a time.',
  'x-kubernetes-validations': [
    {
      message: 'Illegal AccessMode',
      rule: "self.all(am, am in ['ReadWriteOnce', 'ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOncePod'])",
    },
  ],
};

const claimPropertySets: JsonObject = {
  type: 'array',
  maxItems: 8,
  description: 'Ways in which the class gives volumes; the first is taken where a disk names none.',
  items: {
    type: 'object',
    required: ['accessModes', 'volumeMode'],
    properties: {
      accessModes,
      volumeMode: { type: 'string', enum: ['Block', 'Filesystem'], description: 'Device or file system.' },
    },
  },
};

const shared = {
  claimPropertySets,
  cloneStrategy: { type: 'string', description: 'How disks are cloned: copy, snapshot or csi-clone.' },
  dataImportCronSourceFormat: {
    type: 'string',
    description: 'What boot images are kept as: pvc or snapshot.',
  },
  snapshotClass: { type: 'string', description: 'VolumeSnapshotClass that snapshots are made with.' },
} as const;

/** What CDI knows of a StorageClass; the name is the class's. */
export const storageProfile: ResourceDefinition = {
  group: 'cdi.kubevirt.io',
  version: 'v1beta1',
  kind: 'StorageProfile',
  plural: 'storageprofiles',
  shortNames: [],
  inCategoryAll: false,
  namespaced: false,
  statusSubresource: true,
  columns: [],
  members: {
    spec: { type: 'object', description: 'What somebody knows better than CDI.', properties: shared },
    status: {
      type: 'object',
      description: 'What holds.',
      properties: {
        ...shared,
        conditions: { type: 'array', items: openObject },
        provisioner: { type: 'string', description: "The class's provisioner." },
        storageClass: { type: 'string', description: 'The class.' },
      },
    },
  },
  required: ['spec'],
};
