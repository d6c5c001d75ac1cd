import {
  conditionOf,
  isConditionTrue,
  type JsonObject,
  type KubernetesObject,
  numberAt,
  objectsAt,
  textAt,
  timestamp,
  valueAt,
} from '@archipelago/apimachinery';
import { claimDependents } from '../plan/claim-dependents.ts';
import { type Planned, soonest, type WorkloadWorld, type WorkloadWrite } from '../plan/planned.ts';
import { isLeaving, isReady } from '../plan/pod-state.ts';
import { counted, timedCondition, writeStatus } from '../plan/write-status.ts';
import { countPods, indexText, isIndexed, type JobCount, newPods, restartsOf } from './job-pods.ts';

const firstBackoffMs = 10_000;
const longestBackoffMs = 600_000;
const ours = 'kubernetes.io/job-controller';

/** What the job controller does. Annotations of the job that begin with `prefix` are handed to its pods. */
export function planJob(job: KubernetesObject, world: WorkloadWorld, prefix: string): Planned {
  const manager = textAt(job, 'spec', 'managedBy') || ours;
  if (isLeaving(job) || manager !== ours) return { writes: [] };
  const { own, writes } = claimDependents('Pod', job, world);
  if (isOver(job)) return afterwards(job, world.now);
  const count = countPods(job, own);
  const end = endOf(job, count, world.now);
  const mayStart = count.failed === 0 ? 0 : count.failedAt + backoffMs(count.failed) - world.now;
  const steps =
    end.kind === 'none'
      ? adjust(job, count, { annotations: handedOn(job, prefix), mayCreate: mayStart <= 0 })
      : count.active.map(deletion);
  const status = statusOf(job, { count, end, now: world.now });
  return {
    writes: [...writes, ...steps, ...writeStatus('Job', job, status)],
    afterMs:
      end.kind === 'none'
        ? soonest(mayStart > 0 ? mayStart : undefined, deadlineIn(job, world.now))
        : undefined,
  };
}

function backoffMs(failures: number): number {
  return Math.min(firstBackoffMs * 2 ** (failures - 1), longestBackoffMs);
}

function isOver(job: KubernetesObject): boolean {
  return isConditionTrue(job, 'Complete') || isConditionTrue(job, 'Failed');
}

/** A job that is over goes when its time is over. */
function afterwards(job: KubernetesObject, now: number): Planned {
  const seconds = numberAt(job, 'spec', 'ttlSecondsAfterFinished');
  const last = isConditionTrue(job, 'Complete') ? conditionOf(job, 'Complete') : conditionOf(job, 'Failed');
  if (seconds === undefined) return { writes: [] };
  const left = Date.parse(textAt(last, 'lastTransitionTime')) + seconds * 1000 - now;
  return left > 0 ? { writes: [], afterMs: left } : { writes: [{ do: 'delete', kind: 'Job', object: job }] };
}

type End =
  | { readonly kind: 'none' }
  | { readonly kind: 'suspended' }
  | { readonly kind: 'complete' }
  | { readonly kind: 'failed'; readonly reason: string; readonly message: string };

function endOf(job: KubernetesObject, count: JobCount, now: number): End {
  if (isEnough(job, count)) return { kind: 'complete' };
  if (isPastBackoff(job, count))
    return {
      kind: 'failed',
      reason: 'BackoffLimitExceeded',
      message: 'Job has reached the specified backoff limit',
    };
  if ((deadlineIn(job, now) ?? 1) <= 0)
    return {
      kind: 'failed',
      reason: 'DeadlineExceeded',
      message: 'Job was active longer than specified deadline',
    };
  return valueAt(job, 'spec', 'suspend') === true ? { kind: 'suspended' } : { kind: 'none' };
}

function isEnough(job: KubernetesObject, { succeeded, active }: JobCount): boolean {
  const completions = numberAt(job, 'spec', 'completions');
  return completions === undefined ? succeeded > 0 && active.length === 0 : succeeded >= completions;
}

/** Containers that are started again count, too. */
function isPastBackoff(job: KubernetesObject, { failed, active }: JobCount): boolean {
  const limit = numberAt(job, 'spec', 'backoffLimit') ?? 6;
  const isRestarted = textAt(job, 'spec', 'template', 'spec', 'restartPolicy') === 'OnFailure';
  return failed > limit || (isRestarted && restartsOf(active) >= Math.max(1, limit));
}

function deadlineIn(job: KubernetesObject, now: number): number | undefined {
  const seconds = numberAt(job, 'spec', 'activeDeadlineSeconds');
  const since = Date.parse(textAt(job, 'status', 'startTime'));
  return seconds === undefined || Number.isNaN(since) ? undefined : since + seconds * 1000 - now;
}

function handedOn({ metadata }: KubernetesObject, prefix: string): JsonObject {
  return Object.fromEntries(
    Object.entries(metadata.annotations ?? {}).filter(([key]) => key.startsWith(`${prefix}/`)),
  );
}

function adjust(
  job: KubernetesObject,
  count: JobCount,
  { annotations, mayCreate }: { readonly annotations: JsonObject; readonly mayCreate: boolean },
): readonly WorkloadWrite[] {
  const parallelism = numberAt(job, 'spec', 'parallelism') ?? 1;
  const completions = numberAt(job, 'spec', 'completions');
  const wanted =
    completions === undefined
      ? count.succeeded > 0
        ? count.active.length
        : parallelism
      : Math.min(parallelism, completions - count.succeeded);
  const missing = wanted - count.active.length;
  if (missing < 0) return count.active.slice(missing).map(deletion);
  return mayCreate ? newPods(job, count, { missing, annotations }) : [];
}

function deletion(object: KubernetesObject): WorkloadWrite {
  return { do: 'delete', kind: 'Pod', object };
}

function statusOf(
  job: KubernetesObject,
  { count, end, now }: { readonly count: JobCount; readonly end: End; readonly now: number },
): JsonObject {
  const isActive = end.kind === 'none';
  const conditions = conditionsOf(job, end, now);
  return {
    active: isActive ? counted(count.active.length) : undefined,
    ready: isActive ? count.active.filter(isReady).length : 0,
    succeeded: counted(count.succeeded),
    failed: counted(end.kind === 'failed' ? count.failed + count.active.length : count.failed),
    terminating: 0,
    uncountedTerminatedPods: {},
    ...(isIndexed(job) && count.done.size > 0 ? { completedIndexes: indexText(count.done) } : {}),
    startTime: end.kind === 'suspended' ? undefined : textAt(job, 'status', 'startTime') || timestamp(now),
    completionTime: end.kind === 'complete' ? timestamp(now) : undefined,
    conditions: conditions.length === 0 ? undefined : conditions,
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
