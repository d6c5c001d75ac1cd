import type { JsonObject } from '@archipelago/apimachinery';
import type { Condition } from '../api/machine-os-config-status-schema.ts';

/** A condition to be; `lastTransitionTime` follows from what was. */
export interface WantedCondition {
  readonly type: string;
  readonly status: 'True' | 'False' | 'Unknown';
  readonly reason: string;
  readonly message: string;
}

/** The conditions with their times: one that keeps its status keeps its time. */
export function conditionsAt(
  wanted: readonly WantedCondition[],
  before: readonly Condition[] | undefined,
  now: () => string,
): readonly Condition[] {
  return wanted.map((condition) => {
    const old = before?.find(({ type }) => type === condition.type);
    const since = old?.status === condition.status ? old.lastTransitionTime : now();
    return { ...condition, message: condition.message.slice(0, 4000), lastTransitionTime: since };
  });
}

/** A list of conditions that is somebody else's, with this one in it. */
export function withCondition(
  conditions: readonly JsonObject[],
  wanted: WantedCondition,
  now: () => string,
): readonly JsonObject[] {
  const old = conditions.find(({ type }) => type === wanted.type);
  const time = old?.status === wanted.status ? (old.lastTransitionTime ?? now()) : now();
  return [...conditions.filter(({ type }) => type !== wanted.type), { ...wanted, lastTransitionTime: time }];
}
