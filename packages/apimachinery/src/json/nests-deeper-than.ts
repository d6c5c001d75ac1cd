import type { JsonValue } from '../api/json-value.ts';

/** True when a value nests more than `limit` levels, or contains itself. */
export function nestsDeeperThan(value: JsonValue, limit: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (limit === 0) return true;
  return Object.values(value).some((member) => member !== undefined && nestsDeeperThan(member, limit - 1));
}
