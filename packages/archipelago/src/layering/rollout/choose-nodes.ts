import { isConditionTrue, type KubernetesObject, valueAt } from '@archipelago/apimachinery';
import type { MachineOsConfig } from '../api/machine-os-config.ts';
import { type NodeRollout, nodeRolloutOf } from '../build-plan/node-rollout.ts';
import type { JudgedNode } from './decide-node.ts';
import { maxUnavailableOf } from './max-unavailable.ts';

/** How many nodes may still be begun. */
export interface Room {
  readonly most: number;
  /** Not ready, cordoned by whomever, or being updated. */
  unavailable: number;
  /** Of them by us. */
  updating: number;
  /** A control plane that is unavailable, in whatever pool; undefined: all are there. */
  controlPlane: string | undefined;
}

interface Cluster {
  readonly config: MachineOsConfig;
  readonly pool: KubernetesObject | undefined;
  readonly allNodes: readonly KubernetesObject[];
}

export function roomFor(nodes: readonly JudgedNode[], { config, pool, allNodes }: Cluster): Room {
  const setting =
    pool === undefined ? config.rollout.maxUnavailable : valueAt(pool, 'spec', 'maxUnavailable');
  const controlPlanes = allNodes.map(nodeRolloutOf).filter((node) => node.isControlPlane);
  return {
    most: maxUnavailableOf(setting, nodes.length),
    unavailable: nodes.filter(isUnavailable).length,
    updating: nodes.filter(isUpdating).length,
    controlPlane: controlPlanes.find(isUnavailable)?.name,
  };
}

/** Whether a node may be begun; takes its place where it may. One that is cordoned by somebody takes no place more. */
export function choosesNode(room: Room, node: JudgedNode): boolean {
  const counts = isUnavailable(node);
  if (!node.isReady || room.updating >= room.most) return false;
  if (!counts && room.unavailable >= room.most) return false;
  if (node.isControlPlane && room.controlPlane !== undefined && room.controlPlane !== node.name) return false;
  room.updating += 1;
  if (!counts) room.unavailable += 1;
  if (node.isControlPlane) room.controlPlane = node.name;
  return true;
}

/** A cordon of ours that was left over by an update that failed makes a node unavailable, and is no update. */
function isUpdating({ step }: NodeRollout): boolean {
  return step !== undefined && step.name !== 'Failed';
}

function isUnavailable(node: NodeRollout): boolean {
  return !isConditionTrue(node.object, 'Ready') || node.isCordoned || isUpdating(node);
}
