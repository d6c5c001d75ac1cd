import { isJsonObject, type JsonObject, type JsonValue } from '@archipelago/apimachinery';
import type { ConditionDraft, ConditionStatus } from './condition-drafts.ts';
import { initialConditions, tainted } from './conditions.ts';

/** Who says more than the operator itself. */
export interface Speaker {
  readonly drafts: readonly ConditionDraft[];
  /** Types of conditions that are his to write and to remove. */
  readonly owns: (type: string) => boolean;
}

/**
 * Conditions as they are to be stored: each keeps the time of its last change of status. Conditions of types
 * that are not ours stay, and so do those of who has not said anything yet.
 */
export function timedConditions(
  drafts: readonly ConditionDraft[],
  previous: readonly JsonValue[],
  now: string,
  speakers: readonly Speaker[] = [],
): readonly JsonObject[] {
  const timed = [...drafts, ...speakers.flatMap((one) => one.drafts)].map(
    ({ type, status, reason, message }) => {
      const before = previous.find((condition) => isJsonObject(condition) && condition.type === type);
      const since = isJsonObject(before) && before.status === status ? before.lastTransitionTime : undefined;
      return { lastTransitionTime: since ?? now, message, reason, status, type };
    },
  );
  const isOurs = (type: string) => ourTypes.has(type) || speakers.some(({ owns }) => owns(type));
  const others = previous
    .filter(isJsonObject)
    .filter(({ type }) => typeof type === 'string' && !isOurs(type));
  return [...timed, ...others];
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
