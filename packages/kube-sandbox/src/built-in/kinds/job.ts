import { type JsonObject, objectAt, objectsAt, textAt, valueAt } from '@archipelago/apimachinery';
import { metadataOf, withMetadata } from '../../json/json-access.ts';
import { humanDuration } from '../../tables/age.ts';
import { column, fieldText } from '../../tables/column.ts';
import { ageColumn, nameColumn } from '../../tables/common-columns.ts';
import { jobErrors } from '../../validation/workload-errors.ts';
import { builtInType } from '../declaration/kind-declaration.ts';
import { podSpecRules } from './pod-defaults.ts';
import { count, podTemplateColumns } from './workload-columns.ts';

function spec(object: JsonObject): JsonObject {
  return objectAt(object, 'spec');
}

function status(object: JsonObject): string {
  const conditions = objectsAt(objectAt(object, 'status'), 'conditions');
  const holds = (type: string) => conditions.some((one) => one.type === type && one.status === 'True');
  const state = ['Complete', 'Failed', 'Suspended', 'FailureTarget'].find(holds);
  if (state !== undefined) return state;
  return valueAt(metadataOf(object), 'deletionTimestamp') === undefined ? 'Running' : 'Terminating';
}

function completions(object: JsonObject): string {
  return `${count('status.succeeded')(object)}/${count('spec.completions')(object) || 1}`;
}

function duration(object: JsonObject, now: number): string {
  const { startTime, completionTime } = objectAt(object, 'status');
  if (typeof startTime !== 'string') return '';
  const end = typeof completionTime === 'string' ? Date.parse(completionTime) : now;
  return humanDuration(end - Date.parse(startTime));
}

const CONTROLLER = 'batch.kubernetes.io/controller-uid';
const JOB_NAME = 'batch.kubernetes.io/job-name';

/** Without a selector of its own a job picks its pods by its uid. */
function withSelector(object: JsonObject): JsonObject {
  if (valueAt(spec(object), 'manualSelector') === true) return object;
  const uid = textAt(metadataOf(object), 'uid');
  const name = textAt(metadataOf(object), 'name');
  const template = objectAt(spec(object), 'template');
  const labels = {
    ...objectAt(metadataOf(template), 'labels'),
    [CONTROLLER]: uid,
    [JOB_NAME]: name,
    'controller-uid': uid,
    'job-name': name,
  };
  const selector = { matchLabels: { [CONTROLLER]: uid } };
  return { ...object, spec: { ...spec(object), selector, template: withMetadata(template, { labels }) } };
}

export const job = builtInType({
  group: 'batch',
  version: 'v1',
  kind: 'Job',
  plural: 'jobs',
  namespaced: true,
  categories: ['all'],
  type: 'io.k8s.api.batch.v1.Job',
  status: true,
  generation: true,
  selectable: { 'status.successful': (object) => String(count('status.succeeded')(object)) },
  columns: [
    nameColumn,
    column('Status', 'Status of the job.', status),
    column('Completions', 'JobStatus.succeeded', completions),
    column('Duration', 'Time required to complete the job.', duration),
    ageColumn,
    ...podTemplateColumns(fieldText('JobSpec.selector')),
  ],
  defaults: [
    {
      at: 'spec',
      fields: (target) =>
        valueAt(target, 'completions') === undefined && valueAt(target, 'parallelism') === undefined
          ? { completions: 1, parallelism: 1 }
          : { parallelism: 1 },
    },
    {
      at: 'spec',
      fields: (target) => ({
        backoffLimit: valueAt(target, 'backoffLimitPerIndex') === undefined ? 6 : 2_147_483_647,
        completionMode: 'NonIndexed',
        suspend: false,
        podReplacementPolicy:
          valueAt(target, 'podFailurePolicy') === undefined ? 'TerminatingOrFailed' : 'Failed',
        manualSelector: undefined,
      }),
    },
    ...podSpecRules('spec.template.spec'),
  ],
  prepareForCreate: withSelector,
  validate: (object) => jobErrors(spec(object), 'spec'),
});
