import type { MachineOsConfig } from '../api/machine-os-config.ts';
import type { WantedCondition } from './conditions.ts';
import type { LayeringDeployment } from './layering-plan.ts';
import type { PoolState } from './pool-state.ts';
import type { RolloutNode } from './rollout.ts';

interface Circumstances {
  readonly config: Pick<MachineOsConfig, 'rollout' | 'members'>;
  readonly pool: Pick<PoolState, 'blocked'>;
  readonly deployment: Pick<LayeringDeployment, 'rollout'>;
}

const mostNamed = 5;

/** Whether every node has the current image, and what is in the way: condition `NodesUpdated`. */
export function nodesUpdated(nodes: readonly RolloutNode[], around: Circumstances): WantedCondition {
  const type = 'NodesUpdated';
  const late = nodes.filter(({ state }) => state !== 'UpToDate');
  if (late.length === 0) return { type, status: 'True', reason: 'AllUpdated', message: '' };
  const { reason, message } = whyLate(nodes, around);
  const has = `${nodes.length - late.length} of ${nodes.length} nodes have the image`;
  return { type, status: 'False', reason, message: `${has}; ${message}` };
}

type Why = Pick<WantedCondition, 'reason' | 'message'>;

function whyLate(nodes: readonly RolloutNode[], { config, pool, deployment }: Circumstances): Why {
  const off = offBecause(config, deployment);
  if (off !== undefined) return off;
  const of = (state: RolloutNode['state']) => nodes.filter((node) => node.state === state);
  const failed = of('Failed');
  if (failed.length > 0) return { reason: 'RolloutStopped', message: stopped(failed) };
  if (pool.blocked?.reason === 'PoolPaused')
    return { reason: 'PoolPaused', message: 'the pool is paused, and no node is begun' };
  const updating = of('Updating');
  if (updating.length > 0) return { reason: 'RollingOut', message: told(updating) };
  const outdated = of('Outdated');
  if (outdated.length > 0) return whyOutdated(outdated, nodes, config);
  return { reason: 'NodesHeld', message: `there is no image for ${named(of('NoImageForArchitecture'))}` };
}

function whyOutdated(
  outdated: readonly RolloutNode[],
  nodes: readonly RolloutNode[],
  config: Circumstances['config'],
): Why {
  const kept = outdated.filter(({ isOfOthers }) => isOfOthers === true);
  if (kept.length > 0 && !isHandedOver(nodes, config))
    return { reason: 'NotHandedOver', message: notHandedOver(kept) };
  const silent = outdated.filter(({ hasAgent }) => !hasAgent);
  return silent.length === outdated.length
    ? { reason: 'NoAgent', message: `no agent on ${named(silent)}; install one (docs/layering.md)` }
    : { reason: 'RollingOut', message: waiting(outdated) };
}

/** The Machine Config Operator takes images by pool, and rolls them out to all of it. */
function isHandedOver(nodes: readonly RolloutNode[], { members }: Circumstances['config']): boolean {
  return members.kind === 'pool' && nodes.every(({ isOfOthers }) => isOfOthers === true);
}

function notHandedOver(kept: readonly RolloutNode[]): string {
  const why = `the Machine Config Operator keeps ${named(kept)}, and takes an image only for a pool all of whose nodes it keeps`;
  return `${why}; name such a pool in spec.machineConfigPool, or roll the image out yourself`;
}

/** Nodes without an agent wait for somebody who installs one, not for their turn. */
function waiting(outdated: readonly RolloutNode[]): string {
  const silent = outdated.filter(({ hasAgent }) => !hasAgent);
  const turn = `waiting for their turn: ${named(outdated.filter(({ hasAgent }) => hasAgent))}`;
  return silent.length === 0 ? turn : `${turn}; no agent on ${named(silent)}: install one (docs/layering.md)`;
}

function offBecause(
  { rollout }: Circumstances['config'],
  deployment: Circumstances['deployment'],
): Why | undefined {
  if (deployment.rollout !== true)
    return {
      reason: 'RolloutOff',
      message: 'the operator rolls nothing out: somebody else does, or --layering-rollout',
    };
  return rollout.mode === 'Manual'
    ? { reason: 'RolloutManual', message: 'spec.rollout.mode is Manual: somebody else rolls out' }
    : undefined;
}

function stopped(failed: readonly RolloutNode[]): string {
  const architectures = [...new Set(failed.map(({ architecture }) => architecture))].sort().join(', ');
  const isOfOthers = failed.some((node) => node.isOfOthers === true);
  const fix = isOfOthers
    ? 'the Machine Config Operator goes on when the node can have what it is to have'
    : 'mend the node, then take off its annotation layering.archipelago.dev/rollout-step';
  return `stopped for ${architectures}: ${told(failed)}; ${fix}`;
}

function told(nodes: readonly RolloutNode[]): string {
  const some = nodes.slice(0, mostNamed).map(({ name, message = '' }) => `${name}: ${message}`);
  return `${some.join(', ')}${more(nodes)}`;
}

function named(nodes: readonly RolloutNode[]): string {
  const some = nodes.slice(0, mostNamed).map(({ name }) => name);
  return `${some.join(', ')}${more(nodes)}`;
}

function more({ length }: readonly RolloutNode[]): string {
  return length > mostNamed ? ` and ${length - mostNamed} more` : '';
}
