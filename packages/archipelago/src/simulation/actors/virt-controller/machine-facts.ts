import type { KubernetesObject } from '@archipelago/apimachinery';
import type { Launchers } from './launcher-pods.ts';
import type { MachineWorld } from './machine-kinds.ts';
import type { MachineScheduler } from './machine-scheduler.ts';

/** A cluster as it is looked at once, and what has been given away since. */
export interface MachineFacts {
  readonly world: MachineWorld;
  readonly kubeVirt: KubernetesObject;
  readonly scheduler: MachineScheduler;
  /** Of machines that nothing else decides. */
  readonly defaultArchitecture: string;
  readonly launchers: Launchers;
}
