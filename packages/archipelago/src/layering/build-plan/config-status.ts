import type { KubernetesObject } from '@archipelago/apimachinery';
import { names } from '../api/layering-names.ts';
import type { MachineOsConfigStatus } from '../api/machine-os-config-status-schema.ts';
import type { ChosenBuild } from './choose-build.ts';
import { conditionsAt, type WantedCondition } from './conditions.ts';
import { checkedAt } from './image-drift.ts';
import type { ObservedBuild } from './observed-build.ts';
import type { PlanContext } from './plan-context.ts';
import type { PoolState } from './pool-state.ts';
import { recordBases } from './recorded-bases.ts';
import { type RolloutNode, rolloutOf, rolloutStatus } from './rollout.ts';
import { nodesUpdated } from './rollout-condition.ts';

/** The config as an object that is written to. */
export function configObject({ config }: PlanContext): KubernetesObject {
  const { group, name, uid, resourceVersion, annotations, status } = config;
  return {
    apiVersion: `${group}/v1`,
    kind: 'MachineOSConfig',
    metadata: { name, uid, annotations, ...(resourceVersion === undefined ? {} : { resourceVersion }) },
    status: { ...status },
  };
}

/** Writes what the config's status is to say, and which build is current. */
export function writeConfigStatus(
  context: PlanContext,
  pool: PoolState,
  chosen: ChosenBuild,
  builds: readonly ObservedBuild[],
): void {
  const { config, draft } = context;
  const current = currentOf(context, chosen, builds);
  const image = imageOf(context, chosen, current);
  const bases = recordBases(context, image.imageCheckedAt !== config.status.imageCheckedAt);
  const nodes = current === undefined ? undefined : rolloutOf(pool.nodes, current, builds);
  const conditions = [
    ...conditionsOf(context, pool, chosen, current),
    ...(nodes === undefined ? [] : [updated(context, pool, nodes)]),
  ];
  const status: MachineOsConfigStatus = {
    observedGeneration: config.generation,
    conditions: conditionsAt(conditions, config.status.conditions, () => draft.stamp()),
    architectures: architecturesOf(pool),
    topology: topologyOf(pool),
    ...image,
    ...(bases === undefined ? {} : { baseImages: bases }),
    ...(nodes === undefined ? {} : rolloutStatus(nodes)),
  };
  const object = configObject(context);
  draft.status(object, { ...status }, `what is known about ${config.name}`);
  if (current !== undefined)
    draft.patch(
      object,
      { metadata: { annotations: { [names.currentBuild]: current.name } } },
      `${current.name} has the current image`,
    );
}

function updated(
  { config, reading }: PlanContext,
  pool: PoolState,
  nodes: readonly RolloutNode[],
): WantedCondition {
  return nodesUpdated(nodes, { config, pool, deployment: reading.deployment });
}

export function topologyOf({ detection }: PoolState): 'Heterogeneous' | 'Homogeneous' | 'Unknown' {
  const count = detection.architectures.length;
  return count === 0 ? 'Unknown' : count === 1 ? 'Homogeneous' : 'Heterogeneous';
}

function architecturesOf({ detection }: PoolState) {
  return detection.architectures.map(({ goneSince, ...rest }) => ({
    ...rest,
    ...(goneSince === undefined ? {} : { goneSince }),
  }));
}

/** The build whose image is in effect: the wanted one when it has succeeded, else the one before. */
function currentOf(
  { config }: PlanContext,
  chosen: ChosenBuild,
  builds: readonly ObservedBuild[],
): ObservedBuild | undefined {
  if (chosen.kind === 'settled') return chosen.build;
  const named = builds.find(({ name }) => name === config.status.machineOSBuild?.name);
  return named?.status.phase === 'Succeeded' ? named : undefined;
}

