import { canonicalJson, isJsonObject, type JsonObject, type JsonValue } from '@archipelago/apimachinery';

/** The part of a JSON merge patch (RFC 7386) that makes a difference to an object; undefined: none does. */
export function effectivePatch(live: unknown, wanted: JsonObject): JsonObject | undefined {
  const differing: Record<string, JsonValue> = {};
  for (const [key, value = null] of Object.entries(wanted)) {
    const present = isJsonObject(live) && Object.hasOwn(live, key) ? live[key] : undefined;
    const change = isJsonObject(value) ? effectivePatch(present, value) : value;
    if (change !== undefined && !isSame(change, present)) differing[key] = change;
  }
  return Object.keys(differing).length === 0 ? undefined : differing;
}

/** Most members are texts, for which no JSON is needed. */
function isSame(wanted: JsonValue, present: JsonValue | undefined): boolean {
  return wanted === present || canonicalJson(wanted) === canonicalJson(present);
}
