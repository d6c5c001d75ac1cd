import type { JsonObject, JsonValue, StructuralSchema } from '@archipelago/apimachinery';
import { type ScalarType, type WireField, type WireType, wireStruct } from './wire-model.ts';

const known = new Map<string, StructuralSchema>();

const TEXT: StructuralSchema = { type: 'string' };
const MOMENT: StructuralSchema = { type: 'string', format: 'date-time' };

const SCALARS: Readonly<Record<ScalarType, StructuralSchema>> = {
  any: { 'x-kubernetes-preserve-unknown-fields': true },
  bool: { type: 'boolean' },
  bytes: { type: 'string', format: 'byte' },
  duration: TEXT,
  float64: { type: 'number', format: 'double' },
  int32: { type: 'integer', format: 'int32' },
  int64: { type: 'integer', format: 'int64' },
  intstr: { 'x-kubernetes-int-or-string': true },
  microtime: MOMENT,
  // upstream publishes it as a text or a number
  quantity: { 'x-kubernetes-int-or-string': true },
  string: TEXT,
  time: MOMENT,
};

/** Defaults of members that tell the items of a list apart: an item without one is the item that has it. */
const KEY_DEFAULTS: ReadonlyMap<string, JsonObject> = new Map([
  ['io.k8s.api.core.v1.ContainerPort', { protocol: 'TCP' }],
  ['io.k8s.api.core.v1.ServicePort', { protocol: 'TCP' }],
]);

/** What a member is that is always there, and that nobody set. */
function emptyValue({ keep, pointer, type }: WireField): JsonValue | undefined {
  if (!keep || pointer) return undefined;
  if (type === 'string') return '';
  return type === 'int32' || type === 'int64' ? 0 : undefined;
}

function withKeyDefault(schema: StructuralSchema, struct: string, field: WireField): StructuralSchema {
  const value = KEY_DEFAULTS.get(struct)?.[field.name] ?? emptyValue(field);
  return value === undefined ? schema : { ...schema, default: value };
}

/** The schema of a type of the wire model; recursive types end where they begin again. */
function schemaOf(type: WireType, open: readonly string[]): StructuralSchema {
  if (typeof type === 'string') return SCALARS[type];
  if ('list' in type) return { type: 'array', items: schemaOf(type.list, open) };
  if ('map' in type) return { type: 'object', additionalProperties: schemaOf(type.map, open) };
  return structSchema(type.ref, open);
}

function fieldSchema(field: WireField, open: readonly string[]): StructuralSchema {
  const schema = schemaOf(field.type, open);
  if (schema.type === 'array') {
    return {
      ...schema,
      'x-kubernetes-list-type': field.listType ?? 'atomic',
      ...(field.listKeys === undefined ? {} : { 'x-kubernetes-list-map-keys': field.listKeys }),
    };
  }
  return field.listType === 'atomic' ? { ...schema, 'x-kubernetes-map-type': 'atomic' } : schema;
}

function structSchema(name: string, open: readonly string[]): StructuralSchema {
  if (open.includes(name)) return { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
  const cached = open.length === 0 ? known.get(name) : undefined;
  if (cached !== undefined) return cached;
  const struct = wireStruct(name);
  const inner = [...open, name];
  const properties = struct.fields.map((field) => {
    return [field.name, withKeyDefault(fieldSchema(field, inner), name, field)] as const;
  });
  const schema: StructuralSchema = {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(struct.atomic ? { 'x-kubernetes-map-type': 'atomic' } : {}),
  };
  if (open.length === 0) known.set(name, schema);
  return schema;
}

/** The schema of a built-in type, with its list types and keys. */
export function wireSchema(typeName: string): StructuralSchema {
  return structSchema(typeName, []);
}
