import { textAt } from '@archipelago/apimachinery';
import { column } from '../../tables/column.ts';
import { ageColumn, nameColumn } from '../../tables/common-columns.ts';
import { builtInType } from '../declaration/kind-declaration.ts';

export const runtimeClass = builtInType({
  group: 'node.k8s.io',
  version: 'v1',
  kind: 'RuntimeClass',
  plural: 'runtimeclasses',
  namespaced: false,
  unconditionalUpdate: false,
  createOnUpdate: true,
  type: 'io.k8s.api.node.v1.RuntimeClass',
  columns: [
    nameColumn,
    column('Handler', 'RuntimeClass.handler', (object) => textAt(object, 'handler')),
    ageColumn,
  ],
});
