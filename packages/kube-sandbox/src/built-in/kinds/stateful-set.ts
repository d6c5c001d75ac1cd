import type { JsonObject } from '@archipelago/apimachinery';
import { column } from '../../tables/column.ts';
import { ageColumn, nameColumn } from '../../tables/common-columns.ts';
import { statefulSetWords, workloadErrors } from '../../validation/workload-errors.ts';
import { builtInType } from '../declaration/kind-declaration.ts';
import { podSpecRules } from './pod-defaults.ts';
import { count, podTemplateColumns } from './workload-columns.ts';

const desired = count('spec.replicas');
const readyReplicas = count('status.readyReplicas');

function ready(object: JsonObject): string {
  return `${readyReplicas(object)}/${desired(object)}`;
}

export const statefulSet = builtInType({
  group: 'apps',
  version: 'v1',
  kind: 'StatefulSet',
  plural: 'statefulsets',
  namespaced: true,
  shortNames: ['sts'],
  categories: ['all'],
  type: 'io.k8s.api.apps.v1.StatefulSet',
  status: true,
  scalable: true,
  generation: true,
  columns: [
    nameColumn,
    column('Ready', 'Number of the pod with ready state', ready),
    ageColumn,
    ...podTemplateColumns('').slice(0, 2),
  ],
  defaults: [
    {
      at: 'spec',
      fields: {
        replicas: 1,
        podManagementPolicy: 'OrderedReady',
        updateStrategy: {},
        revisionHistoryLimit: 10,
      },
    },
    { at: 'spec.updateStrategy', fields: { type: 'RollingUpdate' } },
    {
      at: 'spec.updateStrategy',
      fields: (strategy) => (strategy.type === 'RollingUpdate' ? { rollingUpdate: {} } : {}),
    },
    { at: 'spec.updateStrategy.rollingUpdate', fields: { partition: 0 } },
    {
      at: 'spec',
      fields: { persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Retain', whenScaled: 'Retain' } },
    },
    ...podSpecRules('spec.template.spec'),
    { at: 'spec.volumeClaimTemplates[*].spec', fields: { volumeMode: 'Filesystem' } },
  ],
  validate: (object) => workloadErrors(object, statefulSetWords),
});
