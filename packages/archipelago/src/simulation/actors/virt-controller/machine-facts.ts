import { type KubernetesObject, textAt } from '@archipelago/apimachinery';
import type { Launchers } from './launcher-pods.ts';
import type { MachineWorld } from './machine-kinds.ts';
import type { NodeRoom } from './node-room.ts';

/** A cluster as it is looked at once, and what has been given away since. */
export interface MachineFacts {
  readonly world: MachineWorld;
  readonly kubeVirt: KubernetesObject;
  readonly nodes: readonly KubernetesObject[];
  readonly room: NodeRoom;
  /** Of machines that nothing else decides. */
  readonly defaultArchitecture: string;
  readonly launchers: Launchers;
}

/** `status.phase` of a VirtualMachineInstance. */
export function phaseOfInstance(instance: KubernetesObject | undefined): string {
  return textAt(instance, 'status', 'phase');
}

/** It has ended, and nothing runs any more. */
export function isFinished(instance: KubernetesObject): boolean {
  return ['Succeeded', 'Failed'].includes(phaseOfInstance(instance));
}
