import { type JsonObject, jsonEqual, objectAt, textAt, valueAt } from '@archipelago/apimachinery';
import { metadataOf, withMetadata } from '../../json/json-access.ts';
import { column, fieldText } from '../../tables/column.ts';
import { ageColumn, nameColumn } from '../../tables/common-columns.ts';
import { labelSelectorText } from '../../tables/label-selector-text.ts';
import { atLeast, oneOf } from '../../validation/field-checks.ts';
import { daemonSetWords, workloadErrors } from '../../validation/workload-errors.ts';
import { builtInType } from '../declaration/kind-declaration.ts';
import { podSpecRules } from './pod-defaults.ts';
import { unscheduledFields } from './unscheduled-fields.ts';
import { count, podTemplateColumns } from './workload-columns.ts';

/** Former versions of the API had a field for it; apps/v1 shows it as an annotation, which nobody can change. */
const changesAnnotation = 'deprecated.daemonset.template.generation';

/** How often the template has changed, and once for the beginning; 0 where nobody has counted yet. */
function changesOf(object: JsonObject): number {
  const written = textAt(objectAt(metadataOf(object), 'annotations'), changesAnnotation);
  return /^[1-9]\d{0,14}$/.test(written) ? Number(written) : 0;
}

function counted(object: JsonObject, changes: number): JsonObject {
  const annotations = objectAt(metadataOf(object), 'annotations');
  return withMetadata(object, { annotations: { ...annotations, [changesAnnotation]: String(changes) } });
}

function templateOf(object: JsonObject): JsonObject {
  return objectAt(objectAt(object, 'spec'), 'template');
}

export const daemonSet = builtInType({
  group: 'apps',
  version: 'v1',
  kind: 'DaemonSet',
  plural: 'daemonsets',
  namespaced: true,
  shortNames: ['ds'],
  categories: ['all'],
  type: 'io.k8s.api.apps.v1.DaemonSet',
  status: true,
  generation: true,
  columns: [
    nameColumn,
    column('Desired', 'DaemonSetStatus.desiredNumberScheduled', count('status.desiredNumberScheduled'), {
      type: 'integer',
    }),
    column('Current', 'DaemonSetStatus.currentNumberScheduled', count('status.currentNumberScheduled'), {
      type: 'integer',
    }),
    column('Ready', 'DaemonSetStatus.numberReady', count('status.numberReady'), { type: 'integer' }),
    column('Up-to-date', 'DaemonSetStatus.updatedNumberScheduled', count('status.updatedNumberScheduled'), {
      type: 'integer',
    }),
    column('Available', 'DaemonSetStatus.numberAvailable', count('status.numberAvailable'), {
      type: 'integer',
    }),
    column('Node Selector', 'A selector which must be true for the pod to fit on a node.', (object) => {
      const template = objectAt(objectAt(object, 'spec'), 'template');
      return labelSelectorText(valueAt(objectAt(template, 'spec'), 'nodeSelector'));
    }),
    ageColumn,
    ...podTemplateColumns(fieldText('DaemonSetSpec.selector')),
  ],
  inert: {
    ...unscheduledFields('spec.template.spec'),
    'spec.updateStrategy.rollingUpdate.maxSurge':
      'the embedded cluster has no two pods of a DaemonSet on a node: it counts as maxUnavailable',
  },
  defaults: [
    { at: 'spec', fields: { updateStrategy: {}, revisionHistoryLimit: 10 } },
    { at: 'spec.updateStrategy', fields: { type: 'RollingUpdate' } },
    {
      at: 'spec.updateStrategy',
      fields: (strategy) => (strategy.type === 'RollingUpdate' ? { rollingUpdate: {} } : {}),
    },
    { at: 'spec.updateStrategy.rollingUpdate', fields: { maxUnavailable: 1, maxSurge: 0 } },
    ...podSpecRules('spec.template.spec'),
  ],
  prepareForCreate: (object) => ({
    ...counted(object, Math.max(1, changesOf(object))),
    status: { currentNumberScheduled: 0, numberMisscheduled: 0, desiredNumberScheduled: 0, numberReady: 0 },
  }),
  prepareForUpdate: ({ object, old }) =>
    counted(object, changesOf(old) + (jsonEqual(templateOf(object), templateOf(old)) ? 0 : 1)),
  rules: {
    'spec.minReadySeconds': atLeast(0),
    'spec.revisionHistoryLimit': atLeast(0),
    'spec.updateStrategy.type': oneOf('RollingUpdate', 'OnDelete'),
  },
  fixed: ['spec.selector'],
  validate: (object) => workloadErrors(object, daemonSetWords),
});
