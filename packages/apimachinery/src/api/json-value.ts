/**
 * Any JSON document. Integers outside ±2^53 are `bigint`, as the API server keeps them exact;
 * every other number is a `number`.
 */
export type JsonValue = null | boolean | number | bigint | string | readonly JsonValue[] | JsonObject;

/** A JSON object. A member that is `undefined` counts as absent. */
export interface JsonObject {
  readonly [key: string]: JsonValue | undefined;
}

/** True for a JSON object: not null, not a list. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** True for a JSON list. */
export function isJsonList(value: unknown): value is readonly JsonValue[] {
  return Array.isArray(value);
}
