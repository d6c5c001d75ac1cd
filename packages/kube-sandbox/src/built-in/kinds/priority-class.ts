import { textAt, valueAt } from '@archipelago/apimachinery';
import { metadataOf } from '../../json/json-access.ts';
import { column } from '../../tables/column.ts';
import { ageColumn, nameColumn } from '../../tables/common-columns.ts';
import { oneOf } from '../../validation/field-checks.ts';
import { forbiddenField } from '../../validation/field-errors.ts';
import type { FieldCheck } from '../../validation/field-rules.ts';
import { builtInType } from '../declaration/kind-declaration.ts';

/** Greater ones are those of the system. */
function atMost(most: number): FieldCheck {
  return (value, field, object) =>
    typeof value === 'number' && value > most && !textAt(metadataOf(object), 'name').startsWith('system-')
      ? [forbiddenField(field, `maximum allowed value of a user defined priority is ${most}`)]
      : [];
}

export const priorityClass = builtInType({
  group: 'scheduling.k8s.io',
  version: 'v1',
  kind: 'PriorityClass',
  plural: 'priorityclasses',
  namespaced: false,
  shortNames: ['pc'],
  type: 'io.k8s.api.scheduling.v1.PriorityClass',
  generation: true,
  rules: {
    value: atMost(1_000_000_000),
    preemptionPolicy: oneOf('PreemptLowerPriority', 'Never'),
  },
  fixed: ['value', 'preemptionPolicy'],
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
