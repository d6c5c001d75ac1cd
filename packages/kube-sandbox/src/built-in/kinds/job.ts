import {
  type FieldError,
  type JsonObject,
  objectAt,
  objectsAt,
  textAt,
  valueAt,
} from '@archipelago/apimachinery';
import { metadataOf, withMetadata } from '../../json/json-access.ts';
import { humanDuration } from '../../tables/age.ts';
import { column, fieldText } from '../../tables/column.ts';
import { ageColumn, nameColumn } from '../../tables/common-columns.ts';
import { required } from '../../validation/field-errors.ts';
import { fixedErrors } from '../../validation/fixed-errors.ts';
import { jobErrors, ownPods } from '../../validation/workload-errors.ts';
import { builtInType } from '../declaration/kind-declaration.ts';
import { podSpecRules } from './pod-defaults.ts';
import { unscheduledFields } from './unscheduled-fields.ts';
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

function selectorErrors(target: JsonObject): readonly FieldError[] {
  const selector = valueAt(target, 'selector') ?? undefined;
  return selector === undefined
    ? [required('spec.selector', ''), ...ownPods({}, objectAt(target, 'template'))]
    : ownPods(selector, objectAt(target, 'template'));
}

/** Jobs that count their pods one by one may want more of them. */
function isIndexed(object: JsonObject): boolean {
  return spec(object).completionMode === 'Indexed';
}

/** A job that was never started may change where its pods will go. */
function isWaiting(object: JsonObject): boolean {
  return spec(object).suspend === true && valueAt(object, 'status', 'startTime') === undefined;
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
  inert: {
    ...unscheduledFields('spec.template.spec'),
    ...Object.fromEntries(
      ['podFailurePolicy', 'successPolicy', 'backoffLimitPerIndex'].map((name) => [
        `spec.${name}`,
        'the embedded cluster ends jobs without looking at it',
      ]),
    ),
  },
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
    {
      at: 'metadata',
      fields: (metadata, root) => {
        const labels = objectAt(spec(root), 'template', 'metadata', 'labels');
        const isLabelled = Object.keys(objectAt(metadata, 'labels')).length > 0;
        return isLabelled || Object.keys(labels).length === 0 ? {} : { labels };
      },
    },
  ],
  prepareForCreate: withSelector,
  fixed: [
    ...[
      'selector',
      'completionMode',
      'podFailurePolicy',
      'backoffLimitPerIndex',
      'managedBy',
      'successPolicy',
    ].map((name) => `spec.${name}`),
  ],
  validate: (object) => [...selectorErrors(spec(object)), ...jobErrors(spec(object), 'spec')],
  validateUpdate: (change) => [
    ...fixedErrors(change, isIndexed(change.object) ? [] : ['spec.completions']),
    ...fixedErrors(change, isWaiting(change.old) ? [] : ['spec.template']),
  ],
});
