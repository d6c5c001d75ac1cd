import type { BuildPlatform } from './build-platform.ts';
import { claimed } from './claimed-job.ts';
import type { ObservedBuild } from './observed-build.ts';
import { isOfBuild, type ObservedJob } from './observed-job.ts';
import { keyLabel, type PlanContext } from './plan-context.ts';
import { isSettled, type PlatformStatus, withAttempt } from './platform-status.ts';
import {
  outOfAttempts,
  type PlatformProgress,
  type PlatformStep,
  progress,
  waitForNode,
} from './platform-step.ts';
import { startPlatform } from './start-platform.ts';

/** How far one platform is, by its jobs and the registry; starts what is to be started. */
export function platformProgress(
  context: PlanContext,
  build: ObservedBuild,
  platform: BuildPlatform,
): PlatformProgress {
  const { architecture, key } = platform;
  const before: PlatformStatus = build.status.platforms?.find((one) => one.architecture === architecture) ?? {
    architecture,
    key,
    state: 'Pending',
  };
  if (isSettled(before)) return { status: before };
  const step = { context, build, platform, before, attempts: before.attempts ?? [] };
  if (build.withheld.includes(architecture)) return withheld(step);
  const job = openJob(step);
  return job === undefined ? withoutJob(step) : withJob(step, job);
}

function withheld(step: PlatformStep): PlatformProgress {
  const { architecture } = step.platform;
  const message = 'it failed before, and the retry is of others; ask for a retry of it, too';
  const fatal = {
    phase: 'Failed',
    reason: 'PlatformFailed',
    message: `${architecture}: ${message}`,
  } as const;
  return { ...progress(step, 'Failed', message), fatal, waitsForOthers: true };
}

function withJob(step: PlatformStep, job: ObservedJob): PlatformProgress {
  switch (job.state.kind) {
    case 'pending':
      return progress(step, 'Pending', 'the job waits for its pod', job);
    case 'unschedulable':
      return waitForNode(step, 'Unschedulable', job.state.message, job);
    case 'running':
      return progress(step, 'Running', undefined, job);
    case 'complete':
      return claimed(step, job, job.state.at);
    case 'failed':
      return failed(step, job, job.state);
  }
}

/** Jobs of this build for this platform that have not been dealt with; the newest. */
function openJob({ context, build, platform, attempts }: PlatformStep): ObservedJob | undefined {
  return context.reading
    .jobsOfBuild(build.name)
    .filter(
      (job) =>
        job.role === 'build' &&
        isOfBuild(job, build) &&
        job.architecture === platform.architecture &&
        job.keyLabel === keyLabel(platform.key) &&
        !job.deleting &&
        !attempts.some(({ uid }) => uid === job.uid),
    )
    .at(-1);
}

function withoutJob(step: PlatformStep): PlatformProgress {
  const { context, before, attempts, platform } = step;
  const { job } = before;
  const vanished = job !== undefined && !attempts.some(({ uid }) => uid === job.uid);
  if (!vanished) return startPlatform(step);
  const { namespace } = context.reading.deployment;
  if (job.namespace !== namespace) return moved(step, job, namespace);
  const message = `somebody deleted the job ${job.name}`;
  const end = { at: context.draft.now, reason: 'Deleted', message };
  const closed = { ...step, attempts: withAttempt(attempts, job, end) };
  if (context.config.onDeletedJob === 'Recreate') return startPlatform(closed);
  return {
    ...progress(closed, 'Cancelled', message),
    fatal: { phase: 'Interrupted', reason: 'JobDeleted', message: `${platform.architecture}: ${message}` },
  };
}

/** Its job is where this operator does not look: one before it had its builds there. */
function moved(
  step: PlatformStep,
  job: NonNullable<PlatformStatus['job']>,
  namespace: string,
): PlatformProgress {
  const where = job.namespace === undefined ? 'another namespace' : `namespace ${job.namespace}`;
  const message = `the job ${job.name} was in ${where}; builds are in namespace ${namespace} now`;
  const end = { at: step.context.draft.now, reason: 'Moved', message };
  return startPlatform({ ...step, attempts: withAttempt(step.attempts, job, end) });
}

function failed(
  step: PlatformStep,
  job: ObservedJob,
  end: Extract<ObservedJob['state'], { kind: 'failed' }>,
): PlatformProgress {
  const attempts = withAttempt(step.attempts, job, { ...end, reason: 'JobFailed' });
  const closed = { ...step, attempts };
  return end.final ? outOfAttempts(closed, end.message) : startPlatform(closed);
}
