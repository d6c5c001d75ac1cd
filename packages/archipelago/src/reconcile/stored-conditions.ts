import { isJsonObject, type JsonObject, type JsonValue } from '@archipelago/apimachinery';
import type { ConditionDraft, ConditionStatus } from './condition-drafts.ts';
import { initialConditions, tainted } from './conditions.ts';

/**
 * Conditions as they are to be stored: each keeps the time of its last change of status. Conditions of types
 * that are not ours stay, and the doctor's while he has not said anything (`doctor` undefined).
 */
export function timedConditions(
  drafts: readonly ConditionDraft[],
  previous: readonly JsonValue[],
  now: string,
  doctor?: readonly ConditionDraft[],
): readonly JsonObject[] {
  const timed = [...drafts, ...(doctor ?? [])].map(({ type, status, reason, message }) => {
    const before = previous.find((condition) => isJsonObject(condition) && condition.type === type);
    const since = isJsonObject(before) && before.status === status ? before.lastTransitionTime : undefined;
    return { lastTransitionTime: since ?? now, message, reason, status, type };
  });
  const others = previous
    .filter(isJsonObject)
    .filter(({ type }) => typeof type === 'string' && !isOurs(type, doctor !== undefined));
  return [...timed, ...others];
}

function isOurs(type: string, doctorSpoke: boolean): boolean {
  return ourTypes.has(type) || (doctorSpoke && type.startsWith('Doctor'));
}

const ourTypes = new Set([...initialConditions, tainted].map(({ type }) => type));

/** One word for the whole: what `status.systemHealthStatus` says. */
export function systemHealth(
  conditions: readonly ConditionDraft[],
  upgrading: boolean,
): 'healthy' | 'warning' | 'error' {
  const is = (type: string, status: ConditionStatus) =>
    conditions.some((condition) => condition.type === type && condition.status === status);
  if (is('Degraded', 'True') || (!upgrading && !is('Available', 'True'))) return 'error';
  if (!is('ReconcileComplete', 'True') || (!upgrading && is('Progressing', 'True'))) return 'warning';
  return 'healthy';
}
