import type { KubernetesObject } from '@archipelago/apimachinery';
import { names } from '../api/layering-names.ts';
import { jobName } from '../object-names.ts';
import { buildNodesOf } from './build-nodes.ts';
import { contentReference, sourceName } from './build-platform.ts';
import { buildJob, sourceObject } from './job-objects.ts';
import { problemsOf } from './judge-image.ts';
import { isActive, isOfBuild, isOfConfig, type ObservedJob } from './observed-job.ts';
import { groupOfOwner, ownerOf } from './owner-of.ts';
import { keyLabel } from './plan-context.ts';
import { backoffMs, isFailure } from './platform-status.ts';
import {
  outOfAttempts,
  type PlatformProgress,
  type PlatformStep,
  progress,
  settled,
  waitForNode,
} from './platform-step.ts';
import type { RegistryAnswer } from './registry-question.ts';
import { registryFilesPatch } from './registry-settings.ts';

/** An answer older than this is no reason to build: somebody may have built meanwhile. */
const freshMs = 60_000;
/** While there is no node to build on. */
const waitingMs = 600_000;

/** The platform has no job: takes over one, uses an image that is there, or starts a job where and when it can. */
export function startPlatform(step: PlatformStep): PlatformProgress {
  const { context, attempts } = step;
  const failures = attempts.filter(isFailure);
  const last = failures.at(-1);
  if (last !== undefined && failures.length >= context.config.attempts)
    return outOfAttempts(step, last.message ?? last.reason);
  const other = jobOfSameKey(step);
  if (other !== undefined) return takeOver(step, other);
  // after a failure the tag may hold what somebody else has put there
  return failures.length > 0 ? retry(step, failures.length) : reuseOrBuild(step);
}

/** A job that makes the very same image, of an older build or of another config with the same repository. */
function jobOfSameKey({ context, build, platform, attempts }: PlatformStep): ObservedJob | undefined {
  return context.reading
    .jobsOfKey(keyLabel(platform.key))
    .find(
      (job) =>
        job.role === 'build' &&
        !isOfBuild(job, build) &&
        job.architecture === platform.architecture &&
        job.repository === build.spec.intermediateRepository &&
        isActive(job) &&
        !attempts.some(({ uid }) => uid === job.uid),
    );
}

/** The running job of an older build is not started again: from now on it is this build's. */
function takeOver(step: PlatformStep, job: ObservedJob): PlatformProgress {
  const { context, build, platform } = step;
  const { draft, config, reading } = context;
  if (!isOfConfig(job, config))
    return progress(step, 'Pending', `the job ${job.name} of ${job.config} builds the same image`);
  const because = `${job.name} builds what ${build.name} needs`;
  draft.patch(job.object, ownedPatch(build), because);
  const source = reading.configMap(sourceName(config.name, platform));
  if (source !== undefined) draft.patch(source, ownedPatch(build), because);
  return progress(step, 'Pending', `takes over the job ${job.name}`);
}

/** Makes a build the one that something belongs to and goes with. */
function ownedPatch({ name, object }: PlatformStep['build']) {
  return {
    metadata: {
      labels: { [names.build]: name },
      ownerReferences: ownerOf(object).map((owner) => ({ ...owner })),
    },
  };
}

/** What was made for a build of the other API group, and of the same name: it stays until both are gone. */
function sharedPatch(
  { metadata: { ownerReferences = [] } }: KubernetesObject,
  { uid, object }: PlatformStep['build'],
) {
  const others = ownerReferences.filter((owner) => owner.uid !== uid);
  const mine = ownerOf(object).map((owner) => ({ ...owner, controller: false }));
  return { metadata: { ownerReferences: [...others.map((owner) => ({ ...owner })), ...mine] } };
}

function retry(step: PlatformStep, failures: number): PlatformProgress {
  const { context, attempts } = step;
  const last = attempts.filter(isFailure).at(-1);
  const at = Date.parse(last?.end ?? '') + backoffMs(failures);
  const words = `attempt ${failures} of ${context.config.attempts} failed: ${last?.message ?? last?.reason}`;
  if (context.draft.hasCome(at)) return place(step, 'Retrying', words);
  context.draft.wake(at);
  return progress(step, 'Retrying', words);
}

