import { objectAt, textAt } from '@archipelago/apimachinery';
import { column } from '../../tables/column.ts';
import { ageColumn, nameColumn } from '../../tables/common-columns.ts';
import { atLeast } from '../../validation/field-checks.ts';
import { invalidValue } from '../../validation/field-errors.ts';
import type { FieldCheck } from '../../validation/field-rules.ts';
import { builtInType } from '../declaration/kind-declaration.ts';

const greaterThanZero: FieldCheck = (value, field) =>
  typeof value === 'number' && value <= 0 ? [invalidValue(field, value, 'must be greater than 0')] : [];

export const lease = builtInType({
  group: 'coordination.k8s.io',
  version: 'v1',
  kind: 'Lease',
  plural: 'leases',
  namespaced: true,
  type: 'io.k8s.api.coordination.v1.Lease',
  unconditionalUpdate: false,
  createOnUpdate: true,
  plainFinalizers: true,
  rules: { 'spec.leaseDurationSeconds': greaterThanZero, 'spec.leaseTransitions': atLeast(0) },
  columns: [
    nameColumn,
    column('Holder', 'LeaseSpec.holderIdentity', (object) =>
      textAt(objectAt(object, 'spec'), 'holderIdentity'),
    ),
    ageColumn,
  ],
});
