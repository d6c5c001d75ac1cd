import { names } from '../api/layering-names.ts';
import type { ObservedBuild } from '../build-plan/observed-build.ts';
import type { ObservedJob } from '../build-plan/observed-job.ts';
import { isSettled, type PlatformStatus } from '../build-plan/platform-status.ts';
import type { BuildView, PlatformView } from './config-view.ts';

/** What else is known around a build. */
interface BuildSurroundings {
  /** All there are, of other configs, too. */
  readonly builds: readonly ObservedBuild[];
  readonly jobs: readonly ObservedJob[];
}

/** A build as people see it. */
export function viewBuild(build: ObservedBuild, around: BuildSurroundings): BuildView {
  const { phase = 'Pending', reason, message, buildStart, buildEnd, index, verification } = build.status;
  return {
    name: build.name,
    phase,
    reason,
    message,
    cause: build.object.metadata.annotations?.[names.cause],
    startedAt: buildStart,
    endedAt: buildEnd,
    pullSpec: index?.pullSpec,
    digest: index?.digest,
    platforms: build.spec.platforms.map((platform) => viewPlatform(platform, build, around)),
    assembly: assemblyOf(build),
    failedChecks: (verification?.checks ?? [])
      .filter(({ ok }) => !ok)
      .map(({ name, architecture, detail }) => ({ name, architecture, detail })),
  };
}

function assemblyOf({ status: { assembly } }: ObservedBuild): BuildView['assembly'] {
  if (assembly === undefined) return undefined;
  const { job, attempts = [] } = assembly;
  return { job: job?.name, attempts: countOf(attempts, job?.uid), message: attempts.at(-1)?.message };
}

function countOf(ended: readonly { readonly uid: string }[], running: string | undefined): number {
  return ended.length + (running === undefined || ended.some(({ uid }) => uid === running) ? 0 : 1);
}

function viewPlatform(
  { architecture, variant, key }: ObservedBuild['spec']['platforms'][number],
  build: ObservedBuild,
  around: BuildSurroundings,
): PlatformView {
  const before = build.status.platforms?.find((one) => one.architecture === architecture);
  const status: PlatformStatus = before ?? { architecture, key, state: 'Pending' };
  const { state, job, node, image, attempts = [], message } = status;
  return {
    architecture,
    variant,
    state,
    reusedFrom: state === 'Reused' ? makerOf(status, build, around.builds) : undefined,
    attempts: countOf(attempts, job?.uid),
    job: job?.name,
    node,
    digest: image?.digest,
    since: sinceOf(status, build, around.jobs),
    message,
  };
}

/** The build whose job has made this image, of this config or of another one. */
export function makerOf(
  { key, image }: PlatformStatus,
  build: ObservedBuild,
  builds: readonly ObservedBuild[],
): string | undefined {
  return builds.find(
    (other) =>
      other.name !== build.name &&
      other.status.platforms?.some(
        (one) => one.key === key && one.state === 'Succeeded' && one.image?.digest === image?.digest,
      ),
  )?.name;
}

function sinceOf(
  status: PlatformStatus,
  build: ObservedBuild,
  jobs: readonly ObservedJob[],
): string | undefined {
  const { attempts = [], job, waitingSince } = status;
  const { buildStart } = build.status;
  if (isSettled(status)) return attempts.at(-1)?.end ?? buildStart;
  const live = jobs.find(({ uid }) => uid === job?.uid);
  return live?.object.metadata.creationTimestamp ?? waitingSince ?? attempts.at(-1)?.end ?? buildStart;
}
