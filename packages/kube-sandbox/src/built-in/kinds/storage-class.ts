import { type JsonObject, objectAt, textAt, valueAt } from '@archipelago/apimachinery';
import { metadataOf } from '../../json/json-access.ts';
import { column } from '../../tables/column.ts';
import { ageColumn, nameColumn } from '../../tables/common-columns.ts';
import { first, named, needed, oneOf } from '../../validation/field-checks.ts';
import { qualifiedName } from '../../validation/name-rules.ts';
import { builtInType } from '../declaration/kind-declaration.ts';

function name(object: JsonObject): string {
  const annotations = objectAt(metadataOf(object), 'annotations');
  const isDefault = annotations['storageclass.kubernetes.io/is-default-class'] === 'true';
  return `${textAt(metadataOf(object), 'name')}${isDefault ? ' (default)' : ''}`;
}

export const storageClass = builtInType({
  group: 'storage.k8s.io',
  version: 'v1',
  kind: 'StorageClass',
  plural: 'storageclasses',
  namespaced: false,
  shortNames: ['sc'],
  type: 'io.k8s.api.storage.v1.StorageClass',
  returnsDeleted: true,
  columns: [
    { ...nameColumn, cell: name },
    column('Provisioner', 'StorageClass.provisioner', (object) => textAt(object, 'provisioner')),
    column('ReclaimPolicy', 'StorageClass.reclaimPolicy', (object) => textAt(object, 'reclaimPolicy')),
    column('VolumeBindingMode', 'StorageClass.volumeBindingMode', (object) =>
      textAt(object, 'volumeBindingMode'),
    ),
    column(
      'AllowVolumeExpansion',
      'StorageClass.allowVolumeExpansion',
      (object) => valueAt(object, 'allowVolumeExpansion') === true,
    ),
    ageColumn,
  ],
  rules: {
    provisioner: first(
      needed(),
      named((text) => qualifiedName(text.toLowerCase())),
    ),
    reclaimPolicy: oneOf('Delete', 'Recycle', 'Retain'),
    volumeBindingMode: oneOf('Immediate', 'WaitForFirstConsumer'),
  },
  fixed: ['parameters', 'provisioner', 'reclaimPolicy', 'volumeBindingMode'],
  defaults: [
    { at: '', keepsEmpty: true, fields: { reclaimPolicy: 'Delete', volumeBindingMode: 'Immediate' } },
  ],
});
