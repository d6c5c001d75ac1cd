import { objectAt, textAt } from '@archipelago/apimachinery';
import { column } from '../../tables/column.ts';
import { ageColumn, nameColumn } from '../../tables/common-columns.ts';
import { builtInType } from '../declaration/kind-declaration.ts';

export const lease = builtInType({
  group: 'coordination.k8s.io',
  version: 'v1',
  kind: 'Lease',
  plural: 'leases',
  namespaced: true,
  type: 'io.k8s.api.coordination.v1.Lease',
  unconditionalUpdate: false,
  createOnUpdate: true,
  columns: [
    nameColumn,
    column('Holder', 'LeaseSpec.holderIdentity', (object) =>
      textAt(objectAt(object, 'spec'), 'holderIdentity'),
    ),
    ageColumn,
  ],
});
