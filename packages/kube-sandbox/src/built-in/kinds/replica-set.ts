import { column, fieldText } from '../../tables/column.ts';
import { ageColumn, nameColumn } from '../../tables/common-columns.ts';
import { atLeast } from '../../validation/field-checks.ts';
import { deploymentWords, workloadErrors } from '../../validation/workload-errors.ts';
import { builtInType } from '../declaration/kind-declaration.ts';
import { podSpecRules } from './pod-defaults.ts';
import { unscheduledFields } from './unscheduled-fields.ts';
import { count, podTemplateColumns } from './workload-columns.ts';

export const replicaSet = builtInType({
  group: 'apps',
  version: 'v1',
  kind: 'ReplicaSet',
  plural: 'replicasets',
  namespaced: true,
  shortNames: ['rs'],
  categories: ['all'],
  type: 'io.k8s.api.apps.v1.ReplicaSet',
  status: true,
  scalable: true,
  generation: true,
  columns: [
    nameColumn,
    column('Desired', 'ReplicaSetSpec.replicas', count('spec.replicas'), { type: 'integer' }),
    column('Current', 'ReplicaSetStatus.replicas', count('status.replicas'), { type: 'integer' }),
    column('Ready', 'ReplicaSetStatus.readyReplicas', count('status.readyReplicas'), { type: 'integer' }),
    ageColumn,
    ...podTemplateColumns(fieldText('ReplicaSetSpec.selector')),
  ],
  inert: unscheduledFields('spec.template.spec'),
  defaults: [{ at: 'spec', fields: { replicas: 1 } }, ...podSpecRules('spec.template.spec')],
  rules: { 'spec.replicas': atLeast(0), 'spec.minReadySeconds': atLeast(0) },
  fixed: ['spec.selector'],
  validate: (object) => workloadErrors(object, deploymentWords),
});
