import { isJsonObject, type JsonObject, type JsonValue, valueAt } from '@archipelago/apimachinery';
import { differences } from './differences.ts';

/**
 * The RFC 7386 merge patch that turns one object into another; undefined where they do not differ. Objects are
 * merged, lists replaced, and null removes.
 */
export function mergePatchBetween(before: JsonObject, after: JsonObject): JsonObject | undefined {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = names.filter((name) => differences(valueAt(before, name), valueAt(after, name)).length > 0);
  if (changed.length === 0) return undefined;
  return Object.fromEntries(
    changed.map((name) => [name, memberPatch(valueAt(before, name), valueAt(after, name))]),
  );
}

function memberPatch(before: JsonValue | undefined, after: JsonValue | undefined): JsonValue {
  if (!isJsonObject(before) || !isJsonObject(after)) return after ?? null;
  return mergePatchBetween(before, after) ?? {};
}
