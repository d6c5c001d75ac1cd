import { objectsAt } from './json-members.ts';
import type { JsonObject } from './json-value.ts';

/** The condition of a type in an object's `status.conditions`. */
export function conditionOf(object: unknown, type: string): JsonObject | undefined {
  return objectsAt(object, 'status', 'conditions').find((condition) => condition.type === type);
}

/** True where an object has a condition of that type and its status is True. */
export function isConditionTrue(object: unknown, type: string): boolean {
  return conditionOf(object, type)?.status === 'True';
}
