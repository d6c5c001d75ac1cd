import { conditionOf, type JsonObject, textAt } from '@archipelago/apimachinery';

/** A condition without its time. */
export interface PlainCondition {
  readonly type: string;
  readonly status: 'True' | 'False' | 'Unknown';
  readonly reason: string;
  readonly message?: string;
}

/** Conditions with `lastTransitionTime`: that of before where the status stays, else `now` (RFC 3339). */
export function timedConditions(
  conditions: readonly PlainCondition[],
  object: unknown,
  now: string,
): readonly JsonObject[] {
  return conditions.map((condition) => {
    const before = conditionOf(object, condition.type);
    const since = before?.status === condition.status ? textAt(before, 'lastTransitionTime') : '';
    return { ...condition, lastTransitionTime: since === '' ? now : since };
  });
}
