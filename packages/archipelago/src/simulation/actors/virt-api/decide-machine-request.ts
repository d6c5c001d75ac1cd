import {
  type JsonObject,
  type KubernetesObject,
  numberAt,
  objectAt,
  objectsAt,
  textAt,
} from '@archipelago/apimachinery';
import type { ExtensionRefusal } from '@archipelago/kube-sandbox';
import { isFinished, phaseOfInstance } from '../virt-controller/instance-phase.ts';
import { runStrategyOf } from '../virt-controller/run-strategy.ts';
import { badOptions, conflicting, internalError, missing, notSimulated } from './machine-refusals.ts';

export const machineVerbs = ['start', 'stop', 'restart', 'migrate'] as const;
export type MachineVerb = (typeof machineVerbs)[number];

/** Somebody wants something of a VirtualMachine that is there, and perhaps runs. */
export interface MachineRequest {
  readonly machine: KubernetesObject;
  readonly instance: KubernetesObject | undefined;
  /** StartOptions and so on. */
  readonly options: JsonObject;
}

/** A change of the machine or of its status, or a new migration. */
export type MachineWrite =
  | { readonly do: 'patch' | 'patchStatus'; readonly patch: JsonObject }
  | { readonly do: 'migrate' };

/** What is written, or why nothing is. */
type MachineDecision = MachineWrite | { readonly refusal: ExtensionRefusal };

/** Decides as virt-api does. */
export function decideMachineRequest(verb: MachineVerb, request: MachineRequest): MachineDecision {
  return deciders[verb](request);
}

const deciders: Readonly<Record<MachineVerb, (request: MachineRequest) => MachineDecision>> = {
  start,
  stop,
  restart,
  migrate,
};

const notRunning = 'VM is not running';

function start(request: MachineRequest): MachineDecision {
  const { machine, instance, options } = request;
  if (isAtWork(instance)) return refused(machine, 'VM is already running');
  if (options.paused === true) return { refusal: notSimulated('a machine that starts paused') };
  const runStrategy = runStrategyOf(machine);
  switch (runStrategy) {
    case 'Halted':
      return running(machine, true);
    case 'Manual':
      return anew(request);
    case 'RerunOnFailure':
      return phaseOfInstance(instance) === 'Failed'
        ? refused(machine, 'RerunOnFailure does not support starting VM from failed state')
        : anew(request);
    default:
      return refused(machine, `${runStrategy} does not support manual start requests`);
  }
}

function isAtWork(instance: KubernetesObject | undefined): boolean {
  return !['', 'Unknown', 'Succeeded', 'Failed'].includes(phaseOfInstance(instance));
}

/** What has ended makes room first. */
function anew({ machine, instance }: MachineRequest): MachineDecision {
  const begin = { action: 'Start' };
  return requested(
    machine,
    instance !== undefined && isFinished(instance) ? [end(instance), begin] : [begin],
  );
}

function end({ metadata: { uid = '' } }: KubernetesObject): JsonObject {
  return { action: 'Stop', uid };
}

function stop({ machine, instance, options }: MachineRequest): MachineDecision {
  const runStrategy = runStrategyOf(machine);
  if (runStrategy === 'Always' || runStrategy === 'Once') return running(machine, false);
  if (instance === undefined || isFinished(instance)) return refused(machine, notRunning);
  switch (runStrategy) {
    case 'Halted':
      return isSooner(instance, options)
        ? requested(machine, [end(instance)])
        : refused(machine, 'Halted only supports manual stop requests with a shorter graceperiod');
    case 'Manual':
      return requested(machine, [end(instance)]);
    case 'RerunOnFailure':
      return {
        refusal: notSimulated('stop with runStrategy RerunOnFailure; set runStrategy to Halted instead'),
      };
    default:
      return refused(machine, `${runStrategy} does not support manual stop requests`);
  }
}

function isSooner(instance: KubernetesObject, options: JsonObject): boolean {
  const wanted = numberAt(options, 'gracePeriod');
  const before = numberAt(instance, 'spec', 'terminationGracePeriodSeconds');
  return wanted !== undefined && (before === undefined || wanted < before);
}

function restart({ machine, instance, options }: MachineRequest): MachineDecision {
  const grace = numberAt(options, 'gracePeriodSeconds') ?? 0;
  if (grace > 0) return { refusal: badOptions('For force restart, only gracePeriod=0 is supported for now') };
  if (grace < 0) return { refusal: badOptions('gracePeriod has to be greater or equal to 0') };
  const runStrategy = runStrategyOf(machine);
  if (runStrategy === 'Halted' || runStrategy === 'Once')
    // upstream spells it so
    return refused(machine, `RunStategy ${runStrategy} does not support manual restart requests`);
  if (instance === undefined) return refused(machine, `${notRunning}: Halted`);
  return requested(machine, [end(instance), { action: 'Start' }]);
}

function migrate({ machine, instance, options }: MachineRequest): MachineDecision {
  if (instance === undefined) return { refusal: missing('virtualmachineinstance', machine.metadata.name) };
  if (phaseOfInstance(instance) !== 'Running') return refused(machine, notRunning);
  if (Object.keys(objectAt(options, 'addedNodeSelector')).length > 0)
    return { refusal: notSimulated('addedNodeSelector of a migration') };
  return { do: 'migrate' };
}

function refused({ metadata: { name } }: KubernetesObject, problem: string): MachineDecision {
  return { refusal: conflicting(name, problem) };
}

/** In the spelling that its owner has chosen. */
function running(machine: KubernetesObject, isToRun: boolean): MachineDecision {
  const spec =
    textAt(machine, 'spec', 'runStrategy') === ''
      ? { running: isToRun }
      : { runStrategy: isToRun ? 'Always' : 'Halted' };
  return { do: 'patch', patch: { spec } };
}

/** For virt-controller; a stop takes the place of what was asked before. */
function requested(machine: KubernetesObject, stateChangeRequests: readonly JsonObject[]): MachineDecision {
  const isUnderWay = objectsAt(machine, 'status', 'stateChangeRequests').length > 0;
  const isStop = stateChangeRequests.every(({ action }) => action === 'Stop');
  if (isUnderWay && !isStop)
    return { refusal: internalError('unable to complete request: stop/start already underway') };
  return { do: 'patchStatus', patch: { status: { stateChangeRequests } } };
}
