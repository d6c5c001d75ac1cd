import { type JsonObject, jsonEqual, objectAt } from '@archipelago/apimachinery';

/** Whether a merge patch would change nothing. */
export function holds(live: unknown, patch: JsonObject): boolean {
  const object = objectAt(live);
  return Object.entries(patch).every(([key, value]) => {
    const member = object[key];
    if (value === null) return member === undefined;
    if (typeof value !== 'object' || Array.isArray(value)) return jsonEqual(member ?? null, value ?? null);
    return holds(member, objectAt(value));
  });
}
