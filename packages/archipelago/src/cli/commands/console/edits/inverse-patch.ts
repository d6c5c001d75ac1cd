import { isJsonObject, type JsonObject, valueAt } from '@archipelago/apimachinery';

/** The merge patch that takes back what `patch` does to an object; of what the patch does not name it says nothing. */
export function inversePatch(before: JsonObject, patch: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(patch).map(([name, change]) => {
      const value = valueAt(before, name);
      const isMerged = isJsonObject(value) && isJsonObject(change);
      return [name, isMerged ? inversePatch(value, change) : (value ?? null)];
    }),
  );
}
