import type { KubernetesObject } from '@archipelago/apimachinery';
import { machineConfigGroup } from '../api/layering-names.ts';
import type { ChosenBuild } from './choose-build.ts';
import { configObject } from './config-status.ts';
import { imageMachineConfig } from './image-machine-config.ts';
import { nodeRolloutOf } from './node-rollout.ts';
import { ownerOf } from './owner-of.ts';
import type { PlanContext } from './plan-context.ts';
import type { PoolState } from './pool-state.ts';

/**
 * Hands the image to the Machine Config Operator where the pool's nodes are its own: a MachineConfig with `osImageURL`, which it rolls
 * out as any other. It belongs to the config and goes with it; nodes then go back to the image before.
 */
export function handOver(context: PlanContext, pool: PoolState, chosen: ChosenBuild): void {
  const { config, draft, reading } = context;
  // while it is not known what is wanted, nodes keep what they have
  if (context.wanted.kind !== 'resolved' || chosen.kind !== 'settled') return;
  if (pool.pool === undefined || !isToRoll(context, pool)) return;
  const image = chosen.build.status.index?.pullSpec;
  if (image === undefined) return;
  const wanted = machineConfigFor(context, pool.pool.metadata.name, image);
  const { name } = wanted.metadata;
  const live = reading.machineConfig(name);
  const because = `the nodes of ${pool.pool.metadata.name} are to have ${chosen.build.name}`;
  if (live === undefined) draft.create(wanted, because);
  else if (isOwn(live, config.uid)) draft.patch(live, { spec: { osImageURL: image } }, because);
  else draft.find('error', 'MachineConfigTaken', `MachineConfig ${name} belongs to somebody else; delete it`);
}

/** A pool that has no node yet may be anybody's. */
function isToRoll({ config, reading }: PlanContext, { nodes }: PoolState): boolean {
  if (reading.deployment.rollout !== true || config.rollout.mode === 'Manual') return false;
  return nodes.length > 0 && nodes.every((node) => nodeRolloutOf(node).isOfOthers);
}

function isOwn({ metadata }: KubernetesObject, uid: string): boolean {
  return (metadata.ownerReferences ?? []).some((owner) => owner.uid === uid);
}

function machineConfigFor(context: PlanContext, pool: string, osImageURL: string): KubernetesObject {
  return {
    apiVersion: `${machineConfigGroup}/v1`,
    kind: 'MachineConfig',
    metadata: {
      name: imageMachineConfig(pool),
      labels: {
        [`${machineConfigGroup}/role`]: pool,
        'app.kubernetes.io/part-of': 'archipelago',
      },
      ownerReferences: ownerOf(configObject(context)),
    },
    spec: { osImageURL },
  };
}
