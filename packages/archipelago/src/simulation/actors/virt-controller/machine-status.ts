import {
  conditionOf,
  isConditionTrue,
  type JsonObject,
  type KubernetesObject,
  objectAt,
  textAt,
  timestamp,
  valueAt,
} from '@archipelago/apimachinery';
import { type PlainCondition, timedConditions } from '../timed-conditions.ts';
import { isFinished, phaseOfInstance } from './instance-phase.ts';
import { bootedCondition, refusedCondition } from './instance-status.ts';
import { phaseOf } from './volume-step.ts';

/** A VirtualMachine and what has become of it. */
export interface MachineParts {
  readonly machine: KubernetesObject;
  readonly instance: KubernetesObject | undefined;
  /** Of its templates, undefined where one is not there yet. */
  readonly volumes: readonly (KubernetesObject | undefined)[];
  /** It is to run. */
  readonly isWanted: boolean;
  readonly runStrategy: string;
  /** Why it cannot be started. */
  readonly refusal: string | undefined;
}

/** The status of a VirtualMachine; `now` in milliseconds since 1970. */
export function machineStatus(parts: MachineParts, now: number): JsonObject {
  const { machine, instance, runStrategy } = parts;
  return {
    created: instance === undefined ? null : true,
    ready: isConditionTrue(instance, 'Ready') ? true : null,
    printableStatus: printableStatus(parts),
    runStrategy,
    conditions: timedConditions(conditionsOf(parts), machine, timestamp(now)),
  };
}

/** The word of `kubectl get vm`. */
function printableStatus(parts: MachineParts): string {
  const { machine, instance } = parts;
  if (machine.metadata.deletionTimestamp !== undefined) return 'Terminating';
  if (instance !== undefined) return runningStatus(instance, parts);
  if (!parts.isWanted) return 'Stopped';
  return volumeStatus(parts) ?? 'Starting';
}

function runningStatus(instance: KubernetesObject, parts: MachineParts): string {
  if (isFinished(instance)) return 'Stopped';
  if (!parts.isWanted || instance.metadata.deletionTimestamp !== undefined) return 'Stopping';
  if (phaseOfInstance(instance) === 'Running') return isMigrating(instance) ? 'Migrating' : 'Running';
  return conditionOf(instance, 'PodScheduled')?.status === 'False'
    ? 'ErrorUnschedulable'
    : (volumeStatus(parts) ?? 'Starting');
}

function isMigrating(instance: KubernetesObject): boolean {
  const state = objectAt(instance, 'status', 'migrationState');
  return textAt(state, 'startTimestamp') !== '' && valueAt(state, 'completed') !== true;
}

/** While its disks are not there. */
function volumeStatus({ volumes, instance }: MachineParts): string | undefined {
  const phases = volumes.map(phaseOf).filter((phase) => phase !== 'Succeeded');
  if (phases.includes('Failed')) return 'DataVolumeError';
  if (phases.length === 0) return undefined;
  const waits = phases.every((phase) => phase === 'WaitForFirstConsumer');
  return waits && textAt(instance, 'status', 'nodeName') === '' ? 'WaitingForVolumeBinding' : 'Provisioning';
}

/** Those of the machine that runs which its owner wants to know. */
const mirrored = ['PodScheduled', 'LiveMigratable', 'AgentConnected', bootedCondition, refusedCondition];

function conditionsOf({ instance, refusal }: MachineParts): readonly PlainCondition[] {
  const failure: readonly PlainCondition[] =
    refusal === undefined
      ? []
      : [{ type: 'Failure', status: 'True', reason: 'FailedCreate', message: refusal }];
  if (instance === undefined)
    return [
      { type: 'Ready', status: 'False', reason: 'VMINotExists', message: 'VMI does not exist' },
      ...failure,
    ];
  return [readyOf(instance), ...mirrored.flatMap((type) => copied(instance, type)), ...failure];
}

function readyOf(instance: KubernetesObject): PlainCondition {
  const [ready] = copied(instance, 'Ready');
  return (
    ready ?? {
      type: 'Ready',
      status: 'False',
      reason: 'GuestNotRunning',
      message: 'Guest VM is not reported as running',
    }
  );
}

function copied(instance: KubernetesObject, type: string): readonly PlainCondition[] {
  const found = conditionOf(instance, type);
  if (found === undefined) return [];
  const [reason, message] = [textAt(found, 'reason'), textAt(found, 'message')];
  return [{ type, status: found.status === 'True' ? 'True' : 'False', reason, message }];
}
