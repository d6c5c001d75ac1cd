import { isJsonObject, type JsonObject, type KubernetesObject, listAt } from '@archipelago/apimachinery';
import { simulatedAnnotation } from '../../../simulation/definitions/declaration/simulated.ts';

/** What is to be said about an operand. */
export interface OperandReport {
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
  readonly state: 'Available' | 'Degraded' | 'Progressing' | 'Waiting';
  /** The operand's own words, where it is not Available. */
  readonly message?: string;
  /** From its first sight; undefined until it is Available. */
  readonly availableAfterMs: number | undefined;
  /** Its controller only plays its part. */
  readonly simulated: boolean;
}

/** Reads an operand; `sinceMs` is how long it has been there. */
export function reportOperand(object: KubernetesObject, sinceMs: number | undefined): OperandReport {
  const { name, namespace, annotations } = object.metadata;
  const { state, message } = stateOf(object);
  return {
    kind: object.kind,
    name,
    ...(namespace === undefined ? {} : { namespace }),
    state,
    ...(message === undefined ? {} : { message }),
    availableAfterMs: state === 'Available' ? sinceMs : undefined,
    simulated: annotations?.[simulatedAnnotation] === 'true',
  };
}

function stateOf({ status }: KubernetesObject): Pick<OperandReport, 'state' | 'message'> {
  if (holds(status, 'Available') !== undefined) return { state: 'Available' };
  for (const state of ['Degraded', 'Progressing'] as const) {
    const condition = holds(status, state);
    if (condition !== undefined) return { state, message: String(condition.message ?? '') };
  }
  return { state: 'Waiting', message: 'its controller has not reported yet' };
}

function holds(status: unknown, type: string): JsonObject | undefined {
  const conditions = isJsonObject(status) ? status.conditions : undefined;
  const list: readonly unknown[] = listAt(conditions);
  return list
    .filter(isJsonObject)
    .find((condition) => condition.type === type && condition.status === 'True');
}
