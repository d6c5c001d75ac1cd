import { type JsonObject, jsonEqual, objectAt } from '@archipelago/apimachinery';
import { omit } from '../../json/json-access.ts';
import { column } from '../../tables/column.ts';
import { ageColumn, nameColumn } from '../../tables/common-columns.ts';
import { atLeast, named, oneOf } from '../../validation/field-checks.ts';
import { forbiddenField } from '../../validation/field-errors.ts';
import { fieldErrors } from '../../validation/field-rules.ts';
import { label } from '../../validation/name-rules.ts';
import { statefulSetWords, workloadErrors } from '../../validation/workload-errors.ts';
import { builtInType } from '../declaration/kind-declaration.ts';
import { podSpecRules } from './pod-defaults.ts';
import { unscheduledFields } from './unscheduled-fields.ts';
import { count, podTemplateColumns } from './workload-columns.ts';

/** What of a spec may change. */
const changeable = [
  ...['replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit'],
  ...['persistentVolumeClaimRetentionPolicy', 'minReadySeconds'],
];
const problem =
  "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden";

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
  inert: unscheduledFields('spec.template.spec'),
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
  names: 'label',
  rules: {
    'spec.replicas': atLeast(0),
    'spec.minReadySeconds': atLeast(0),
    'spec.revisionHistoryLimit': atLeast(0),
    'spec.podManagementPolicy': oneOf('OrderedReady', 'Parallel'),
    'spec.updateStrategy.type': oneOf('RollingUpdate', 'OnDelete'),
  },
  validateUpdate: ({ object, old }) => {
    const fixed = (set: JsonObject) => omit(objectAt(set, 'spec'), ...changeable);
    return jsonEqual(fixed(object), fixed(old)) ? [] : [forbiddenField('spec', problem)];
  },
  validate: (object, old) => [
    ...(old === undefined ? fieldErrors(object, { 'spec.serviceName': named(label) }) : []),
    ...workloadErrors(object, statefulSetWords),
  ],
});
