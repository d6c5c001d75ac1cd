import type { Architecture } from '../../api/architectures.ts';
import { buildNodesOf, hasNodeSince } from './build-nodes.ts';
import { credentialsOf } from './credentials.ts';
import { driftOf } from './image-drift.ts';
import { isTerminal, type ObservedBuild } from './observed-build.ts';
import type { PlanContext } from './plan-context.ts';
import { timeOf } from './plan-draft.ts';
import { isSettled } from './platform-status.ts';

/** Which build is the one now. */
export type ChosenBuild =
  /** It goes on. */
  | { readonly kind: 'continue'; readonly build: ObservedBuild }
  /** Its image is what is wanted. */
  | { readonly kind: 'settled'; readonly build: ObservedBuild }
  /** It has ended without an image, and nothing has changed since. */
  | { readonly kind: 'stopped'; readonly build: ObservedBuild }
  /** A new one is to be made, and why. */
  | ToCreate
  | { readonly kind: 'none' };

/** A build to be made: how many there were of the same, and which of its platforms are not to be tried. */
export interface ToCreate {
  readonly kind: 'create';
  readonly retry: number;
  readonly cause: BuildCause;
  readonly withheld: readonly Architecture[];
}

type BuildCause = 'Wanted' | 'Resumed' | 'Retry' | 'CredentialsChanged' | 'NodeArrived' | 'ImageDrift';

/** By what is wanted and the builds there are; a build that has ended is never gone on with. */
export function chooseBuild(context: PlanContext, builds: readonly ObservedBuild[]): ChosenBuild {
  const { wanted } = context;
  if (wanted.kind === 'refused') return goingOn(builds);
  if (wanted.kind === 'waiting') return asBefore(context, builds);
  const same = builds.filter(({ spec }) => spec.buildKey === wanted.key);
  const latest = same.at(-1);
  if (latest === undefined) return { kind: 'create', retry: 0, cause: 'Wanted', withheld: [] };
  if (!isTerminal(latest) && !latest.deleting) return { kind: 'continue', build: latest };
  const retry = latest.spec.retry + 1;
  const cause = causeOf(context, latest);
  const withheld = cause === 'Retry' ? notAsked(context, latest) : [];
  if (cause !== undefined) return { kind: 'create', retry, cause, withheld };
  return { kind: latest.status.phase === 'Succeeded' ? 'settled' : 'stopped', build: latest };
}

/** While it is not known what is wanted, what has begun goes on. */
export function goingOn(builds: readonly ObservedBuild[]): ChosenBuild {
  const open = builds.filter((build) => !isTerminal(build) && !build.deleting);
  const newest = [...open].sort((a, b) => a.createdAt - b.createdAt).at(-1);
  return newest === undefined ? { kind: 'none' } : { kind: 'continue', build: newest };
}

/**
 * A registry that is silent is no reason to say that an image is not there. Which one is in effect stands in the status: it need not be
 * that of the newest build. For a config that was edited since, none is known to be what is wanted.
 */
function asBefore({ config }: PlanContext, builds: readonly ObservedBuild[]): ChosenBuild {
  const open = goingOn(builds);
  if (open.kind === 'continue') return open;
  const ended = builds.filter(({ status, deleting }) => status.phase !== 'Superseded' && !deleting);
  const newest = [...ended].sort((a, b) => a.createdAt - b.createdAt).at(-1);
  if (newest !== undefined && newest.status.phase !== 'Succeeded') return { kind: 'stopped', build: newest };
  const named = ended.find(({ name }) => name === config.status.machineOSBuild?.name);
  return named?.status.phase === 'Succeeded' && wasReady(config)
    ? { kind: 'settled', build: named }
    : { kind: 'none' };
}

function wasReady({
  generation,
  status: { observedGeneration, conditions = [] },
}: PlanContext['config']): boolean {
  const isReady = conditions.some(({ type, status }) => type === 'ImageReady' && status === 'True');
  return isReady && observedGeneration === generation;
}

/** Why a build that has ended is done again; undefined: it is not. */
function causeOf(context: PlanContext, build: ObservedBuild): BuildCause | undefined {
  if (build.deleting) return 'Resumed';
  switch (build.status.phase) {
    case 'Succeeded':
      return driftOf(context, build) ? 'ImageDrift' : undefined;
    case 'Superseded':
      return 'Resumed';
    default:
      return retryCause(context, build);
  }
}

/** Ends that other logins may mend. */
const loginReasons: ReadonlySet<string> = new Set(['PushDenied', 'PullDenied', 'AssemblyFailed']);

/** How registries and buildah put it; programs that may not read a file say `permission denied`. */
const ofLogins = /unauthorized|(?<!permission )denied|authentication|\b40[13]\b/i;

/** Whether another login may mend it. Most Containerfiles that fail do so with any login. */
function isOfLogin({ status: { reason = '', platforms = [] } }: ObservedBuild): boolean {
  if (reason !== 'PlatformFailed') return loginReasons.has(reason);
  return platforms.some(
    ({ state, attempts = [] }) =>
      state === 'Failed' && attempts.some(({ message = '' }) => ofLogins.test(message)),
  );
}

function failedIn({ status }: ObservedBuild): readonly Architecture[] {
  return (status.platforms ?? []).flatMap(({ state, architecture }) =>
    state === 'Failed' ? [architecture] : [],
  );
}

/** Architectures that have failed and are not to be retried. */
function notAsked({ config: { retry } }: PlanContext, build: ObservedBuild): readonly Architecture[] {
  return retry === undefined || retry === 'all'
    ? []
    : failedIn(build).filter((architecture) => !retry.includes(architecture));
}

/** Whether one of the architectures to be retried has failed, or what failed was no architecture's. */
function isRetried(context: PlanContext, build: ObservedBuild): boolean {
  const failed = failedIn(build).length;
  return context.config.retry !== undefined && (failed === 0 || notAsked(context, build).length < failed);
}

function retryCause(context: PlanContext, build: ObservedBuild): BuildCause | undefined {
  const { status } = build;
  if (isRetried(context, build)) return 'Retry';
  if (isOfLogin(build) && status.credentials !== credentialsOf(context)) return 'CredentialsChanged';
  return nodeArrived(context, build) ? 'NodeArrived' : undefined;
}

/** Whether what had no node to build on, or no room there, has one that it had not. */
function nodeArrived({ config, reading }: PlanContext, { spec, status }: ObservedBuild): boolean {
  if (status.reason !== 'NoNodeForArchitecture' && status.reason !== 'NoRoomForBuild') return false;
  const without = spec.platforms
    .filter(({ architecture }) =>
      status.platforms?.some((one) => one.architecture === architecture && !isSettled(one)),
    )
    .map(({ architecture }) => ({ architecture, placement: config.placements[architecture] }));
  const haveNodes = without.every(
    ({ architecture, placement }) => buildNodesOf(reading.nodesOf(architecture), architecture, placement).ok,
  );
  if (status.reason === 'NoNodeForArchitecture') return haveNodes;
  const since = timeOf(status.buildEnd);
  return haveNodes && without.some((one) => hasNodeSince(reading.nodesOf(one.architecture), one, since));
}
