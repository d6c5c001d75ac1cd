import { textAt } from '@archipelago/apimachinery';
import { type Architecture, architectures } from '../../api/architectures.ts';
import { names } from '../api/layering-names.ts';
import { buildObject } from './build-object.ts';
import { buildProgress, supersede } from './build-progress.ts';
import { type ChosenBuild, chooseBuild, goingOn } from './choose-build.ts';
import { cleanUp } from './clean-up.ts';
import { configObject, writeConfigStatus } from './config-status.ts';
import { handOver } from './hand-over.ts';
import { keepLogs } from './kept-logs.ts';
import type { LayeringInput, LayeringPlan } from './layering-plan.ts';
import { isTerminal, type ObservedBuild, readBuilds } from './observed-build.ts';
import { type PlanContext, planContext } from './plan-context.ts';
import { PlanDraft } from './plan-draft.ts';
import { type PoolState, poolStateOf } from './pool-state.ts';
import { publishArchitectures, publishToPool } from './publish-architectures.ts';
import { Reading } from './reading.ts';
import { renderedConfigOf } from './rendered-config.ts';
import { wantedOf } from './wanted-of.ts';

/**
 * The next step from what is there to what a MachineOSConfig asks for. Pure and level-triggered: everything follows from the
 * objects, the registries' answers and the time; nothing is remembered between calls. Call it again when anything has changed or
 * a question was answered, until it is empty.
 */
export function planLayering(input: LayeringInput): LayeringPlan {
  return planFrom(new Reading(input));
}

/** The same, from inputs that are read through this only: as long as what was read is so, the plan is. */
export function planFrom(reading: Reading): LayeringPlan {
  const draft = new PlanDraft(reading);
  const { config } = reading;
  const builds = readBuilds(reading.builds(config.name));
  const pool = poolStateOf(reading, draft);
  const rendered = renderedConfigOf(pool.pool, (name) => reading.machineConfig(name));
  const wantedArchitectures = pool.detection.architectures.map(({ name }) => name);
  const wanted = wantedOf(reading, draft, { config, rendered, wanted: wantedArchitectures, builds });
  if (wanted.kind === 'refused') draft.find('error', wanted.reason, wanted.message);
  const context = planContext(reading, wanted, draft, rendered?.name);
  if (requestRebuild(context, wantedArchitectures)) return draft.plan();
  const chosen = begin(context, pool, chooseBuild(context, builds), builds);
  goOn(context, chosen, builds);
  keepLogs(context, builds);
  if (isBeingLookedUp(context, chosen)) return draft.plan();
  endRetry(context, chosen);
  publishArchitectures(context, pool);
  writeConfigStatus(context, pool, chosen, builds);
  cleanUp(context, { chosen, builds });
  tellMachineConfigOperator(context, pool, chosen);
  return draft.plan();
}

/** Last, so that nothing else waits where the writes to what is another's are refused. */
function tellMachineConfigOperator(context: PlanContext, pool: PoolState, chosen: ChosenBuild): void {
  handOver(context, pool, chosen);
  publishToPool(context, pool, chosen);
}

/** Counts a request for a rebuild, which changes the keys; in one write, so that it is done once. */
function requestRebuild(context: PlanContext, wanted: readonly Architecture[]): boolean {
  const { config, draft } = context;
  const { rebuild } = config;
  if (rebuild === undefined) return false;
  const asked = rebuild === 'all' ? wanted : rebuild;
  const counts = architectures.flatMap((name) => {
    const count = (config.rebuilds[name] ?? 0) + (asked.includes(name) ? 1 : 0);
    return count === 0 ? [] : [`${name}=${count}`];
  });
  const annotations = {
    [names.rebuild]: null,
    [names.knownRebuild]: null,
    [names.rebuilds]: counts.join(','),
  };
  draft.patch(configObject(context), { metadata: { annotations } }, 'a rebuild was asked for');
  return true;
}

/** Makes the build that is to be made, unless something stands in the way. */
function begin(
  context: PlanContext,
  pool: PoolState,
  chosen: ChosenBuild,
  builds: readonly ObservedBuild[],
): ChosenBuild {
  const { wanted, draft } = context;
  if (chosen.kind !== 'create' || wanted.kind !== 'resolved') return chosen;
  const { blocked } = pool;
  if (blocked !== undefined) {
    draft.find('warning', blocked.reason, blocked.message);
    return goingOn(builds);
  }
  if (isSettling(context, pool, builds)) return goingOn(builds);
  const object = buildObject(context, wanted, chosen);
  if (!builds.some(({ name }) => name === object.metadata.name))
    draft.create(
      object,
      `${chosen.cause}: ${wanted.platforms.map(({ architecture }) => architecture).join(', ')}`,
    );
  return chosen;
}

/** How long after a node's coming others may follow it. */
const debounceMs = 10_000;

/** Nodes are just coming: more of them may bring more architectures. */
function isSettling({ draft }: PlanContext, { nodes }: PoolState, builds: readonly ObservedBuild[]): boolean {
  const newest = [...builds].sort((a, b) => a.createdAt - b.createdAt).at(-1);
  const known = newest?.spec.platforms.map(({ architecture }): string => architecture) ?? [];
  const young = nodes.flatMap(({ metadata, status }) => {
    const at = Date.parse(metadata.creationTimestamp ?? '') + debounceMs;
    const name = textAt(status, 'nodeInfo', 'architecture');
    return !draft.hasCome(at) && !known.includes(name) ? [at] : [];
  });
  for (const at of young) draft.wake(at);
  return young.length > 0;
}

/** The chosen build goes on; older ones end, but only when their jobs can be taken over. */
function goOn(context: PlanContext, chosen: ChosenBuild, builds: readonly ObservedBuild[]): void {
  if (chosen.kind === 'continue') buildProgress(context, chosen.build);
  if (chosen.kind === 'create' || chosen.kind === 'none') return;
  for (const build of builds)
    if (build !== chosen.build && !isTerminal(build) && !build.deleting)
      supersede(context, build, chosen.build.name);
}

/** What is wanted is about to be known, and how things stand was told: it is not told otherwise for a second. */
function isBeingLookedUp({ wanted, config }: PlanContext, { kind }: ChosenBuild): boolean {
  const isTold = config.status.observedGeneration === config.generation;
  return wanted.kind === 'waiting' && wanted.reason === 'Resolving' && kind !== 'continue' && isTold;
}

/** A retry that has begun, or for which there is nothing to do, is not asked for any more. */
function endRetry(context: PlanContext, chosen: ChosenBuild): void {
  const { config, draft } = context;
  if (
    context.wanted.kind !== 'resolved' ||
    config.retry === undefined ||
    chosen.kind === 'create' ||
    chosen.kind === 'none'
  )
    return;
  const { name } = chosen.build;
  const because = chosen.kind === 'stopped' ? `nothing of it has failed in ${name}` : `${name} is the retry`;
  draft.patch(configObject(context), { metadata: { annotations: { [names.retry]: null } } }, because);
}
