import { type JsonObject, textAt } from '@archipelago/apimachinery';

/** A condition as controllers set it; the server knows the time. */
export interface Condition {
  readonly type: string;
  readonly status: 'True' | 'False';
  readonly reason: string;
  readonly message: string;
}

/** Sets a condition; its time changes only when its status does. */
export function withCondition(
  conditions: readonly JsonObject[],
  condition: Condition,
  now: string,
): readonly JsonObject[] {
  const old = conditions.find((one) => one.type === condition.type);
  const same = old !== undefined && old.status === condition.status;
  const { type, status, reason, message } = condition;
  const lastTransitionTime = same ? textAt(old, 'lastTransitionTime') : now;
  const next = { type, status, lastTransitionTime, reason, message };
  return old === undefined ? [...conditions, next] : conditions.map((one) => (one === old ? next : one));
}
