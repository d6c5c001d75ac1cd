import { type JsonObject, objectAt, textAt, textsAt } from '@archipelago/apimachinery';
import { column } from '../../tables/column.ts';
import { ageColumn, nameColumn } from '../../tables/common-columns.ts';
import { claimChangeErrors, claimErrors } from '../../validation/claim-errors.ts';
import { labelSelector, named, needed, oneOf } from '../../validation/field-checks.ts';
import { subdomain } from '../../validation/name-rules.ts';
import { builtInType } from '../declaration/kind-declaration.ts';
import { shortAccessModes } from './access-modes.ts';

const accessModes = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'];

function spec(object: JsonObject): JsonObject {
  return objectAt(object, 'spec');
}

function status(object: JsonObject): JsonObject {
  return objectAt(object, 'status');
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
    column('Status', 'PersistentVolumeClaimStatus.phase', (object) => textAt(status(object), 'phase')),
    column('Volume', 'PersistentVolumeClaimSpec.volumeName', (object) => textAt(spec(object), 'volumeName')),
    column('Capacity', 'PersistentVolumeClaimStatus.capacity', (object) =>
      textAt(objectAt(status(object), 'capacity'), 'storage'),
    ),
    column('Access Modes', 'PersistentVolumeClaimStatus.accessModes', (object) =>
      shortAccessModes(textsAt(status(object), 'accessModes')),
    ),
    column('StorageClass', 'PersistentVolumeClaimSpec.storageClassName', (object) =>
      textAt(spec(object), 'storageClassName'),
    ),
    column(
      'VolumeAttributesClass',
      'PersistentVolumeClaimSpec.volumeAttributesClassName',
      (object) => textAt(spec(object), 'volumeAttributesClassName') || '<unset>',
    ),
    ageColumn,
    column(
      'VolumeMode',
      'PersistentVolumeClaimSpec.volumeMode',
      (object) => textAt(spec(object), 'volumeMode'),
      { wide: true },
    ),
  ],
  defaults: [{ at: 'spec', keepsEmpty: true, fields: { volumeMode: 'Filesystem' } }],
  prepareForCreate: (object) => ({ ...object, status: { phase: 'Pending' } }),
  rules: {
    'spec.accessModes': needed('at least 1 access mode is required'),
    'spec.accessModes[*]': oneOf(...accessModes),
    'spec.selector': labelSelector,
    'spec.storageClassName': named(subdomain),
    'spec.volumeAttributesClassName': named(subdomain),
    'spec.volumeMode': oneOf('Block', 'Filesystem'),
  },
  validate: (object) => claimErrors(spec(object)),
  validateUpdate: claimChangeErrors,
});
