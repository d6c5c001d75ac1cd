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
  | { readonly kind: 'create'; readonly retry: number; readonly cause: BuildCause }
  | { readonly kind: 'none' };

export type BuildCause = 'Wanted' | 'Resumed' | 'Retry' | 'CredentialsChanged' | 'NodeArrived' | 'ImageDrift';

/** By what is wanted and the builds there are; a build that has ended is never gone on with. */
export function chooseBuild(context: PlanContext, builds: readonly ObservedBuild[]): ChosenBuild {
  const { wanted } = context;
  if (wanted.kind !== 'resolved') return goingOn(builds);
  const same = builds.filter(({ spec }) => spec.buildKey === wanted.key);
  const latest = same.at(-1);
  if (latest === undefined) return { kind: 'create', retry: 0, cause: 'Wanted' };
  if (!isTerminal(latest) && !latest.deleting) return { kind: 'continue', build: latest };
  const retry = latest.spec.retry + 1;
  const cause = causeOf(context, latest);
  if (cause !== undefined) return { kind: 'create', retry, cause };
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

function retryCause(context: PlanContext, { spec, status }: ObservedBuild): BuildCause | undefined {
  const { config, input } = context;
  if (config.retry !== undefined) return 'Retry';
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
