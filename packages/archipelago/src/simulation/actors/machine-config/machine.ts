import { isConditionTrue, type KubernetesObject, textAt, valueAt } from '@archipelago/apimachinery';
import { keys } from './machine-config-keys.ts';

/** A Node as the Machine Config Operator sees it. */
export interface Machine {
  readonly node: KubernetesObject;
  readonly name: string;
  /** Names of rendered MachineConfigs; empty: it has none yet. */
  readonly current: string;
  readonly desired: string;
  /** `Working`, `Done` or `Degraded`. */
  readonly state: string;
  readonly reason: string;
  readonly isReady: boolean;
  readonly isCordoned: boolean;
  readonly desiredDrain: string;
  readonly lastAppliedDrain: string;
  /** Which configuration it booted last. */
  readonly booted: string;
}

const bootPrefix = 'simulated-';

/** Reads a Node. */
export function machineOf(node: KubernetesObject): Machine {
  const { name, annotations = {} } = node.metadata;
  const bootId = textAt(node, 'status', 'nodeInfo', 'bootID');
  return {
    node,
    name,
    current: annotations[keys.currentConfig] ?? '',
    desired: annotations[keys.desiredConfig] ?? '',
    state: annotations[keys.state] ?? '',
    reason: annotations[keys.reason] ?? '',
    isReady: isConditionTrue(node, 'Ready'),
    isCordoned: valueAt(node, 'spec', 'unschedulable') === true,
    desiredDrain: annotations[keys.desiredDrain] ?? '',
    lastAppliedDrain: annotations[keys.lastAppliedDrain] ?? '',
    booted: bootId.startsWith(bootPrefix) ? bootId.slice(bootPrefix.length) : '',
  };
}

/** What a machine's kernel tells of the boot into a configuration. */
export function bootIdOf(config: string): string {
  return `${bootPrefix}${config}`;
}

/** Its daemon has done what it was told. */
export function isDone({ current, desired, state }: Machine): boolean {
  return current !== '' && current === desired && state === 'Done';
}

export function isFailing({ current, desired, state }: Machine): boolean {
  return current !== desired && state === 'Degraded';
}

/** Takes pods. */
export function isUsable({ isReady, isCordoned }: Machine): boolean {
  return isReady && !isCordoned;
}

/** A daemon that has failed for good may be told something else; one that works may not. */
export function isUnavailable(machine: Machine): boolean {
  if (!isUsable(machine)) return true;
  return !isDone(machine) && !isFailing(machine);
}
