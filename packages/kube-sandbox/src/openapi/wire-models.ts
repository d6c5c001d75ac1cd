import type { JsonObject } from '@archipelago/apimachinery';
import { type ScalarType, type WireField, type WireType, wireStruct } from '../built-in/types/wire-model.ts';
import { reference } from './model-name.ts';

/** Names of the structs a type refers to. */
function namesIn(type: WireType): readonly string[] {
  if (typeof type === 'string') return [];
  if ('ref' in type) return [type.ref];
  return namesIn('list' in type ? type.list : type.map);
}

const TEXT: JsonObject = { type: 'string' };
const MOMENT: JsonObject = { type: 'string', format: 'date-time' };

const SCALARS: Readonly<Record<ScalarType, JsonObject>> = {
  any: { type: 'object' },
  bool: { type: 'boolean' },
  bytes: { type: 'string', format: 'byte' },
  duration: TEXT,
  float64: { type: 'number', format: 'double' },
  int32: { type: 'integer', format: 'int32' },
  int64: { type: 'integer', format: 'int64' },
  intstr: { format: 'int-or-string', oneOf: [{ type: 'integer' }, { type: 'string' }] },
  microtime: MOMENT,
  quantity: TEXT,
  string: TEXT,
  time: MOMENT,
};

function typeModel(type: WireType): JsonObject {
  if (typeof type === 'string') return SCALARS[type];
  if ('ref' in type) return reference(type.ref);
  if ('list' in type) return { type: 'array', items: typeModel(type.list) };
  return { type: 'object', additionalProperties: typeModel(type.map) };
}

/** How the field is merged: for server-side apply and for strategic merge patches. */
function mergeExtensions(field: WireField): JsonObject {
  const isMap = typeof field.type === 'object' && 'map' in field.type;
  return {
    ...(field.listType === undefined || isMap ? {} : { 'x-kubernetes-list-type': field.listType }),
    ...(isMap && field.listType === 'atomic' ? { 'x-kubernetes-map-type': 'atomic' } : {}),
    ...(field.listKeys === undefined ? {} : { 'x-kubernetes-list-map-keys': field.listKeys }),
    ...(field.mergeKey === undefined ? {} : { 'x-kubernetes-patch-merge-key': field.mergeKey }),
    ...(field.patch === undefined ? {} : { 'x-kubernetes-patch-strategy': field.patch }),
  };
}

function fieldModel(field: WireField): JsonObject {
  const model = typeModel(field.type);
  const extensions = mergeExtensions(field);
  // A reference stands alone; what is added to it goes beside it.
  return '$ref' in model ? { allOf: [model], ...extensions } : { ...model, ...extensions };
}

function structModel(name: string): JsonObject {
  const struct = wireStruct(name);
  const properties = struct.fields.map((field) => [field.name, fieldModel(field)] as const);
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(struct.atomic ? { 'x-kubernetes-map-type': 'atomic' } : {}),
  };
}

/** The schemas of the named wire types and of all they refer to, by name. */
export function wireModels(names: readonly string[]): Map<string, JsonObject> {
  const models = new Map<string, JsonObject>();
  const open = [...names];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (models.has(name)) continue;
    models.set(name, structModel(name));
    open.push(...wireStruct(name).fields.flatMap((field) => namesIn(field.type)));
  }
  return models;
}
