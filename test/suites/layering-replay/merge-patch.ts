import { isJsonObject, type JsonObject, type JsonValue } from '@archipelago/apimachinery';

/** The JSON merge patch that makes one object of another; undefined: they are the same. */
export function mergePatch(before: JsonObject, after: JsonObject): JsonObject | undefined {
  const patch: { [key: string]: JsonValue } = {};
  for (const [key, value] of Object.entries(after)) {
    const old = before[key];
    if (value === undefined || JSON.stringify(old) === JSON.stringify(value)) continue;
    if (isJsonObject(old) && isJsonObject(value)) {
      const inner = mergePatch(old, value);
      if (inner !== undefined) patch[key] = inner;
    } else patch[key] = value;
  }
  for (const key of Object.keys(before)) if (after[key] === undefined) patch[key] = null;
  return Object.keys(patch).length === 0 ? undefined : patch;
}
