import { type JsonObject, type JsonValue, jsonEqual, type ObjectMeta } from '@archipelago/apimachinery';
import { simulatedAnnotation } from '../definitions/declaration/simulated.ts';
import type { OperandBehaviour } from './operand-behaviours.ts';
import { conditionStatus, type OperandState, operandStatus } from './operand-status.ts';

/** Tells a simulated operand how to behave: `fail: <message>`. */
export const simulateAnnotation = 'archipelago.dev/simulate';

/** Keeps a deleted operand until its simulated components are gone. */
export const simulatedFinalizer = 'archipelago.dev/simulated-operand';

/** What a simulated controller needs of an operand. */
export interface SimulatedOperand {
  readonly metadata: ObjectMeta;
  readonly status: JsonValue | undefined;
  /** `spec.uninstallStrategy`. */
  readonly strategy?: string | undefined;
}

/** What a simulated controller does next about an operand. */
export type OperandStep =
  | { readonly do: 'nothing' }
  /** Finalizer and annotation: from now on the object is looked after. */
  | { readonly do: 'adopt' }
  | { readonly do: 'report'; readonly status: JsonObject }
  | { readonly do: 'wait'; readonly ms: number }
  /** The finalizer goes, and the object with it. */
  | { readonly do: 'release' };

/** What the step depends on besides the object. */
export interface Circumstances {
  /** RFC 3339. */
  readonly now: string;
  /** How long deploying and removing take. */
  readonly delayMs: number;
  /** How long the object has been in what `status` reports. */
  readonly inStateMs: number;
  /** Why operands of this kind fail, whatever their annotation says. */
  readonly failure: string | undefined;
}

/** The next step of the controller of a simulated operand; `nothing` until the object changes. */
export function operandStep(
  behaviour: OperandBehaviour,
  operand: SimulatedOperand,
  circumstances: Circumstances,
): OperandStep {
  const isOurs = operand.metadata.finalizers?.includes(simulatedFinalizer) === true;
  if (operand.metadata.deletionTimestamp !== undefined) {
    return isOurs ? removalStep(behaviour, operand, circumstances) : { do: 'nothing' };
  }
  if (!isOurs || operand.metadata.annotations?.[simulatedAnnotation] !== 'true') return { do: 'adopt' };
  return deploymentStep(behaviour, operand, circumstances);
}

function removalStep(
  behaviour: OperandBehaviour,
  operand: SimulatedOperand,
  circumstances: Circumstances,
): OperandStep {
  const leftMs = circumstances.delayMs - circumstances.inStateMs;
  const reports = reportStep(behaviour, { name: 'deleting' }, operand, circumstances.now);
  if (circumstances.delayMs > 0 && reports.do === 'report') return reports;
  return leftMs > 0 ? { do: 'wait', ms: leftMs } : { do: 'release' };
}

function deploymentStep(
  behaviour: OperandBehaviour,
  operand: SimulatedOperand,
  { now, delayMs, inStateMs, failure }: Circumstances,
): OperandStep {
  const wish = wishOf(operand.metadata, failure);
  const finalState: OperandState =
    wish.fail === undefined
      ? { name: 'deployed', ...(wish.remark === undefined ? {} : { remark: wish.remark }) }
      : { name: 'failed', message: wish.fail };
  const isUp = conditionStatus(operand.status, 'Available') === 'True';
  if (finalState.name === 'failed' || isUp || delayMs === 0) {
    return reportStep(behaviour, finalState, operand, now);
  }
  const deploying = reportStep(behaviour, { name: 'deploying' }, operand, now);
  if (deploying.do === 'report') return deploying;
  return inStateMs < delayMs
    ? { do: 'wait', ms: delayMs - inStateMs }
    : reportStep(behaviour, finalState, operand, now);
}

function reportStep(
  behaviour: OperandBehaviour,
  state: OperandState,
  { metadata, status }: SimulatedOperand,
  now: string,
): OperandStep {
  const wanted = operandStatus(behaviour, state, { generation: metadata.generation, status }, now);
  return jsonEqual(wanted, status) ? { do: 'nothing' } : { do: 'report', status: wanted };
}

/** How the operand is asked to behave; what is asked in words nobody knows is remarked on in its status. */
function wishOf(
  { annotations }: ObjectMeta,
  failure: string | undefined,
): { readonly fail?: string; readonly remark?: string } {
  if (failure !== undefined) return { fail: failure };
  const text = annotations?.[simulateAnnotation];
  if (text === undefined) return {};
  const [, message] = /^fail:\s*(\S.*)$/s.exec(text) ?? [];
  if (message !== undefined) return { fail: message.slice(0, longestMessage) };
  const shown = JSON.stringify(text.slice(0, 80));
  return { remark: `annotation ${simulateAnnotation} is ${shown}, expected "fail: <message>"` };
}

const longestMessage = 1024;
