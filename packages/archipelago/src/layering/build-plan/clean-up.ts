import { names } from '../api/layering-names.ts';
import type { ChosenBuild } from './choose-build.ts';
import { isTerminal, type ObservedBuild } from './observed-build.ts';
import { isActive, isOfBuild, isOfConfig, type ObservedJob } from './observed-job.ts';
import { groupOfOwner } from './owner-of.ts';
import { keyLabel, type PlanContext } from './plan-context.ts';

interface CleanUpInput {
  readonly chosen: ChosenBuild;
  readonly builds: readonly ObservedBuild[];
}

/** Ended jobs are kept so long, for who looks into them, and so that no answer of a registry is older than they are. */
const keepMs = 300_000;

/**
 * Takes away what nobody needs any more: jobs, what they read and wrote, old builds (`docs/compatibility/layering.md#clean-up`).
 */
export function cleanUp(context: PlanContext, input: CleanUpInput): void {
  if (input.chosen.kind === 'create') return;
  const gone = jobsToDelete(context, input);
  for (const job of gone) context.draft.delete(job.object, `${job.name} is no longer needed`);
  deleteConfigMaps(context, input, gone);
  deleteBuilds(context, input);
}

function jobsToDelete(context: PlanContext, input: CleanUpInput): readonly ObservedJob[] {
  const { config, reading } = context;
  return reading
    .jobsOfConfig(config.name)
    .filter((job) => isOfConfig(job, config) && !job.deleting && isNeedless(job, context, input));
}

function isNeedless(job: ObservedJob, context: PlanContext, { chosen, builds }: CleanUpInput): boolean {
  const build = builds.find(({ name }) => name === job.build);
  if (build === undefined) return true;
  if (isActive(job)) return isTerminal(build) && isUnwanted(job, build, context, chosen);
  if (isTerminal(build) ? isLookedInto(build, builds) : !isBehind(job, build, context)) return false;
  const at = job.state.kind === 'complete' || job.state.kind === 'failed' ? job.state.at : 0;
  if (context.draft.hasCome(at + keepMs)) return true;
  context.draft.wake(at + keepMs);
  return false;
}

/** Whether a build that goes on has dealt with the job and has a newer one: by the newest it knows which number is next. */
function isBehind(job: ObservedJob, build: ObservedBuild, { reading }: PlanContext): boolean {
  const { status } = build;
  const ended = [...(status.platforms ?? []), status.assembly ?? {}].flatMap(({ attempts = [] }) => attempts);
  const isNewer = (other: ObservedJob) =>
    other.attempt > job.attempt &&
    isOfBuild(other, build) &&
    other.role === job.role &&
    other.architecture === job.architecture;
  return ended.some(({ uid }) => uid === job.uid) && reading.jobsOfBuild(build.name).some(isNewer);
}

/** A failed build's jobs are there to be looked into until another one has its place. */
function isLookedInto(build: ObservedBuild, builds: readonly ObservedBuild[]): boolean {
  return build.status.phase === 'Failed' && builds.every(({ createdAt }) => createdAt <= build.createdAt);
}

/** A running job of an ended build may still make an image that is wanted. */
function isUnwanted(
  job: ObservedJob,
  build: ObservedBuild,
  { config, wanted }: PlanContext,
  chosen: ChosenBuild,
): boolean {
  if (job.role === 'assemble') return true;
  if (build.status.phase === 'Failed' && config.onSiblingFailure === 'Cancel') return true;
  if (build.status.phase === 'Interrupted') return true;
  if (chosen.kind === 'settled') return true;
  const keys =
    wanted.kind === 'resolved'
      ? wanted.platforms.map(({ key }) => key)
      : 'build' in chosen
        ? chosen.build.spec.platforms.map(({ key }) => key)
        : undefined;
  return keys !== undefined && !keys.some((key) => keyLabel(key) === job.keyLabel);
}

/** Results go with their jobs, sources when no job and no build is left to read them. */
function deleteConfigMaps(
  context: PlanContext,
  { builds }: CleanUpInput,
  gone: readonly ObservedJob[],
): void {
  const { draft, config, reading } = context;
  const readers = readersOf(context, builds, gone);
  for (const { uid } of gone)
    for (const object of reading.results(uid)) draft.delete(object, 'its job is gone');
  for (const object of reading.configMapsOf(config.name)) {
    const reader = readerOf(object.metadata.labels ?? {});
    const isOurs = groupOfOwner(object) === config.group;
    if (isOurs && reader !== undefined && !readers.has(reader))
      draft.delete(object, 'no job reads it any more');
  }
}

/** By what the readers of a ConfigMap are known; undefined: it is there for others. */
function readerOf(labels: Readonly<Record<string, string>>): string | undefined {
  switch (labels[names.component]) {
    case 'source':
      return labels[names.key] ?? '';
    case 'registries':
      return labels[names.build] ?? '';
    default:
      return undefined;
  }
}

/** Names of builds that go on, and labels of the keys that they or jobs are for. */
function readersOf(
  { config, reading }: PlanContext,
  builds: readonly ObservedBuild[],
  gone: readonly ObservedJob[],
): ReadonlySet<string | undefined> {
  const going = builds.filter((build) => !isTerminal(build));
  return new Set([
    ...reading
      .jobsOfConfig(config.name)
      .filter((job) => !gone.includes(job))
      .map(({ keyLabel: label }) => label),
    ...going.flatMap(({ name, spec }) => [name, ...spec.platforms.map(({ key }) => keyLabel(key))]),
  ]);
}

/** Keeps as many ended builds as the config says, the current one, and those whose image a node has. */
function deleteBuilds(context: PlanContext, { chosen, builds }: CleanUpInput): void {
  const { config, draft, reading } = context;
  const isKept = (build: ObservedBuild) =>
    build.deleting ||
    !isTerminal(build) ||
    ('build' in chosen && chosen.build === build) ||
    build.name === config.status.machineOSBuild?.name ||
    reading.isOnNode(build.status.index?.digest ?? '');
  const newestFirst = [...builds].sort((a, b) => b.createdAt - a.createdAt);
  const [good, bad] = [true, false].map((succeeded) =>
    newestFirst.filter(({ status }) => (status.phase === 'Succeeded') === succeeded),
  );
  const surplus = [
    ...(good ?? []).filter((build) => !isKept(build)).slice(config.successfulBuildsHistoryLimit),
    ...(bad ?? []).filter((build) => !isKept(build)).slice(config.failedBuildsHistoryLimit),
  ];
  for (const build of surplus) draft.delete(build.object, 'older than the history that is kept');
}
