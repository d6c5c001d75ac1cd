import { type JsonObject, objectAt, objectsAt, textAt, valueAt } from '@archipelago/apimachinery';
import { age } from '../../tables/age.ts';
import { column } from '../../tables/column.ts';
import { ageColumn, nameColumn } from '../../tables/common-columns.ts';
import { schedule } from '../../validation/cron-schedule.ts';
import { atLeast, first, needed, oneOf } from '../../validation/field-checks.ts';
import { jobErrors } from '../../validation/workload-errors.ts';
import { builtInType } from '../declaration/kind-declaration.ts';
import { podSpecRules } from './pod-defaults.ts';
import { unscheduledFields } from './unscheduled-fields.ts';

function lastSchedule(object: JsonObject, now: number): string {
  const last = valueAt(objectAt(object, 'status'), 'lastScheduleTime');
  return typeof last === 'string' ? age(last, now) : '<none>';
}

export const cronJob = builtInType({
  group: 'batch',
  version: 'v1',
  kind: 'CronJob',
  plural: 'cronjobs',
  namespaced: true,
  shortNames: ['cj'],
  categories: ['all'],
  type: 'io.k8s.api.batch.v1.CronJob',
  status: true,
  generation: true,
  columns: [
    nameColumn,
    column('Schedule', 'CronJobSpec.schedule', (object) => textAt(objectAt(object, 'spec'), 'schedule')),
    column(
      'Timezone',
      'CronJobSpec.timeZone',
      (object) => textAt(objectAt(object, 'spec'), 'timeZone') || '<none>',
    ),
    column('Suspend', 'CronJobSpec.suspend', (object) =>
      valueAt(objectAt(object, 'spec'), 'suspend') === true ? 'True' : 'False',
    ),
    column(
      'Active',
      'CronJobStatus.active',
      (object) => objectsAt(objectAt(object, 'status'), 'active').length,
      { type: 'integer' },
    ),
    column('Last Schedule', 'CronJobStatus.lastScheduleTime', lastSchedule),
    ageColumn,
  ],
  inert: unscheduledFields('spec.jobTemplate.spec.template.spec'),
  defaults: [
    {
      at: 'spec',
      fields: {
        concurrencyPolicy: 'Allow',
        suspend: false,
        successfulJobsHistoryLimit: 3,
        failedJobsHistoryLimit: 1,
      },
    },
    ...podSpecRules('spec.jobTemplate.spec.template.spec'),
  ],
  rules: {
    'spec.schedule': first(needed(), schedule),
    'spec.concurrencyPolicy': oneOf('Allow', 'Forbid', 'Replace'),
    'spec.startingDeadlineSeconds': atLeast(0),
    'spec.successfulJobsHistoryLimit': atLeast(0),
    'spec.failedJobsHistoryLimit': atLeast(0),
  },
  validate: (object) =>
    jobErrors(objectAt(valueAt(object, 'spec', 'jobTemplate'), 'spec'), 'spec.jobTemplate.spec'),
});
