import type { JsonObject } from '@archipelago/apimachinery';
import { objectField, textField, textsField } from '../../json/json-access.ts';
import { column } from '../../tables/column.ts';
import { ageColumn, nameColumn } from '../../tables/common-columns.ts';
import { builtInType } from '../declaration/kind-declaration.ts';
import { shortAccessModes } from './access-modes.ts';

function spec(object: JsonObject): JsonObject {
  return objectField(object, 'spec');
}

function status(object: JsonObject): JsonObject {
  return objectField(object, 'status');
}

export const persistentVolumeClaim = builtInType({
  group: '',
  version: 'v1',
  kind: 'PersistentVolumeClaim',
  plural: 'persistentvolumeclaims',
  namespaced: true,
  shortNames: ['pvc'],
  type: 'io.k8s.api.core.v1.PersistentVolumeClaim',
  status: true,
  returnsDeleted: true,
  columns: [
    nameColumn,
    column('Status', 'PersistentVolumeClaimStatus.phase', (object) => textField(status(object), 'phase')),
    column('Volume', 'PersistentVolumeClaimSpec.volumeName', (object) =>
      textField(spec(object), 'volumeName'),
    ),
    column('Capacity', 'PersistentVolumeClaimStatus.capacity', (object) =>
      textField(objectField(status(object), 'capacity'), 'storage'),
    ),
    column('Access Modes', 'PersistentVolumeClaimStatus.accessModes', (object) =>
      shortAccessModes(textsField(status(object), 'accessModes')),
    ),
    column('StorageClass', 'PersistentVolumeClaimSpec.storageClassName', (object) =>
      textField(spec(object), 'storageClassName'),
    ),
    column(
      'VolumeAttributesClass',
      'PersistentVolumeClaimSpec.volumeAttributesClassName',
      (object) => textField(spec(object), 'volumeAttributesClassName') || '<unset>',
    ),
    ageColumn,
    column(
      'VolumeMode',
      'PersistentVolumeClaimSpec.volumeMode',
      (object) => textField(spec(object), 'volumeMode'),
      { wide: true },
    ),
  ],
  defaults: [{ at: 'spec', fields: { volumeMode: 'Filesystem' } }],
  prepareForCreate: (object) => ({ ...object, status: { phase: 'Pending' } }),
});
