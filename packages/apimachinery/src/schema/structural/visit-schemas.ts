import type { StructuralSchema } from './structural-schema.ts';

/** True when a schema, or one inside of it, is one of those looked for. */
export function hasSchema(
  schema: StructuralSchema,
  isWanted: (schema: StructuralSchema) => boolean,
): boolean {
  return isWanted(schema) || schemasIn(schema).some((inner) => hasSchema(inner, isWanted));
}

/** A schema and all schemas inside of it. */
export function schemasOf(schema: StructuralSchema): readonly StructuralSchema[] {
  return [schema, ...schemasIn(schema).flatMap(schemasOf)];
}

/** The schemas directly inside a schema. */
function schemasIn(schema: StructuralSchema): readonly StructuralSchema[] {
  const { properties = {}, additionalProperties, items, not, allOf = [], anyOf = [], oneOf = [] } = schema;
  const single = [additionalProperties, items, not].filter((inner) => typeof inner === 'object');
  return [...Object.values(properties), ...single, ...allOf, ...anyOf, ...oneOf];
}
