import { assemblyProgress } from './assembly-progress.ts';
import type { AssemblyProgress } from './assembly-step.ts';
import { type BuildOutcome, buildStatus } from './build-status.ts';
import type { ObservedBuild } from './observed-build.ts';
import type { PlanContext } from './plan-context.ts';
import { platformProgress } from './platform-progress.ts';
import { isSettled, type PlatformStatus } from './platform-status.ts';
import type { FatalEnd, PlatformProgress } from './platform-step.ts';

/** Takes a build as far as it goes now: jobs that are to be started, and its status. */
export function buildProgress(context: PlanContext, build: ObservedBuild): void {
  const progress = build.spec.platforms.map((platform) => platformProgress(context, build, platform));
  const outcome = outcomeOf(context, build, progress);
  const status = buildStatus(context, build, outcome);
  context.draft.status(build.object, { ...status }, `${build.name} is ${outcome.phase}`);
  tellFailure(context, build, outcome);
}

/** Once: a build that has ended is not gone on with. */
function tellFailure(
  { draft }: PlanContext,
  { name }: ObservedBuild,
  { phase, reason = phase, message = '' }: BuildOutcome,
): void {
  if (phase === 'Failed' || phase === 'Interrupted') draft.find('error', reason, `${name}: ${message}`);
}

/** A newer build takes the place of this one. */
export function supersede(context: PlanContext, build: ObservedBuild, by: string): void {
  const outcome: BuildOutcome = {
    ...build.status,
    phase: 'Superseded',
    reason: 'Superseded',
    message: `${by} takes its place`,
  };
  const status = buildStatus(context, build, outcome);
  context.draft.status(build.object, { ...status }, `${by} takes the place of ${build.name}`);
}

function outcomeOf(
  context: PlanContext,
  build: ObservedBuild,
  progress: readonly PlatformProgress[],
): BuildOutcome {
  const platforms = progress.map(({ status }) => status);
  const { assembly } = build.status;
  const kept = assembly === undefined ? {} : { assembly };
  const fatal = fatalOf(progress);
  if (fatal !== undefined) return ended(context, fatal, { ...kept, platforms });
  if (!platforms.every(isSettled))
    return { ...kept, phase: phaseOf(platforms), message: summaryOf(platforms), platforms };
  const put = assemblyProgress(context, build, platforms);
  const parts = partsOf(put);
  return put.fatal === undefined
    ? { ...parts, phase: put.phase, message: put.message }
    : ended(context, put.fatal, parts);
}

function fatalOf(progress: readonly PlatformProgress[]): FatalEnd | undefined {
  const bad = progress.filter(({ fatal }) => fatal !== undefined);
  const others = progress.filter(({ waitsForOthers }) => waitsForOthers === undefined);
  const first = bad.find(({ waitsForOthers }) => waitsForOthers === undefined);
  const last = others.every(({ status }) => isSettled(status)) ? bad[0] : undefined;
  return (first ?? last)?.fatal;
}

function partsOf({ platforms, assembly, index, verification }: AssemblyProgress) {
  return {
    platforms,
    assembly,
    ...(verification === undefined ? {} : { verification }),
    ...(index === undefined ? {} : { index, digestedImagePushSpec: index.pullSpec }),
  };
}

function ended(
  { config }: PlanContext,
  { phase, reason, message }: FatalEnd,
  parts: Omit<BuildOutcome, 'phase'>,
): BuildOutcome {
  const platforms = (parts.platforms ?? []).map((one) =>
    config.onSiblingFailure === 'Cancel' && !isSettled(one) && one.state !== 'Failed'
      ? { ...one, state: 'Cancelled' as const }
      : one,
  );
  return { ...parts, platforms, phase, reason, message };
}

function phaseOf(platforms: readonly PlatformStatus[]): 'WaitingForNodes' | 'Building' {
  const open = platforms.filter((one) => !isSettled(one));
  return open.every(({ state }) => state === 'WaitingForNode' || state === 'Unschedulable')
    ? 'WaitingForNodes'
    : 'Building';
}

function summaryOf(platforms: readonly PlatformStatus[]): string {
  return platforms.map(({ architecture, state }) => `${architecture} ${state}`).join(', ');
}