function reuseOrBuild(step: PlatformStep): PlatformProgress {
  const { build, platform, before } = step;
  const answer = imageThere(step);
  if (answer === undefined) {
    const state = before.state === 'WaitingForNode' ? before.state : 'Pending';
    return progress(step, state, before.message ?? 'the registry is asked whether the image is there');
  }
  if (answer.state === 'image' && problemsOf(answer.image, platform).length === 0)
    return settled(step, 'Reused', answer.image);
  return answer.state === 'denied' || answer.state === 'unavailable'
    ? progress(step, 'Pending', `${contentReference(build, platform)}: ${answer.message}`)
    : place(step, 'Pending', undefined);
}

/** What the registry has under the platform's key; only lately asked where the answer decides about a job. */
function imageThere({ context, build, platform, attempts }: PlatformStep): RegistryAnswer | undefined {
  const { config, reading, draft } = context;
  const reference = contentReference(build, platform);
  const secret = config.intermediate.pullSecret;
  const round = `${attempts.length}.${build.status.assembly?.attempts?.length ?? 0}`;
  const { architecture } = platform;
  // what was said before a job for the same key ended says nothing any more; jobs stay longer than answers are fresh
  const ended = reading
    .jobsOfKey(keyLabel(platform.key))
    .filter((job) => job.role === 'build' && !isActive(job))
    .map(({ uid }) => uid)
    .sort();
  const id = `image ${reference} ${secret ?? ''} for ${build.name} ${[round, ...ended].join(' ')}`;
  const nodes = buildNodesOf(reading.nodesOf(architecture), architecture, config.placements[architecture]);
  return draft.ask({ id, kind: 'image', reference, secret }, nodes.ok ? freshMs : waitingMs);
}

/** Starts a job if there is a node, and room. */
function place(
  step: PlatformStep,
  state: 'Pending' | 'Retrying',
  message: string | undefined,
): PlatformProgress {
  const { context, platform } = step;
  const { config, reading } = context;
  const { architecture } = platform;
  const nodes = buildNodesOf(reading.nodesOf(architecture), architecture, config.placements[architecture]);
  if (!nodes.ok) return waitForNode(step, 'WaitingForNode', nodes.message);
  if (!hasSource(step)) return progress(step, state, 'what to build is being looked up');
  const name = nextJob(step);
  if (name === undefined) return progress(step, state, 'an older job of the same name is being deleted');
  if (!context.slots.take()) return progress(step, state, 'other builds go first');
  start(step, name);
  return progress(step, state, message ?? 'a job is being started');
}

/** The Containerfile is in the cluster, or known. */
function hasSource({ context, platform }: PlatformStep): boolean {
  return sourceOf(context, platform) !== undefined || wantedOf(context, platform) !== undefined;
}

function sourceOf({ config, reading }: PlatformStep['context'], platform: PlatformStep['platform']) {
  return reading.configMap(sourceName(config.name, platform));
}

function wantedOf({ wanted }: PlatformStep['context'], { key }: PlatformStep['platform']) {
  return wanted.kind === 'resolved' ? wanted.platforms.find((one) => one.key === key) : undefined;
}

/** Number of the next attempt; undefined while a job of its name is there. */
function nextJob({ context, platform, attempts }: PlatformStep): number | undefined {
  const same = context.reading
    .jobsOfKey(keyLabel(platform.key))
    .filter(
      (job) =>
        job.role === 'build' &&
        job.config === context.config.name &&
        job.architecture === platform.architecture,
    );
  const number = Math.max(attempts.length, ...same.map(({ attempt }) => attempt)) + 1;
  const name = jobName(context.config.name, platform.key, platform.architecture, number);
  return context.reading.isJob(name) ? undefined : number;
}

function start(step: PlatformStep, attempt: number): void {
  const { context, build, platform } = step;
  const wanted = wantedOf(context, platform);
  const { architecture } = platform;
  const source = sourceOf(context, platform);
  // the build it was made for may go while this one's jobs need it
  const owned =
    source !== undefined && groupOfOwner(source) !== context.config.group
      ? sharedPatch(source, build)
      : ownedPatch(build);
  const patch = { ...owned, ...registryFilesPatch(context.reading.deployment) };
  if (source !== undefined)
    context.draft.patch(source, patch, `${build.name} needs it, and how registries are reached`);
  else if (wanted !== undefined)
    context.draft.create(sourceObject(context, build, wanted), `what is built for ${architecture}`);
  const because = attempt === 1 ? `${architecture} is to be built` : `attempt ${attempt} for ${architecture}`;
  context.draft.create(buildJob(context, build, platform, attempt), because);
}
