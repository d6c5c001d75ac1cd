import type { JsonObject, StructuralSchema } from '@archipelago/apimachinery';
import type { TSchema } from '@sinclair/typebox';

/** TypeBox's schemas are JSON Schema plus symbols, which nobody who reads JSON sees. */
export function jsonSchema(schema: TSchema): JsonObject {
  return schema as unknown as JsonObject;
}

/** The same, as what walks through values of a definition takes it. */
export function structuralSchema(schema: TSchema): StructuralSchema {
  return schema as unknown as StructuralSchema;
}
