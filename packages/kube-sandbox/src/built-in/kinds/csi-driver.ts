import { type JsonObject, listAt, objectsAt, textAt, valueAt } from '@archipelago/apimachinery';
import type { Column } from '../../resources/resource-type.ts';
import { column } from '../../tables/column.ts';
import { ageColumn, nameColumn } from '../../tables/common-columns.ts';
import { builtInType } from '../declaration/kind-declaration.ts';

function flag(name: string, field: string): Column {
  return column(name, `CSIDriverSpec.${field}`, (object) => valueAt(object, 'spec', field) === true, {
    type: 'boolean',
  });
}

function audiences(object: JsonObject): string {
  if (!Array.isArray(valueAt(object, 'spec', 'tokenRequests'))) return '<unset>';
  return objectsAt(object, 'spec', 'tokenRequests')
    .map((request) => textAt(request, 'audience'))
    .join(',');
}

export const csiDriver = builtInType({
  group: 'storage.k8s.io',
  version: 'v1',
  kind: 'CSIDriver',
  plural: 'csidrivers',
  namespaced: false,
  unconditionalUpdate: false,
  type: 'io.k8s.api.storage.v1.CSIDriver',
  returnsDeleted: true,
  columns: [
    nameColumn,
    flag('AttachRequired', 'attachRequired'),
    flag('PodInfoOnMount', 'podInfoOnMount'),
    flag('StorageCapacity', 'storageCapacity'),
    column('TokenRequests', 'CSIDriverSpec.tokenRequests', audiences),
    flag('RequiresRepublish', 'requiresRepublish'),
    column('Modes', 'CSIDriverSpec.volumeLifecycleModes', (object) => {
      const modes = listAt(object, 'spec', 'volumeLifecycleModes');
      return modes.length === 0 ? '<none>' : modes.join(',');
    }),
    ageColumn,
  ],
  defaults: [
    {
      at: 'spec',
      fields: {
        attachRequired: true,
        podInfoOnMount: false,
        storageCapacity: false,
        fsGroupPolicy: 'ReadWriteOnceWithFSType',
        volumeLifecycleModes: ['Persistent'],
        requiresRepublish: false,
        seLinuxMount: false,
      },
    },
  ],
});
