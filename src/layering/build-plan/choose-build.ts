import type { Architecture } from '../architecture.ts';
import { buildNodesOf } from './build-nodes.ts';
import { credentialsOf } from './build-status.ts';
import { driftOf } from './image-drift.ts';
import { isTerminal, type ObservedBuild } from './observed-build.ts';
import type { PlanContext } from './plan-context.ts';
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

export type BuildCause = 'Wanted' | 'Resumed' | 'Retry' | 'CredentialsChanged' | 'NodeArrived' | 'ImageDrift';

/** By what is wanted and the builds there are; a build that has ended is never gone on with. */
export function chooseBuild(context: PlanContext, builds: readonly ObservedBuild[]): ChosenBuild {
  const { wanted } = context;
  if (wanted.kind !== 'resolved') return goingOn(builds);
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
const loginReasons: ReadonlySet<string> = new Set([
  'PushDenied',
  'PullDenied',
  'PlatformFailed',
  'AssemblyFailed',
]);

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
  const { config, input } = context;
  const { spec, status } = build;
  if (isRetried(context, build)) return 'Retry';
  if (loginReasons.has(status.reason ?? '') && status.credentials !== credentialsOf(context))
    return 'CredentialsChanged';
  if (status.reason !== 'NoNodeForArchitecture') return undefined;
  const without = spec.platforms.filter(({ architecture }) =>
    status.platforms?.some((one) => one.architecture === architecture && !isSettled(one)),
  );
  const haveNodes = without.every(
    ({ architecture }) =>
      buildNodesOf(input.observed.nodes, architecture, config.placements[architecture]).ok,
  );
  return haveNodes ? 'NodeArrived' : undefined;
}
