import type { JsonObject } from '@archipelago/apimachinery';
import { objectField, textField, textsField } from '../../json/json-access.ts';
import { column } from '../../tables/column.ts';
import { ageColumn, nameColumn } from '../../tables/common-columns.ts';
import { builtInType } from '../declaration/kind-declaration.ts';
import { shortAccessModes } from './access-modes.ts';

function spec(object: JsonObject): JsonObject {
  return objectField(object, 'spec');
}

function claim(object: JsonObject): string {
  const reference = objectField(spec(object), 'claimRef');
  const name = textField(reference, 'name');
  return name === '' ? '' : `${textField(reference, 'namespace')}/${name}`;
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
      textField(objectField(spec(object), 'capacity'), 'storage'),
    ),
    column('Access Modes', 'PersistentVolumeSpec.accessModes', (object) =>
      shortAccessModes(textsField(spec(object), 'accessModes')),
    ),
    column('Reclaim Policy', 'PersistentVolumeSpec.persistentVolumeReclaimPolicy', (object) =>
      textField(spec(object), 'persistentVolumeReclaimPolicy'),
    ),
    column('Status', 'PersistentVolumeStatus.phase', (object) =>
      textField(objectField(object, 'status'), 'phase'),
    ),
    column('Claim', 'PersistentVolumeSpec.claimRef', claim),
    column('StorageClass', 'PersistentVolumeSpec.storageClassName', (object) =>
      textField(spec(object), 'storageClassName'),
    ),
    column(
      'VolumeAttributesClass',
      'PersistentVolumeSpec.volumeAttributesClassName',
      (object) => textField(spec(object), 'volumeAttributesClassName') || '<unset>',
    ),
    column('Reason', 'PersistentVolumeStatus.reason', (object) =>
      textField(objectField(object, 'status'), 'reason'),
    ),
    ageColumn,
    column(
      'VolumeMode',
      'PersistentVolumeSpec.volumeMode',
      (object) => textField(spec(object), 'volumeMode'),
      { wide: true },
    ),
  ],
  defaults: [{ at: 'spec', fields: { persistentVolumeReclaimPolicy: 'Retain', volumeMode: 'Filesystem' } }],
  prepareForCreate: (object) => ({ ...object, status: { phase: 'Pending' } }),
});
