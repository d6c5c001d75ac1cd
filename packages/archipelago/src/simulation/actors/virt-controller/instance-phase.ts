import { type KubernetesObject, textAt } from '@archipelago/apimachinery';

/** `status.phase` of a VirtualMachineInstance. */
export function phaseOfInstance(instance: KubernetesObject | undefined): string {
  return textAt(instance, 'status', 'phase');
}

/** It has ended, and nothing runs any more. */
export function isFinished(instance: KubernetesObject): boolean {
  return ['Succeeded', 'Failed'].includes(phaseOfInstance(instance));
}
