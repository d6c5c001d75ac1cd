import { names } from '../api/layering-names.ts';
import type { LayeringPlan } from '../build-plan/layering-plan.ts';
import type { ObservedBuild } from '../build-plan/observed-build.ts';
import type { ObservedJob } from '../build-plan/observed-job.ts';
import { isSettled, type PlatformStatus } from '../build-plan/platform-status.ts';
import type { WantedPlatform } from '../build-plan/wanted-build.ts';
import { makerOf } from '../view/view-build.ts';
import { type Comparison, comparePlatform } from './compare-platform.ts';
import type { Difference, PlatformAction, PlatformForecast, Verdict } from './forecast-view.ts';
import { whyDifferent } from './why-different.ts';

interface PlatformSurroundings {
  /** Of what is wanted; undefined: none would be made. */
  readonly build: ObservedBuild | undefined;
  readonly comparison: Comparison | undefined;
  readonly verdict: Verdict;
  readonly plan: LayeringPlan;
  /** All there are. */
  readonly builds: readonly ObservedBuild[];
  /** Where images of one architecture go. */
  readonly repository: string;
  /** A job that makes the very same image. */
  readonly running: ObservedJob | undefined;
}

/** What would become of one platform, and why. */
export function forecastPlatform(platform: WantedPlatform, around: PlatformSurroundings): PlatformForecast {
  const { build, comparison, builds } = around;
  const { architecture, variant, containerfile, base } = platform;
  const status = build?.status.platforms?.find((one) => one.architecture === architecture);
  const differs = comparison === undefined ? undefined : comparePlatform(platform, comparison);
  const action = actionOf(architecture, status, around);
  const reusedFrom =
    build !== undefined && status !== undefined && action === 'reuse'
      ? makerOf(status, build, builds)
      : undefined;
  return {
    architecture,
    variant,
    key: platform.key,
    action,
    because: becauseOf({ action, status, differs, reusedFrom, architecture, around }),
    containerfile: containerfile.source,
    base: base.image,
    reusedFrom,
    differs,
  };
}

function actionOf(
  architecture: string,
  status: PlatformStatus | undefined,
  { verdict, plan, running }: PlatformSurroundings,
): PlatformAction {
  if (verdict === 'held') return 'held';
  if (status === undefined) return 'unknown';
  if (isSettled(status)) return verdict === 'build' ? 'reuse' : 'keep';
  if (plan.actions.some((action) => startsJob(action, architecture))) return 'build';
  if (verdict === 'failed') return 'failed';
  return stuck.get(status.state) ?? (running === undefined ? unstarted(status) : 'goesOn');
}

const stuck: ReadonlyMap<PlatformStatus['state'], PlatformAction> = new Map([
  ['WaitingForNode', 'wait'],
  ['Unschedulable', 'wait'],
  ['Failed', 'failed'],
  ['Cancelled', 'failed'],
]);

function startsJob(action: LayeringPlan['actions'][number], architecture: string): boolean {
  if (action.kind !== 'create' || action.object.kind !== 'Job') return false;
  const { labels = {} } = action.object.metadata;
  return labels[names.component] === 'build' && labels[names.architecture] === architecture;
}

/** It has no job, and none is started now: others go first, or nobody knows whether one is needed. */
function unstarted({ message }: PlatformStatus): PlatformAction {
  return message === 'other builds go first' ? 'build' : 'unknown';
}

interface Reasons {
  readonly action: PlatformAction;
  readonly status: PlatformStatus | undefined;
  readonly differs: readonly Difference[] | undefined;
  readonly reusedFrom: string | undefined;
  readonly architecture: string;
  readonly around: PlatformSurroundings;
}

function becauseOf(reasons: Reasons): string {
  const { action, differs, architecture, around } = reasons;
  return texts[action](reasons, whyDifferent(differs, architecture, around.comparison?.older));
}

const unsettled = ({ status }: Reasons, why: string) => `${status?.message ?? 'not known'}; ${why}`;

const texts: Readonly<Record<PlatformAction, (reasons: Reasons, why: string) => string>> = {
  build: (reasons, why) => (reasons.differs?.length === 0 ? whyAgain(reasons) : why),
  reuse: ({ around, reusedFrom }, why) =>
    `${why}; its image is in ${around.repository}${reusedFrom === undefined ? '' : `, of ${reusedFrom}`}`,
  keep: () => 'the build has its image',
  goesOn: ({ around }) => `${around.running?.name ?? 'a job'} makes it`,
  wait: unsettled,
  failed: ({ status, around }) => status?.message ?? `${around.build?.name ?? 'the build'} ended before it`,
  unknown: unsettled,
  held: (_, why) => why,
};

/** Nothing differs from the older build, and yet it is built. */
function whyAgain({ architecture, around }: Reasons): string {
  const older = around.comparison?.older;
  const before = older?.status.platforms?.find((one) => one.architecture === architecture);
  return before !== undefined && isSettled(before)
    ? `its image is not in ${around.repository} any more`
    : `${older?.name ?? 'the build before'} has not made it`;
}
