import { assemblyName } from '../object-names.ts';
import { assemblyJob } from './assembly-job.ts';
import { type AssemblyProgress, type AssemblyStep, assembling } from './assembly-step.ts';
import type { ObservedBuild } from './observed-build.ts';
import { isOfBuild, type JobState, type ObservedJob } from './observed-job.ts';
import { type PlanContext, resultOf } from './plan-context.ts';
import { backoffMs, type PlatformStatus, withAttempt } from './platform-status.ts';
import { publishedProgress } from './published-progress.ts';
import { registriesObject, registryFiles, registryFilesPatch } from './registry-settings.ts';

const graceMs = 15_000;
/** An image that is gone again and again is taken away by somebody. */
const mostVanished = 5;
/** Ends without a word: the pod was killed, or its image cannot be started. */
const mostSilent = 5;

/** How far the assembly is, by its jobs and the registry; starts the job that is to be started. */
export function assemblyProgress(
  context: PlanContext,
  build: ObservedBuild,
  platforms: readonly PlatformStatus[],
): AssemblyProgress {
  const { attempts = [], published } = build.status.assembly ?? {};
  const step = { context, build, platforms, attempts };
  if (published !== undefined) return publishedProgress(step, published);
  const job = openJob(step);
  if (job === undefined) return startAssembly(step);
  if (job.state.kind !== 'complete' && job.state.kind !== 'failed')
    return assembling(step, 'the images are put together', job);
  return ended(step, job, job.state);
}

/** The newest job, unless it has been dealt with; older ones have been, however few attempts the status keeps. */
function openJob({ context, build, attempts }: AssemblyStep): ObservedJob | undefined {
  const newest = context.reading
    .jobsOfBuild(build.name)
    .filter((job) => job.role === 'assemble' && isOfBuild(job, build) && !job.deleting)
    .at(-1);
  return attempts.some(({ uid }) => uid === newest?.uid) ? undefined : newest;
}

/** Starts the next job, later after failures. */
function startAssembly(step: AssemblyStep): AssemblyProgress {
  const { context, build, attempts, platforms } = step;
  const { draft, reading } = context;
  const since = attempts.findLastIndex(({ reason }) => reason === 'ImageVanished');
  const inARow = attempts.slice(since + 1).length;
  const last = attempts.at(-1);
  const at = last === undefined ? 0 : Date.parse(last.end) + backoffMs(inARow);
  if (!draft.hasCome(at)) {
    draft.wake(at);
    return assembling(step, `the assembly is tried again: ${last?.message ?? last?.reason}`);
  }
  const number =
    Math.max(
      attempts.length,
      ...reading
        .jobsOfBuild(build.name)
        .flatMap(({ role, attempt }) => (role === 'assemble' ? [attempt] : [])),
    ) + 1;
  const name = assemblyName(build.name, number);
  if (!reading.isJob(name)) {
    writeRegistries(context, build);
    draft.create(assemblyJob(context, build, platforms, number), `all images of ${build.name} are there`);
  }
  return assembling(step, 'the assembly is being started');
}

/** The job finds them as they are now, however they were for the one before. */
function writeRegistries({ draft, reading }: PlanContext, build: ObservedBuild): void {
  const { deployment } = reading;
  if (Object.keys(registryFiles(deployment)).length === 0) return;
  const wanted = registriesObject(deployment, build);
  const there = reading.configMap(wanted.metadata.name);
  const because = 'how registries are reached';
  if (there === undefined) draft.create(wanted, because);
  else draft.patch(there, registryFilesPatch(deployment), because);
}

function ended(
  step: AssemblyStep,
  job: ObservedJob,
  state: Extract<ObservedJob['state'], { kind: 'complete' | 'failed' }>,
): AssemblyProgress {
  const { context } = step;
  const result = resultOf(job, context);
  const exited = exitOf(state);
  if (result === undefined && exited === undefined && !context.draft.hasCome(state.at + graceMs)) {
    context.draft.wake(state.at + graceMs);
    return assembling(step, 'the result of the assembly is awaited', job);
  }
  const digest = result?.digest?.trim() ?? '';
  if (/^sha256:[a-f0-9]{64}$/.test(digest))
    return publishedProgress(close(step, job, { reason: 'Published' }), digest);
  const words = state.kind === 'failed' ? state.message : 'the job ended without a result';
  return refusedAssembly(step, job, { message: words, ...(result ?? exited) });
}

/**
 * `layering assemble` reports what it came to and exits with 0. With another code it has reported nothing: 1 and 2 would come again,
 * 3 says that a registry did not answer. Other codes are not its own: it was killed.
 */
function exitOf(state: JobState): { readonly reason: string } | undefined {
  if (state.kind !== 'failed' || state.container !== 'assemble') return undefined;
  switch (state.exitCode) {
    case 1:
    case 2:
      return { reason: 'AssemblyFailed' };
    case 3:
      return { reason: 'RegistryUnavailable' };
    default:
      return undefined;
  }
}

/** The attempt as the status keeps it. */
interface End {
  readonly reason: string;
  readonly message?: string;
  readonly architecture?: string;
}

function close(step: AssemblyStep, job: ObservedJob, end: End): AssemblyStep {
  const { architecture, ...rest } = end;
  const exitCode = job.state.kind === 'failed' ? job.state.exitCode : undefined;
  const attempts = withAttempt(step.attempts, job, { at: step.context.draft.now, exitCode, ...rest });
  if (architecture === undefined) return { ...step, attempts };
  const named = attempts.map((one) => (one.uid === job.uid ? { ...one, architecture } : one));
  return { ...step, attempts: named };
}

function refusedAssembly(
  step: AssemblyStep,
  job: ObservedJob,
  result: { readonly reason?: string; readonly architecture?: string; readonly message: string },
): AssemblyProgress {
  const { reason, architecture = '', message } = result;
  switch (reason) {
    case 'ChildMissing':
      return vanished(step, job, architecture, message);
    case 'PushDenied':
    case 'PullDenied':
    case 'VerificationFailed':
    case 'AssemblyFailed':
      return fatal(close(step, job, { reason, message }), reason, message);
    case 'RegistryUnavailable':
      return startAssembly(close(step, job, { reason: 'RegistryUnavailable', message }));
    default: {
      const closed = close(step, job, { reason: 'NoResult', message });
      const silent = closed.attempts.filter(({ reason }) => reason === 'NoResult').length;
      return silent >= mostSilent ? fatal(closed, 'AssemblyFailed', message) : startAssembly(closed);
    }
  }
}

function fatal(step: AssemblyStep, reason: string, message: string): AssemblyProgress {
  return { ...assembling(step, message), fatal: { phase: 'Failed', reason, message } };
}

/** The registry has lost an image since: that platform is built again, the others are not. */
function vanished(
  step: AssemblyStep,
  job: ObservedJob,
  architecture: string,
  message: string,
): AssemblyProgress {
  const closed = close(step, job, { reason: 'ImageVanished', message, architecture });
  const count = closed.attempts.filter(({ reason }) => reason === 'ImageVanished').length;
  if (count >= mostVanished) return fatal(closed, 'ImagesVanish', message);
  const lost = (one: PlatformStatus) => architecture === '' || one.architecture === architecture;
  const platforms = step.platforms.map((one) => (lost(one) ? withoutImage(one) : one));
  return { ...assembling({ ...closed, platforms }, message), phase: 'Building' };
}

function withoutImage({ architecture, key, attempts }: PlatformStatus): PlatformStatus {
  return {
    architecture,
    key,
    state: 'Pending',
    message: 'the image has gone from the registry',
    ...(attempts === undefined ? {} : { attempts }),
  };
}
