import {
  isConditionTrue,
  type JsonObject,
  type KubernetesObject,
  objectsAt,
  textAt,
  timestamp,
} from '@archipelago/apimachinery';
import { isReady } from '../plan/pod-state.ts';
import { counted, timedCondition } from '../plan/write-status.ts';
import { indexText, isIndexed, type JobCount } from './job-pods.ts';
import { uncountedOf } from './job-tracking.ts';

/** How a job has ended, or is held up. */
export type End =
  | { readonly kind: 'none' }
  | { readonly kind: 'suspended' }
  | { readonly kind: 'complete' }
  | { readonly kind: 'failed'; readonly reason: string; readonly message: string };

/** What a job says of itself. */
export function jobStatus(
  job: KubernetesObject,
  { count, end, now }: { readonly count: JobCount; readonly end: End; readonly now: number },
): JsonObject {
  const conditions = conditionsOf(job, end, now);
  return {
    ...numbersOf(job, count, end),
    ...(isIndexed(job) && count.done.size > 0 ? { completedIndexes: indexText(count.done) } : {}),
    startTime: end.kind === 'suspended' ? undefined : textAt(job, 'status', 'startTime') || timestamp(now),
    completionTime: end.kind === 'complete' ? timestamp(now) : undefined,
    conditions: conditions.length === 0 ? undefined : conditions,
  };
}

function numbersOf(job: KubernetesObject, { active, terminating, tallies }: JobCount, end: End): JsonObject {
  const isActive = end.kind === 'none';
  const { succeeded, failed } = tallies;
  return {
    active: isActive ? counted(active.length) : undefined,
    ready: isActive ? active.filter(isReady).length : 0,
    succeeded: counted(succeeded.counted),
    failed: counted(failed.counted + (end.kind === 'failed' ? active.length : 0)),
    terminating: isActive ? terminating : 0,
    uncountedTerminatedPods: uncountedOf(job, tallies),
  };
}

function conditionsOf(job: KubernetesObject, end: End, now: number): readonly JsonObject[] {
  const before = objectsAt(job, 'status', 'conditions');
  const told = (types: readonly string[], reason: string, message: string) => {
    const made = types.map((type) => ({
      ...timedCondition(job, { type, status: 'True', reason, message }, now),
      lastProbeTime: timestamp(now),
    }));
    return [...before.filter(({ type }) => !types.includes(textAt({ type }, 'type'))), ...made];
  };
  switch (end.kind) {
    case 'complete':
      return told(
        ['SuccessCriteriaMet', 'Complete'],
        'CompletionsReached',
        'Reached expected number of succeeded pods',
      );
    case 'failed':
      return told(['FailureTarget', 'Failed'], end.reason, end.message);
    case 'suspended':
      if (isConditionTrue(job, 'Suspended')) return before;
      return told(['Suspended'], 'JobSuspended', 'Job suspended');
    case 'none': {
      if (!isConditionTrue(job, 'Suspended')) return before;
      const said = {
        type: 'Suspended',
        status: 'False',
        reason: 'JobResumed',
        message: 'Job resumed',
      } as const;
      return [...before.filter(({ type }) => type !== 'Suspended'), timedCondition(job, said, now)];
    }
  }
}
