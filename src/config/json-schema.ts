import type { TSchema } from '@sinclair/typebox';
import type { JsonObject } from '../api/json-value.ts';

/** TypeBox's schemas are JSON Schema plus symbols, which nobody who reads JSON sees. */
export function jsonSchema(schema: TSchema): JsonObject {
  return schema as unknown as JsonObject;
}