function imageOf(
  context: PlanContext,
  chosen: ChosenBuild,
  current: ObservedBuild | undefined,
): MachineOsConfigStatus {
  const { config, renderedName, wanted } = context;
  const { machineConfig } = config.status;
  // an image that stays because a registry is silent is not known to be good for a new configuration
  const goodFor = chosen.kind === 'settled' && wanted.kind === 'resolved' ? renderedName : machineConfig;
  if (current?.status.index === undefined) return {};
  const { index } = current.status;
  const checked = checkedAt(context, current);
  return {
    currentImagePullSpec: index.pullSpec,
    machineOSBuild: { group: config.group, resource: 'machineosbuilds', name: current.name },
    ...(goodFor === undefined ? {} : { machineConfig: goodFor }),
    multiArch: current.spec.publish === 'Index',
    children: Object.fromEntries(index.entries.map(({ architecture, digest }) => [architecture, digest])),
    ...(checked === undefined ? {} : { imageCheckedAt: checked }),
  };
}

function conditionsOf(
  context: PlanContext,
  pool: PoolState,
  chosen: ChosenBuild,
  current: ObservedBuild | undefined,
): readonly WantedCondition[] {
  return [
    detected(pool),
    resolved(context),
    { type: 'Blocked', ...yesOrNo(pool.blocked) },
    ready(chosen, current),
    degraded(context, chosen),
    drifted(chosen),
  ];
}

function yesOrNo(problem: { readonly reason: string; readonly message: string } | undefined) {
  return problem === undefined
    ? ({ status: 'False', reason: 'AsExpected', message: '' } as const)
    : ({ status: 'True', ...problem } as const);
}

function detected({ detection }: PoolState): WantedCondition {
  const { architectures, findings } = detection;
  const message = findings.map((one) => one.message).join('; ');
  const reason = findings.at(-1)?.reason ?? 'AsExpected';
  return {
    type: 'ArchitecturesDetected',
    status: architectures.length > 0 ? 'True' : 'False',
    reason,
    message,
  };
}

function resolved({ wanted }: PlanContext): WantedCondition {
  const type = 'Resolved';
  switch (wanted.kind) {
    case 'resolved':
      return { type, status: 'True', reason: 'AsExpected', message: '' };
    case 'waiting':
      return { type, status: 'Unknown', reason: wanted.reason, message: wanted.message };
    case 'refused':
      return { type, status: 'False', reason: wanted.reason, message: wanted.message };
  }
}

function ready(chosen: ChosenBuild, current: ObservedBuild | undefined): WantedCondition {
  const type = 'ImageReady';
  if (chosen.kind === 'settled')
    return { type, status: 'True', reason: 'Published', message: chosen.build.status.index?.pullSpec ?? '' };
  const old = current === undefined ? 'there is no image yet' : 'nodes keep the image before';
  const { reason, message } = whyNot(chosen);
  // why it failed is told once, by the condition Degraded
  const words = chosen.kind === 'stopped' ? `${chosen.build.name} has failed` : message;
  return { type, status: 'False', reason, message: `${words}; ${old}` };
}

function whyNot(chosen: ChosenBuild): { reason: string; message: string } {
  switch (chosen.kind) {
    case 'continue': {
      const { phase = 'Pending', message = '' } = chosen.build.status;
      return { reason: phase, message: `${chosen.build.name}: ${message === '' ? phase : message}` };
    }
    case 'stopped': {
      const { reason = 'Failed', message = '' } = chosen.build.status;
      return { reason, message: `${chosen.build.name}: ${message}` };
    }
    default:
      return { reason: 'NotBuilt', message: 'nothing is being built' };
  }
}

function degraded({ wanted }: PlanContext, chosen: ChosenBuild): WantedCondition {
  const type = 'Degraded';
  if (chosen.kind === 'stopped') return { type, status: 'True', ...whyNot(chosen) };
  return wanted.kind === 'refused'
    ? { type, status: 'True', reason: wanted.reason, message: wanted.message }
    : { type, status: 'False', reason: 'AsExpected', message: '' };
}

function drifted(chosen: ChosenBuild): WantedCondition {
  const type = 'ImageDrift';
  const cause =
    chosen.kind === 'create' ? chosen.cause : chosen.kind === 'continue' ? causeOn(chosen.build) : '';
  return cause === 'ImageDrift'
    ? {
        type,
        status: 'True',
        reason: 'Republishing',
        message: 'the published image was changed or lost; it is put together again',
      }
    : { type, status: 'False', reason: 'AsExpected', message: '' };
}

function causeOn({ object }: ObservedBuild): string | undefined {
  return object.metadata.annotations?.[names.cause];
}
