import type { JsonObject } from '@archipelago/apimachinery';
import { column, fieldText } from '../../tables/column.ts';
import { ageColumn, nameColumn } from '../../tables/common-columns.ts';
import { amountOrPercent, atLeast, forbiddenIf, oneOf } from '../../validation/field-checks.ts';
import { deploymentWords, workloadErrors } from '../../validation/workload-errors.ts';
import { builtInType } from '../declaration/kind-declaration.ts';
import { podSpecRules } from './pod-defaults.ts';
import { unscheduledFields } from './unscheduled-fields.ts';
import { count, podTemplateColumns } from './workload-columns.ts';

const desired = count('spec.replicas');
const readyReplicas = count('status.readyReplicas');

function ready(object: JsonObject): string {
  return `${readyReplicas(object)}/${desired(object)}`;
}

export const deployment = builtInType({
  group: 'apps',
  version: 'v1',
  kind: 'Deployment',
  plural: 'deployments',
  namespaced: true,
  shortNames: ['deploy'],
  categories: ['all'],
  type: 'io.k8s.api.apps.v1.Deployment',
  status: true,
  scalable: true,
  generation: true,
  columns: [
    nameColumn,
    column('Ready', 'Number of the pod with ready state', ready),
    column('Up-to-date', 'DeploymentStatus.updatedReplicas', count('status.updatedReplicas')),
    column('Available', 'DeploymentStatus.availableReplicas', count('status.availableReplicas')),
    ageColumn,
    ...podTemplateColumns(fieldText('DeploymentSpec.selector')),
  ],
  inert: unscheduledFields('spec.template.spec'),
  defaults: [
    {
      at: 'spec',
      fields: { replicas: 1, strategy: {}, revisionHistoryLimit: 10, progressDeadlineSeconds: 600 },
    },
    { at: 'spec.strategy', fields: { type: 'RollingUpdate' } },
    {
      at: 'spec.strategy',
      fields: (strategy) => (strategy.type === 'RollingUpdate' ? { rollingUpdate: {} } : {}),
    },
    { at: 'spec.strategy.rollingUpdate', fields: { maxUnavailable: '25%', maxSurge: '25%' } },
    ...podSpecRules('spec.template.spec'),
  ],
  rules: {
    ...Object.fromEntries(
      ['replicas', 'minReadySeconds', 'revisionHistoryLimit', 'progressDeadlineSeconds'].map((name) => [
        `spec.${name}`,
        atLeast(0),
      ]),
    ),
    'spec.strategy.type': oneOf('Recreate', 'RollingUpdate'),
    'spec.strategy.rollingUpdate': forbiddenIf('type', 'Recreate'),
    'spec.strategy.rollingUpdate.maxUnavailable': amountOrPercent,
    'spec.strategy.rollingUpdate.maxSurge': amountOrPercent,
  },
  fixed: ['spec.selector'],
  validate: (object) => workloadErrors(object, deploymentWords),
});
