import { isJsonObject, type JsonObject, parseJson } from '@archipelago/apimachinery';

/** The merge patch that a link asks for; undefined: it asks for none, or for what is none. */
export function linkedPatch(linked: string): JsonObject | undefined {
  try {
    const value = parseJson(linked);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
