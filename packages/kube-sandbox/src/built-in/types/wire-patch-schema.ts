import type { PatchSchema } from '@archipelago/apimachinery';
import { type WireField, type WireType, wireStruct } from './wire-model.ts';

const known = new Map<string, PatchSchema>();

function typeSchema(type: WireType): PatchSchema {
  if (typeof type === 'string') return {};
  if ('ref' in type) return wirePatchSchema(type.ref);
  return 'list' in type ? { items: typeSchema(type.list) } : { additionalProperties: typeSchema(type.map) };
}

function fieldSchema(field: WireField): PatchSchema {
  return {
    ...typeSchema(field.type),
    ...(field.patch === undefined ? {} : { 'x-kubernetes-patch-strategy': field.patch }),
    ...(field.mergeKey === undefined ? {} : { 'x-kubernetes-patch-merge-key': field.mergeKey }),
  };
}

/** How a strategic merge patch treats a built-in type. Fields are looked at when a patch has them: types recur. */
export function wirePatchSchema(typeName: string): PatchSchema {
  const cached = known.get(typeName);
  if (cached !== undefined) return cached;
  const properties: Record<string, PatchSchema> = {};
  for (const field of wireStruct(typeName).fields) {
    Object.defineProperty(properties, field.name, { enumerable: true, get: () => fieldSchema(field) });
  }
  // The getters live one level below, where copies of the schema share them.
  const schema: PatchSchema = { properties };
  known.set(typeName, schema);
  return schema;
}
