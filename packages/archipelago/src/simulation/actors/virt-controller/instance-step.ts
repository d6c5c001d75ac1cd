import { type JsonObject, type KubernetesObject, objectAt, textAt } from '@archipelago/apimachinery';
import type { PlayedWrite } from '../players/play.ts';
import { neverBoots } from './boot-source.ts';
import { departureOf } from './departure.ts';
import { isFinished, phaseOfInstance } from './instance-phase.ts';
import { type InstanceState, instanceStatus } from './instance-status.ts';
import { bootSourceOfInstance, unsharedDisk, volumeReadiness } from './instance-volumes.ts';
import type { MachineFacts } from './machine-facts.ts';
import { machineKinds } from './machine-kinds.ts';
import { toldStatus } from './told-status.ts';
import { warningEvent } from './warning-event.ts';

const resource = machineKinds.VirtualMachineInstance;

/** What happens next to a VirtualMachineInstance. */
export function instanceStep(instance: KubernetesObject, facts: MachineFacts): readonly PlayedWrite[] {
  if (instance.metadata.deletionTimestamp !== undefined || isFinished(instance)) return [];
  if (textAt(instance, 'spec', 'architecture') === '') return [withArchitecture(instance, facts)];
  const state = nextState(instance, facts);
  if (state === undefined) return [];
  const { now } = facts.world;
  const writes = toldStatus(resource, instance, instanceStatus(instance, state, now));
  const warning = writes.length === 0 ? undefined : warningOf(state);
  return warning === undefined ? writes : [...writes, warningEvent(instance, warning, now)];
}

function withArchitecture(object: KubernetesObject, { defaultArchitecture }: MachineFacts): PlayedWrite {
  return { do: 'patch', resource, object, patch: { spec: { architecture: defaultArchitecture } } };
}

/** Undefined: it stays as it is. */
function nextState(instance: KubernetesObject, facts: MachineFacts): InstanceState | undefined {
  switch (phaseOfInstance(instance)) {
    case 'Scheduled':
      return startState(instance, facts);
    case 'Running':
      return lostState(instance, facts) ?? evictedState(instance, facts);
    default:
      return placeState(instance, facts);
  }
}

function placeState(instance: KubernetesObject, { world, scheduler }: MachineFacts): InstanceState {
  const volumes = volumeReadiness(instance, world);
  if (volumes.is === 'missing') return { is: 'waiting', message: volumes.message };
  const spec = specOf(instance);
  const placement = scheduler.place(spec);
  if (placement.kind === 'unschedulable') return { is: 'unschedulable', message: placement.message };
  return { is: 'scheduled', node: placement.node };
}

function startState(instance: KubernetesObject, facts: MachineFacts): InstanceState | undefined {
  const lost = lostState(instance, facts);
  if (lost !== undefined) return lost;
  const { world } = facts;
  if (volumeReadiness(instance, world).is !== 'ready') return undefined;
  return {
    is: 'running',
    node: textAt(instance, 'status', 'nodeName'),
    neverBoots: neverBoots(textAt(instance, 'spec', 'architecture'), bootSourceOfInstance(instance, world)),
    unshared: unsharedDisk(instance, world),
  };
}

/** A machine goes with its node. */
function lostState(instance: KubernetesObject, { world }: MachineFacts): InstanceState | undefined {
  const node = textAt(instance, 'status', 'nodeName');
  if (world.get('Node', node) !== undefined) return undefined;
  return {
    is: 'ended',
    phase: 'Failed',
    reason: 'NodeUnresponsive',
    message: `node ${node} is gone (simulated)`,
  };
}

/** A machine that may not move ends with its pod. */
function evictedState(instance: KubernetesObject, facts: MachineFacts): InstanceState | undefined {
  if (departureOf(instance, facts) !== 'ends') return undefined;
  return { is: 'ended', phase: 'Succeeded', reason: 'Evicted', message: 'its pod was evicted (simulated)' };
}

function warningOf(state: InstanceState) {
  switch (state.is) {
    case 'unschedulable':
      return { reason: 'FailedScheduling', message: state.message };
    case 'running':
      return state.neverBoots === undefined
        ? undefined
        : { reason: 'WrongArchitecture', message: `${state.neverBoots} (simulated)` };
    case 'ended':
      return { reason: state.reason, message: state.message };
    case 'waiting':
    case 'scheduled':
      return undefined;
  }
}

function specOf({ spec }: KubernetesObject): JsonObject {
  return objectAt({ spec }, 'spec');
}
