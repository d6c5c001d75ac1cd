import {
  conditionOf,
  isConditionTrue,
  type JsonObject,
  type KubernetesObject,
  numberAt,
  textAt,
  valueAt,
} from '@archipelago/apimachinery';
import { claimDependents } from '../plan/claim-dependents.ts';
import { type Planned, soonest, type WorkloadWorld, type WorkloadWrite } from '../plan/planned.ts';
import { isLeaving } from '../plan/pod-state.ts';
import { writeStatus } from '../plan/write-status.ts';
import { countPods, type JobCount, newPods, restartsOf } from './job-pods.ts';
import { type End, jobStatus } from './job-status.ts';
import { isTracked, tracked, untracked } from './job-tracking.ts';

const firstBackoffMs = 10_000;
const longestBackoffMs = 600_000;
const ours = 'kubernetes.io/job-controller';

/** What the job controller does. Annotations of the job that begin with `prefix` are handed to its pods. */
export function planJob(job: KubernetesObject, world: WorkloadWorld, prefix: string): Planned {
  const manager = textAt(job, 'spec', 'managedBy') || ours;
  if (isLeaving(job) || manager !== ours) return { writes: [] };
  const { own, writes } = claimDependents('Pod', job, world);
  if (isOver(job)) return afterwards(job, own, world.now);
  const count = countPods(job, own);
  const end = endOf(job, count, world.now);
  const { steps, afterMs } = stepsOf(job, { count, end, prefix, now: world.now });
  // what has ended is a number first: the job is over when no pod waits to be counted
  const status = jobStatus(job, { count, end: isCounted(count) ? end : none, now: world.now });
  return {
    writes: [
      ...writes,
      ...count.active.filter((pod) => !isTracked(pod)).map(tracked),
      ...count.countedPods.map(untracked),
      ...steps,
      ...writeStatus('Job', job, status),
    ],
    afterMs,
  };
}

const none: End = { kind: 'none' };

function isCounted({ tallies: { succeeded, failed } }: JobCount): boolean {
  return succeeded.uncounted.length + failed.uncounted.length === 0;
}

interface Situation {
  readonly count: JobCount;
  readonly end: End;
  readonly prefix: string;
  readonly now: number;
}

function stepsOf(
  job: KubernetesObject,
  { count, end, prefix, now }: Situation,
): { readonly steps: readonly WorkloadWrite[]; readonly afterMs?: number | undefined } {
  switch (end.kind) {
    case 'none': {
      const mayStart = count.failed === 0 ? 0 : count.failedAt + backoffMs(count.failed) - now;
      const steps = adjust(job, count, { annotations: handedOn(job, prefix), mayCreate: mayStart <= 0 });
      return { steps, afterMs: soonest(mayStart > 0 ? mayStart : undefined, deadlineIn(job, now)) };
    }
    case 'suspended':
      return { steps: count.active.flatMap(dropped) };
    case 'complete':
    case 'failed':
      return { steps: isCounted(count) ? count.active.map(deletion) : [] };
  }
}

function backoffMs(failures: number): number {
  return Math.min(firstBackoffMs * 2 ** (failures - 1), longestBackoffMs);
}

function isOver(job: KubernetesObject): boolean {
  return isConditionTrue(job, 'Complete') || isConditionTrue(job, 'Failed');
}

/** A job that is over goes when its time is over. */
function afterwards(job: KubernetesObject, pods: readonly KubernetesObject[], now: number): Planned {
  const writes = pods.filter(isTracked).map(untracked);
  const seconds = numberAt(job, 'spec', 'ttlSecondsAfterFinished');
  const last = isConditionTrue(job, 'Complete') ? conditionOf(job, 'Complete') : conditionOf(job, 'Failed');
  if (seconds === undefined) return { writes };
  const left = Date.parse(textAt(last, 'lastTransitionTime')) + seconds * 1000 - now;
  return left > 0
    ? { writes, afterMs: left }
    : { writes: [...writes, { do: 'delete', kind: 'Job', object: job }] };
}

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
  if (missing < 0) return count.active.slice(missing).flatMap(dropped);
  return mayCreate ? newPods(job, count, { missing, annotations }) : [];
}

/** A pod that is wanted no more is not counted. */
function dropped(pod: KubernetesObject): readonly WorkloadWrite[] {
  return isTracked(pod) ? [untracked(pod), deletion(pod)] : [deletion(pod)];
}

function deletion(object: KubernetesObject): WorkloadWrite {
  return { do: 'delete', kind: 'Pod', object };
}
