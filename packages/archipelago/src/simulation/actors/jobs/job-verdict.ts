import {
  conditionOf,
  isConditionTrue,
  type KubernetesObject,
  numberAt,
  textAt,
} from '@archipelago/apimachinery';
import { failureAction } from './failure-policy.ts';
import { allOf, type JobTally, phaseOf } from './job-tally.ts';

/** What a job has come to. */
export type JobVerdict =
  | { readonly kind: 'going' }
  | { readonly kind: 'complete' }
  | { readonly kind: 'failed'; readonly reason: string; readonly message: string };

/** Whether a job goes on. What was decided once stays. `now` in milliseconds since 1970. */
export function judgeJob(
  job: KubernetesObject,
  pods: readonly KubernetesObject[],
  { tally, now }: { readonly tally: JobTally; readonly now: number },
): JobVerdict {
  const target = conditionOf(job, 'FailureTarget');
  if (target?.status === 'True') return failed(textAt(target, 'reason'), textAt(target, 'message'));
  if (isConditionTrue(job, 'SuccessCriteriaMet')) return { kind: 'complete' };
  for (const pod of pods.filter((one) => phaseOf(one) === 'Failed')) {
    const action = failureAction(job, pod);
    if (action.action === 'FailJob') return failed('PodFailurePolicy', action.message);
  }
  if (allOf(tally, 'failed') > (numberAt(job, 'spec', 'backoffLimit') ?? 6))
    return failed('BackoffLimitExceeded', 'Job has reached the specified backoff limit');
  if (deadlineOf(job) <= now)
    return failed('DeadlineExceeded', 'Job was active longer than specified deadline');
  return isComplete(job, tally) ? { kind: 'complete' } : { kind: 'going' };
}

/** When `activeDeadlineSeconds` is over, which counts from the start of the job, Pending included; never: Infinity. */
export function deadlineOf(job: KubernetesObject): number {
  const seconds = numberAt(job, 'spec', 'activeDeadlineSeconds');
  const start = Date.parse(textAt(job, 'status', 'startTime'));
  return seconds === undefined || Number.isNaN(start) ? Number.POSITIVE_INFINITY : start + seconds * 1000;
}

function isComplete(job: KubernetesObject, tally: JobTally): boolean {
  const succeeded = allOf(tally, 'succeeded');
  const completions = numberAt(job, 'spec', 'completions');
  // a work queue is empty when one pod says so and the others have ended
  if (completions === undefined) return succeeded > 0 && tally.active.length + tally.terminating.length === 0;
  return succeeded >= completions;
}

function failed(reason: string, message: string): JobVerdict {
  return { kind: 'failed', reason, message };
}
