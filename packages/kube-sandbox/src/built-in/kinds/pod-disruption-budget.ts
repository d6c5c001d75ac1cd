import { type JsonObject, objectAt, valueAt } from '@archipelago/apimachinery';
import { column } from '../../tables/column.ts';
import { ageColumn, nameColumn } from '../../tables/common-columns.ts';
import { amountOrPercent, every, labelSelector, oneOf } from '../../validation/field-checks.ts';
import { invalidValue } from '../../validation/field-errors.ts';
import type { FieldCheck } from '../../validation/field-rules.ts';
import { builtInType } from '../declaration/kind-declaration.ts';
import { count } from './workload-columns.ts';

function bound(name: string): (object: JsonObject) => string {
  return (object) => String(valueAt(objectAt(object, 'spec'), name) ?? 'N/A');
}

function notWith(name: string): FieldCheck {
  return (value, _, parent) => {
    const both = value !== undefined && (parent[name] ?? undefined) !== undefined;
    return both ? [invalidValue('spec', parent, 'minAvailable and maxUnavailable cannot be both set')] : [];
  };
}

export const podDisruptionBudget = builtInType({
  group: 'policy',
  version: 'v1',
  kind: 'PodDisruptionBudget',
  plural: 'poddisruptionbudgets',
  namespaced: true,
  unconditionalUpdate: false,
  shortNames: ['pdb'],
  type: 'io.k8s.api.policy.v1.PodDisruptionBudget',
  status: true,
  names: 'segment',
  plainFinalizers: true,
  generation: true,
  rules: {
    'spec.minAvailable': every(amountOrPercent, notWith('maxUnavailable')),
    'spec.maxUnavailable': amountOrPercent,
    'spec.selector': labelSelector,
    'spec.unhealthyPodEvictionPolicy': oneOf('AlwaysAllow', 'IfHealthyBudget'),
  },
  columns: [
    nameColumn,
    column('Min Available', 'PodDisruptionBudgetSpec.minAvailable', bound('minAvailable')),
    column('Max Unavailable', 'PodDisruptionBudgetSpec.maxUnavailable', bound('maxUnavailable')),
    column(
      'Allowed Disruptions',
      'PodDisruptionBudgetStatus.disruptionsAllowed',
      count('status.disruptionsAllowed'),
      { type: 'integer' },
    ),
    ageColumn,
  ],
});
