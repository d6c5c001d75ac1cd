import {
  isJsonObject,
  type JsonObject,
  parseStructuralSchema,
  type StructuralSchema,
} from '@archipelago/apimachinery';
import type { TSchema } from '@sinclair/typebox';

/** TypeBox's schemas are JSON Schema plus symbols, which nobody who reads JSON sees. */
export function jsonSchema(schema: TSchema): JsonObject {
  const plain: unknown = schema;
  if (!isJsonObject(plain)) throw new Error('a schema of ours is no object');
  return plain;
}

const known = new WeakMap<object, StructuralSchema>();

/** The same, as what walks through values of a definition takes it. Each is parsed once. */
export function structuralSchema(schema: TSchema | JsonObject): StructuralSchema {
  const before = known.get(schema);
  if (before !== undefined) return before;
  const parsed = parseStructuralSchema(schema);
  if (!parsed.ok) throw new Error(`a schema of ours is no structural schema: ${parsed.error}`);
  known.set(schema, parsed.schema);
  return parsed.schema;
}
