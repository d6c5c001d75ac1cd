import { contentReference } from './build-platform.ts';
import { problemsOf } from './judge-image.ts';
import type { ObservedJob } from './observed-job.ts';
import { resultOf } from './plan-context.ts';
import { withAttempt } from './platform-status.ts';
import { type PlatformProgress, type PlatformStep, progress, settled } from './platform-step.ts';
import type { FoundImage, RegistryAnswer } from './registry-question.ts';
import { startPlatform } from './start-platform.ts';

/** How long a result may come after its job's end. */
const claimGraceMs = 15_000;

/** The job says it is done: what it says has to be what the registry has. */
export function claimed(step: PlatformStep, job: ObservedJob, at: number): PlatformProgress {
  const { context } = step;
  const result = resultOf(job, context);
  const again = (reason: string, message: string) =>
    startPlatform({
      ...step,
      attempts: withAttempt(step.attempts, job, { at: context.draft.now, reason, message }),
    });
  if (result === undefined && !context.draft.hasCome(at + claimGraceMs)) {
    context.draft.wake(at + claimGraceMs);
    return progress(step, 'Running', 'the job is done, its result is awaited', job);
  }
  const digest = result?.digest?.trim() ?? '';
  if (digest === '') return again('ClaimMissing', `the job ${job.name} ended without a digest`);
  if (!/^sha256:[a-f0-9]{64}$/.test(digest))
    return again(
      'ClaimInvalid',
      `the job ${job.name} reported ${JSON.stringify(digest.slice(0, 80))}, no digest`,
    );
  return compared(step, job, digest, again);
}

function compared(
  step: PlatformStep,
  job: ObservedJob,
  digest: string,
  again: (reason: string, message: string) => PlatformProgress,
): PlatformProgress {
  const { context, build, platform } = step;
  const reference = contentReference(build, platform);
  const secret = context.config.intermediate.pullSecret;
  const id = `image ${reference} ${secret ?? ''} after ${job.uid}`;
  const answer = context.draft.ask({ id, kind: 'image', reference, secret }, Number.POSITIVE_INFINITY);
  if (answer === undefined || answer.state === 'denied' || answer.state === 'unavailable')
    return progress(step, 'Running', answer?.message ?? 'the image is looked at', job);
  const found = foundIn(answer, reference);
  if (typeof found === 'string') return again('ClaimMismatch', `the job reported ${digest}, ${found}`);
  const { image } = found;
  if (image.digest !== digest)
    return again(
      'ClaimMismatch',
      `the job reported ${digest}, the registry has ${image.digest} under ${reference}`,
    );
  const problems = problemsOf(image, platform);
  return problems.length === 0 ? settled(step, 'Succeeded', image, job) : unverified(step, job, problems);
}

/** The image, or in words what there is instead. */
function foundIn(answer: RegistryAnswer, reference: string): { readonly image: FoundImage } | string {
  if (answer.state === 'image') return answer;
  return answer.state === 'bad'
    ? `what the registry has under ${reference} cannot be used: ${answer.message}`
    : `the registry has nothing under ${reference}`;
}

function unverified(step: PlatformStep, job: ObservedJob, problems: readonly string[]): PlatformProgress {
  const message = problems.join('; ');
  const end = { at: step.context.draft.now, reason: 'VerificationFailed', message };
  const closed = { ...step, attempts: withAttempt(step.attempts, job, end) };
  return {
    ...progress(closed, 'Failed', message),
    fatal: {
      phase: 'Failed',
      reason: 'VerificationFailed',
      message: `${step.platform.architecture}: ${message}`,
    },
  };
}
