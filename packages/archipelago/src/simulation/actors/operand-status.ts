import { isJsonObject, type JsonObject, type JsonValue, listAt, objectAt } from '@archipelago/apimachinery';
import type { OperandBehaviour, OperandPhases } from './operand-behaviours.ts';

/** What a simulated operand is going through. */
export type OperandState =
  | { readonly name: 'deploying' }
  | { readonly name: 'deployed'; readonly remark?: string }
  | { readonly name: 'deleting' }
  | { readonly name: 'failed'; readonly message: string };

/** The one version a simulated operand can have; no release is called so. */
const simulatedVersion = 'v0.0.0-simulated';

interface Reported {
  readonly generation: number | undefined;
  readonly status: JsonValue | undefined;
}

/**
 * The status a controller of that kind reports in a state. `lastTransitionTime` (RFC 3339) of conditions
 * that stay as they are is kept, of the others it is `now`.
 */
export function operandStatus(
  behaviour: OperandBehaviour,
  state: OperandState,
  { generation, status }: Reported,
  now: string,
): JsonObject {
  const before = objectAt(status);
  return {
    ...before,
    ...(behaviour.phases === undefined ? {} : { phase: phaseOf(behaviour.phases, state) }),
    ...versions(behaviour, state, before),
    ...(behaviour.observesGeneration && generation !== undefined ? { observedGeneration: generation } : {}),
    conditions: conditionsOf(state).map((condition) => withTime(condition, before.conditions, now)),
  };
}

function versions({ versionFields }: OperandBehaviour, state: OperandState, before: JsonObject): JsonObject {
  const observed = versionFields.at(-1);
  const known = versionFields.filter(
    (field) => field !== observed || state.name === 'deployed' || before[field] !== undefined,
  );
  return Object.fromEntries(known.map((field) => [field, simulatedVersion]));
}

function phaseOf(phases: OperandPhases, { name }: OperandState): string {
  return phases[name];
}

interface Condition {
  readonly type: string;
  readonly status: 'True' | 'False';
  readonly reason: string;
  readonly message: string;
}

function conditionsOf(state: OperandState): readonly Condition[] {
  const { reason, message } = wordsOf(state);
  const condition = (type: string, holds: boolean): Condition => ({
    type,
    status: holds ? 'True' : 'False',
    reason,
    message,
  });
  return [
    condition('Available', state.name === 'deployed'),
    condition('Progressing', state.name === 'deploying' || state.name === 'deleting'),
    condition('Degraded', state.name === 'failed'),
  ];
}

function wordsOf(state: OperandState): { readonly reason: string; readonly message: string } {
  switch (state.name) {
    case 'deploying':
      return { reason: 'DeploymentInProgress', message: 'simulated: components are being deployed' };
    case 'deployed':
      return {
        reason: 'AllComponentsReady',
        message: `simulated: all components are ready${state.remark === undefined ? '' : `; ${state.remark}`}`,
      };
    case 'deleting':
      return { reason: 'DeletionInProgress', message: 'simulated: components are being removed' };
    case 'failed':
      return { reason: 'SimulatedFailure', message: `simulated: ${state.message}` };
  }
}

function withTime(condition: Condition, before: JsonValue | undefined, now: string): JsonObject {
  const conditions: readonly JsonValue[] = listAt(before);
  const old = conditions.find((each) => isJsonObject(each) && each.type === condition.type);
  const kept = isJsonObject(old) && old.status === condition.status ? old.lastTransitionTime : undefined;
  return { ...condition, lastTransitionTime: typeof kept === 'string' ? kept : now };
}

/** The status of a condition, as reported. */
export function conditionStatus(status: JsonValue | undefined, type: string): string | undefined {
  const conditions = isJsonObject(status) ? status.conditions : undefined;
  if (!Array.isArray(conditions)) return undefined;
  const found: unknown = conditions.find((each) => isJsonObject(each) && each.type === type);
  return isJsonObject(found) && typeof found.status === 'string' ? found.status : undefined;
}
