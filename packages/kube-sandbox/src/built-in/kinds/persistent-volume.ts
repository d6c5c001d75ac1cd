import { type JsonObject, objectAt, textAt, textsAt } from '@archipelago/apimachinery';
import { column } from '../../tables/column.ts';
import { ageColumn, nameColumn } from '../../tables/common-columns.ts';
import { builtInType } from '../declaration/kind-declaration.ts';
import { shortAccessModes } from './access-modes.ts';

function spec(object: JsonObject): JsonObject {
  return objectAt(object, 'spec');
}

function claim(object: JsonObject): string {
  const reference = objectAt(spec(object), 'claimRef');
  const name = textAt(reference, 'name');
  return name === '' ? '' : `${textAt(reference, 'namespace')}/${name}`;
}

export const persistentVolume = builtInType({
  group: '',
  version: 'v1',
  kind: 'PersistentVolume',
  plural: 'persistentvolumes',
  namespaced: false,
  shortNames: ['pv'],
  type: 'io.k8s.api.core.v1.PersistentVolume',
  status: true,
  returnsDeleted: true,
  columns: [
    nameColumn,
    column('Capacity', 'PersistentVolumeSpec.capacity', (object) =>
      textAt(objectAt(spec(object), 'capacity'), 'storage'),
    ),
    column('Access Modes', 'PersistentVolumeSpec.accessModes', (object) =>
      shortAccessModes(textsAt(spec(object), 'accessModes')),
    ),
    column('Reclaim Policy', 'PersistentVolumeSpec.persistentVolumeReclaimPolicy', (object) =>
      textAt(spec(object), 'persistentVolumeReclaimPolicy'),
    ),
    column('Status', 'PersistentVolumeStatus.phase', (object) => textAt(objectAt(object, 'status'), 'phase')),
    column('Claim', 'PersistentVolumeSpec.claimRef', claim),
    column('StorageClass', 'PersistentVolumeSpec.storageClassName', (object) =>
      textAt(spec(object), 'storageClassName'),
    ),
    column(
      'VolumeAttributesClass',
      'PersistentVolumeSpec.volumeAttributesClassName',
      (object) => textAt(spec(object), 'volumeAttributesClassName') || '<unset>',
    ),
    column('Reason', 'PersistentVolumeStatus.reason', (object) =>
      textAt(objectAt(object, 'status'), 'reason'),
    ),
    ageColumn,
    column('VolumeMode', 'PersistentVolumeSpec.volumeMode', (object) => textAt(spec(object), 'volumeMode'), {
      wide: true,
    }),
  ],
  defaults: [{ at: 'spec', fields: { persistentVolumeReclaimPolicy: 'Retain', volumeMode: 'Filesystem' } }],
  prepareForCreate: (object) => ({ ...object, status: { phase: 'Pending' } }),
});
