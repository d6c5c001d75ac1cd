import { names } from '../api/layering-names.ts';
import type { MachineOsConfig } from '../api/machine-os-config.ts';
import { isTerminal, type ObservedBuild, readBuilds } from '../build-plan/observed-build.ts';
import { isActive, readJobs } from '../build-plan/observed-job.ts';
import { keyLabel } from '../build-plan/plan-context.ts';
import { PlanDraft } from '../build-plan/plan-draft.ts';
import { poolStateOf } from '../build-plan/pool-state.ts';
import { Reading } from '../build-plan/reading.ts';
import { renderedConfigOf } from '../build-plan/rendered-config.ts';
import type { WantedBuild } from '../build-plan/wanted-build.ts';
import { wantedOf } from '../build-plan/wanted-of.ts';
import type { LayeringWords } from '../view/layering-words.ts';
import { allBuilds, buildsOf, currentBuild } from '../view/shown-build.ts';
import { findingsOf } from '../view/view-config.ts';
import type { Comparison } from './compare-platform.ts';
import { forecastPlatform } from './forecast-platform.ts';
import type { ForecastView, Verdict } from './forecast-view.ts';
import type { Foreseen } from './foresee.ts';

/** What a plan at rest comes to; `stored`: the config as it is in the cluster, where it is there. */
export function forecast(
  foreseen: Foreseen,
  stored: MachineOsConfig | undefined,
  words?: LayeringWords,
): ForecastView {
  const { input, plan, made } = foreseen;
  const { config, observed } = input;
  const reading = new Reading(input);
  const draft = new PlanDraft(reading);
  const { pool, detection } = poolStateOf(reading, draft);
  const rendered = renderedConfigOf(pool, (name) => reading.machineConfig(name));
  const builds = buildsOf(config, observed);
  const architectures = detection.architectures.map(({ name }) => name);
  const wanted = wantedOf(reading, draft, { config, rendered, wanted: architectures, builds });
  const older = olderBuild(config, builds, made);
  const comparison = older === undefined ? undefined : { config, stored, rendered, older, observed };
  const build = buildOf(foreseen, wanted);
  const verdict = verdictOf(wanted, build, made);
  return {
    name: config.name,
    group: config.group,
    verdict,
    message: wanted.kind === 'waiting' ? wanted.message : undefined,
    build: build?.name,
    cause: made === undefined ? undefined : build?.object.metadata.annotations?.[names.cause],
    publish: wanted.kind === 'resolved' ? wanted.publish : undefined,
    target: build?.spec.renderedImagePushSpec,
    comparedWith: older?.name,
    ...platformsOf({ foreseen, wanted, build, comparison, verdict }),
    unanswered: unansweredOf(foreseen, reading),
    findings: findingsOf(plan.findings, config.name, words),
  };
}

function unansweredOf({ unanswered }: Foreseen, reading: Reading): ForecastView['unanswered'] {
  return unanswered.map(({ id, reference }) => {
    const answer = reading.answer(id);
    return { reference, message: answer?.state === 'unavailable' ? answer.message : '' };
  });
}

/** What people know: the build of the image in effect, else the last one that was not overtaken. */
function olderBuild(
  config: MachineOsConfig,
  builds: readonly ObservedBuild[],
  made: string | undefined,
): ObservedBuild | undefined {
  const others = builds.filter(({ name }) => name !== made);
  const lasting = others.filter(({ status, deleting }) => status.phase !== 'Superseded' && !deleting);
  return currentBuild(config, others) ?? lasting.at(-1);
}

/** The newest build of exactly what is wanted, as the plan leaves it. */
function buildOf({ input, plan }: Foreseen, wanted: WantedBuild): ObservedBuild | undefined {
  if (wanted.kind !== 'resolved') return undefined;
  const same = allBuilds(input.observed.builds).filter(
    ({ spec }) => spec.buildKey === wanted.key && spec.machineOSConfig.name === input.config.name,
  );
  const build = same.at(-1);
  const written = plan.actions.flatMap((action) =>
    action.kind === 'status' && action.object.kind === 'MachineOSBuild' && action.object.name === build?.name
      ? [action.status]
      : [],
  );
  const [status] = written;
  if (build === undefined || status === undefined) return build;
  return readBuilds([{ ...build.object, status }])[0] ?? build;
}

function verdictOf(wanted: WantedBuild, build: ObservedBuild | undefined, made: string | undefined): Verdict {
  if (wanted.kind === 'refused') return 'refused';
  if (wanted.kind === 'waiting') return wanted.reason === 'Blocked' ? 'held' : 'unknown';
  if (made !== undefined) return 'build';
  if (build === undefined) return 'held';
  if (!isTerminal(build)) return 'goesOn';
  return build.status.phase === 'Succeeded' ? 'nothing' : 'failed';
}

interface Platforms {
  readonly foreseen: Foreseen;
  readonly wanted: WantedBuild;
  readonly build: ObservedBuild | undefined;
  readonly comparison: Comparison | undefined;
  readonly verdict: Verdict;
}

function platformsOf({
  foreseen,
  wanted,
  build,
  comparison,
  verdict,
}: Platforms): Pick<ForecastView, 'platforms' | 'removed'> {
  if (wanted.kind !== 'resolved') return { platforms: [], removed: [] };
  const { input, plan } = foreseen;
  const jobs = readJobs(input.observed.jobs, input.observed.pods);
  const surroundings = { build, comparison, verdict, plan, builds: allBuilds(input.observed.builds) };
  const old = comparison?.older.spec.platforms.map(({ architecture }) => architecture) ?? [];
  return {
    platforms: wanted.platforms.map((platform) =>
      forecastPlatform(platform, {
        ...surroundings,
        repository: input.config.intermediate.repository,
        running: jobs.find(
          (job) => job.role === 'build' && job.keyLabel === keyLabel(platform.key) && isActive(job),
        ),
      }),
    ),
    removed: old.filter((name) => wanted.platforms.every(({ architecture }) => architecture !== name)),
  };
}
