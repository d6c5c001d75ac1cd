import { timestamp } from '@archipelago/apimachinery';
import { buildNodesOf } from './build-nodes.ts';
import { type BuildPlatform, contentReference } from './build-platform.ts';
import type { ObservedBuild } from './observed-build.ts';
import type { ObservedJob } from './observed-job.ts';
import type { PlanContext } from './plan-context.ts';
import { type Attempt, isFailure, type PlatformStatus, withAttempt } from './platform-status.ts';
import type { FoundImage } from './registry-question.ts';

/** What ends the whole build. */
export interface FatalEnd {
  readonly phase: 'Failed' | 'Interrupted';
  readonly reason: string;
  readonly message: string;
}

export interface PlatformProgress {
  readonly status: PlatformStatus;
  readonly fatal?: FatalEnd;
  /** It ends the build only when the other platforms have come to their ends. */
  readonly waitsForOthers?: true;
}

/** One platform of a build that goes on. */
export interface PlatformStep {
  readonly context: PlanContext;
  readonly build: ObservedBuild;
  readonly platform: BuildPlatform;
  readonly before: PlatformStatus;
  /** Ended ones, the newest last. */
  readonly attempts: readonly Attempt[];
}

/** The status of a platform that goes on. */
export function progress(
  { before, attempts }: PlatformStep,
  state: PlatformStatus['state'],
  message: string | undefined,
  job?: ObservedJob,
): PlatformProgress {
  const { architecture, key, waitingSince } = before;
  // looking into the registry between does not begin the wait anew
  const waits = !['Running', 'Succeeded', 'Reused'].includes(state);
  return {
    status: {
      architecture,
      key,
      state,
      ...(message === undefined ? {} : { message: message.slice(0, 2000) }),
      ...(job === undefined ? {} : placeOf(job, before)),
      ...(attempts.length === 0 ? {} : { attempts }),
      ...(waits && waitingSince !== undefined ? { waitingSince } : {}),
    },
  };
}

/** The job, and the node that it runs or ran on. */
function placeOf(job: ObservedJob, before: PlatformStatus) {
  const { uid, state } = job;
  const known = before.job?.uid === uid ? before.node : undefined;
  const node = state.kind === 'running' ? state.node : known;
  return { job: jobReference(job), ...(node === undefined ? {} : { node }) };
}

/** As statuses name a job. */
export function jobReference({ name, uid, object: { metadata } }: ObservedJob) {
  const { namespace } = metadata;
  return { name, uid, ...(namespace === undefined ? {} : { namespace }) };
}

/** No node for now; the end of the build when it was so for too long. */
export function waitForNode(
  step: PlatformStep,
  state: 'WaitingForNode' | 'Unschedulable',
  message: string,
  job?: ObservedJob,
): PlatformProgress {
  const { context, before, platform } = step;
  const { config, draft } = context;
  const waitingSince = before.waitingSince ?? timestamp(draft.now);
  const deadline = Date.parse(waitingSince) + config.schedulingDeadlineSeconds * 1000;
  const waiting = { ...step, before: { ...before, waitingSince } };
  if (!draft.hasCome(deadline)) {
    draft.wake(deadline);
    draft.find('warning', state, `${platform.architecture}: ${message}`);
    return progress(waiting, state, message, job);
  }
  const { architecture } = platform;
  const { ok } = buildNodesOf(
    context.reading.nodesOf(architecture),
    architecture,
    config.placements[architecture],
  );
  if (job !== undefined) draft.delete(job.object, `no node took ${job.name} in time`);
  const words = `${architecture}: no node within ${config.schedulingDeadlineSeconds} s; ${message}`;
  return {
    ...progress(waiting, 'Failed', message),
    fatal: { phase: 'Failed', reason: ok ? 'NoRoomForBuild' : 'NoNodeForArchitecture', message: words },
  };
}

/** The platform has failed for good. */
export function outOfAttempts(step: PlatformStep, message: string): PlatformProgress {
  const { architecture } = step.platform;
  const count = step.attempts.filter(isFailure).length;
  return {
    ...progress(step, 'Failed', message),
    fatal: {
      phase: 'Failed',
      reason: 'PlatformFailed',
      message: `${architecture} failed after ${count} ${count === 1 ? 'attempt' : 'attempts'}: ${message}`,
    },
  };
}

/** The platform has its image. */
export function settled(
  step: PlatformStep,
  state: 'Succeeded' | 'Reused',
  image: FoundImage,
  job?: ObservedJob,
): PlatformProgress {
  const { context, build, platform, attempts } = step;
  const { digest, mediaType, child } = image;
  const { variant } = child.config;
  const end = { at: context.draft.now, reason: 'Succeeded' };
  const closed = job === undefined ? step : { ...step, attempts: withAttempt(attempts, job, end) };
  return {
    status: {
      ...progress(closed, state, undefined, job).status,
      image: {
        tag: contentReference(build, platform),
        digest,
        mediaType,
        size: child.size,
        ...(variant === undefined ? {} : { variant }),
      },
    },
  };
}
