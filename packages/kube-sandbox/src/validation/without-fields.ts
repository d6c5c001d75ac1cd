import type { JsonObject } from '@archipelago/apimachinery';

/** An object as far as it may be compared: without these fields. */
export function withoutFields(object: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}
