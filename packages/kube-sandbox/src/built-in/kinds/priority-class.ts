import { textAt, valueAt } from '@archipelago/apimachinery';
import { column } from '../../tables/column.ts';
import { ageColumn, nameColumn } from '../../tables/common-columns.ts';
import { builtInType } from '../declaration/kind-declaration.ts';

export const priorityClass = builtInType({
  group: 'scheduling.k8s.io',
  version: 'v1',
  kind: 'PriorityClass',
  plural: 'priorityclasses',
  namespaced: false,
  shortNames: ['pc'],
  type: 'io.k8s.api.scheduling.v1.PriorityClass',
  generation: true,
  columns: [
    nameColumn,
    column('Value', 'PriorityClass.value', (object) => valueAt(object, 'value') ?? 0),
    column(
      'Global-Default',
      'PriorityClass.globalDefault',
      (object) => valueAt(object, 'globalDefault') === true,
    ),
    ageColumn,
    column('PreemptionPolicy', 'PriorityClass.preemptionPolicy', (object) =>
      textAt(object, 'preemptionPolicy'),
    ),
  ],
  defaults: [{ at: '', fields: { preemptionPolicy: 'PreemptLowerPriority' } }],
});
