import {
  isConditionTrue,
  type JsonObject,
  type KubernetesObject,
  numberAt,
  objectAt,
  textAt,
  timestamp,
  valueAt,
} from '@archipelago/apimachinery';
import { Cron } from 'croner';
import { ownerReference } from '../plan/owner-reference.ts';
import { type Planned, soonest, type WorkloadWorld, type WorkloadWrite } from '../plan/planned.ts';
import { ageOf, isLeaving } from '../plan/pod-state.ts';
import { writeStatus } from '../plan/write-status.ts';
import { everyMs } from './every-ms.ts';

/** What the cron job controller does: a job at each time of the schedule; of times that were missed only the last counts. */
export function planCronJob(cron: KubernetesObject, world: WorkloadWorld): Planned {
  if (isLeaving(cron)) return { writes: [] };
  const jobs = [...world.controlledBy('Job', cron)].sort((a, b) => (ageOf(a) < ageOf(b) ? -1 : 1));
  const times = timesOf(cron, world.now);
  if (times === undefined) return { writes: [unparsable(cron)] };
  const active = jobs.filter((job) => !isOver(job));
  const isSuspended = valueAt(cron, 'spec', 'suspend') === true;
  const due = isSuspended || isHeldUp(cron, active) ? undefined : times.due;
  const status = {
    ...objectAt(cron, 'status'),
    active: active.length === 0 ? undefined : active.map(referenceTo),
    ...(due === undefined ? {} : { lastScheduleTime: timestamp(due) }),
    ...lastSuccess(jobs),
  };
  return {
    writes: [
      ...(due === undefined ? [] : start(cron, due, active)),
      ...outdated(cron, jobs).map(deletion),
      ...writeStatus('CronJob', cron, status),
    ],
    afterMs: isSuspended ? undefined : soonest(times.nextInMs),
  };
}

function start(
  cron: KubernetesObject,
  due: number,
  active: readonly KubernetesObject[],
): readonly WorkloadWrite[] {
  const replaced = textAt(cron, 'spec', 'concurrencyPolicy') === 'Replace' ? active : [];
  return [...replaced.map(deletion), create(cron, due)];
}

function isHeldUp(cron: KubernetesObject, active: readonly KubernetesObject[]): boolean {
  return textAt(cron, 'spec', 'concurrencyPolicy') === 'Forbid' && active.length > 0;
}

function deletion(object: KubernetesObject): WorkloadWrite {
  return { do: 'delete', kind: 'Job', object };
}

function isOver(job: KubernetesObject): boolean {
  return isConditionTrue(job, 'Complete') || isConditionTrue(job, 'Failed');
}

interface Times {
  /** The last time that has passed and had no job, in milliseconds since 1970. */
  readonly due: number | undefined;
  readonly nextInMs: number | undefined;
}

/** Undefined for a schedule, or a time zone, that means nothing. */
function timesOf(cron: KubernetesObject, now: number): Times | undefined {
  const every = everyMs(textAt(cron, 'spec', 'schedule'));
  if (every !== undefined) return timesEvery(cron, every, now);
  const timezone = textAt(cron, 'spec', 'timeZone') || 'UTC';
  try {
    const schedule = new Cron(textAt(cron, 'spec', 'schedule'), { timezone, paused: true });
    const next = schedule.nextRun(new Date(now))?.getTime() ?? Number.POSITIVE_INFINITY;
    const [last] = schedule.previousRuns(1, new Date(now + 1000)).map((date) => date.getTime());
    return { due: last !== undefined && isDue(cron, last, now) ? last : undefined, nextInMs: next - now };
  } catch {
    return undefined;
  }
}

/** Times of `@every` are counted from the last one, the first from the beginning of the cron job. */
function timesEvery(cron: KubernetesObject, every: number, now: number): Times {
  const since = sinceOf(cron);
  const passed = Math.max(0, Math.floor((now - since) / every));
  const last = since + passed * every;
  return { due: isDue(cron, last, now) ? last : undefined, nextInMs: last + every - now };
}

/** The last time that had a job, or when the cron job came to be. */
function sinceOf(cron: KubernetesObject): number {
  return Date.parse(textAt(cron, 'status', 'lastScheduleTime') || (cron.metadata.creationTimestamp ?? ''));
}

/** Whether a time had no job yet, and it is not too late for one. */
function isDue(cron: KubernetesObject, time: number, now: number): boolean {
  const patience = numberAt(cron, 'spec', 'startingDeadlineSeconds') ?? Number.POSITIVE_INFINITY;
  return time <= now && time > sinceOf(cron) && now - time <= patience * 1000;
}

function unparsable(about: KubernetesObject): WorkloadWrite {
  const message = `unparseable schedule: ${textAt(about, 'spec', 'schedule')}`;
  return { do: 'tell', about, type: 'Warning', reason: 'UnparseableSchedule', message };
}

/** Named after its minute: it is never made twice. */
function create(cron: KubernetesObject, due: number): WorkloadWrite {
  const { name, namespace = '' } = cron.metadata;
  const template = objectAt(cron, 'spec', 'jobTemplate');
  const { labels, annotations } = objectAt(template, 'metadata');
  const object: JsonObject = {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: {
      name: `${name}-${Math.floor(due / 60_000)}`,
      namespace,
      ...(labels === undefined ? {} : { labels }),
      annotations: {
        ...objectAt({ annotations }, 'annotations'),
        'batch.kubernetes.io/cronjob-scheduled-timestamp': timestamp(due),
      },
      ownerReferences: [ownerReference(cron)],
    },
    spec: objectAt(template, 'spec'),
  };
  return { do: 'create', kind: 'Job', object };
}

function referenceTo({ apiVersion, kind, metadata }: KubernetesObject): JsonObject {
  const { name, namespace = '', uid = '', resourceVersion = '' } = metadata;
  return { apiVersion, kind, name, namespace, uid, resourceVersion };
}

function lastSuccess(jobs: readonly KubernetesObject[]): JsonObject {
  const ends = jobs.map((job) => textAt(job, 'status', 'completionTime')).filter((time) => time !== '');
  const last = ends.sort().at(-1);
  return last === undefined ? {} : { lastSuccessfulTime: last };
}

/** Jobs that are over go, but for the last few. */
function outdated(cron: KubernetesObject, jobs: readonly KubernetesObject[]): readonly KubernetesObject[] {
  const over = (type: string, limit: string, usual: number) => {
    const all = jobs.filter((job) => isConditionTrue(job, type));
    return all.slice(0, Math.max(0, all.length - (numberAt(cron, 'spec', limit) ?? usual)));
  };
  return [
    ...over('Complete', 'successfulJobsHistoryLimit', 3),
    ...over('Failed', 'failedJobsHistoryLimit', 1),
  ];
}
