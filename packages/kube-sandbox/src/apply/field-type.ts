import type { JsonValue, StructuralSchema } from '@archipelago/apimachinery';
import { objectMetaSchema } from './object-meta-schema.ts';

/** What a value can be for the tracking of fields; where several parts are given the value decides. */
export interface FieldType {
  readonly scalar?: 'string' | 'numeric' | 'boolean' | 'untyped';
  readonly list?: ListType;
  readonly map?: MapType;
}

/** Types are looked up late: schemas can be recursive and most of one is never needed. */
type FieldTypeRef = () => FieldType;

export interface ListType {
  /** Items are told apart, by their keys or by themselves; otherwise the list is one value. */
  readonly isAssociative: boolean;
  /** Members that tell items apart; empty for a set. */
  readonly keys: readonly string[];
  readonly item: FieldTypeRef;
}

export interface MapType {
  readonly isAtomic: boolean;
  readonly fields: ReadonlyMap<string, KnownField>;
  /** What members without a field are; undefined when there must be none. */
  readonly rest: FieldTypeRef | undefined;
}

interface KnownField {
  readonly type: FieldTypeRef;
  readonly default: JsonValue | undefined;
}

const noFields: ReadonlyMap<string, KnownField> = new Map();

const atomicType: FieldType = {
  scalar: 'untyped',
  list: { isAssociative: false, keys: [], item: () => atomicType },
  map: { isAtomic: true, fields: noFields, rest: () => atomicType },
};

/** The type of what no schema describes: objects member by member, lists as one value. */
const deducedType: FieldType = {
  scalar: 'untyped',
  list: { isAssociative: false, keys: [], item: () => atomicType },
  map: { isAtomic: false, fields: noFields, rest: () => deducedType },
};

/** The type of a member of an object; undefined where the schema knows none of this name. */
export function memberType(map: MapType, name: string): FieldTypeRef | undefined {
  return map.fields.get(name)?.type ?? map.rest;
}

const rootTypes = new WeakMap<StructuralSchema, FieldType>();

/**
 * The type of a whole object: what the schema says, and apiVersion, kind and metadata as every object has them.
 * Without a schema everything else is deduced.
 */
export function rootFieldType(schema: StructuralSchema | undefined): FieldType {
  if (schema === undefined)
    return { map: withObjectFields({ isAtomic: false, fields: noFields, rest: () => deducedType }) };
  const known = rootTypes.get(schema);
  if (known !== undefined) return known;
  const type = { map: withObjectFields(mapType(schema, keepsUnknown(schema, false))) };
  rootTypes.set(schema, type);
  return type;
}

function withObjectFields(map: MapType): MapType {
  const text = { type: () => ({ scalar: 'string' }) satisfies FieldType, default: undefined };
  const metadata = { type: () => fieldType(objectMetaSchema, false), default: undefined };
  return {
    ...map,
    fields: new Map<string, KnownField>([
      ...map.fields,
      ['apiVersion', text],
      ['kind', text],
      ['metadata', metadata],
    ]),
  };
}

const strictTypes = new WeakMap<StructuralSchema, FieldType>();
const openTypes = new WeakMap<StructuralSchema, FieldType>();

/** `keepUnknown`: a schema above wants unknown fields kept, which goes for everything below. */
function fieldType(schema: StructuralSchema, keepUnknown: boolean): FieldType {
  const cache = keepUnknown ? openTypes : strictTypes;
  const known = cache.get(schema);
  if (known !== undefined) return known;
  const type = convert(schema, keepsUnknown(schema, keepUnknown));
  cache.set(schema, type);
  return type;
}

function keepsUnknown(schema: StructuralSchema, keepUnknown: boolean): boolean {
  return keepUnknown || schema['x-kubernetes-preserve-unknown-fields'] === true;
}

function convert(schema: StructuralSchema, keepUnknown: boolean): FieldType {
  switch (schema.type) {
    case 'object':
      return { map: mapType(schema, keepUnknown) };
    case 'array':
      return { list: listType(schema, keepUnknown) };
    case 'integer':
    case 'number':
      return { scalar: 'numeric' };
    case 'boolean':
      return { scalar: 'boolean' };
    case 'string':
      return { scalar: isPlainText(schema.format) ? 'string' : 'untyped' };
    default:
      return { scalar: 'untyped', list: listType(schema, keepUnknown), map: mapType(schema, keepUnknown) };
  }
}

function isPlainText(format: string | undefined): boolean {
  return format === undefined || format === '' || format === 'byte';
}

function listType(schema: StructuralSchema, keepUnknown: boolean): ListType {
  const { items } = schema;
  const kind = schema['x-kubernetes-list-type'];
  return {
    isAssociative: kind === 'map' || kind === 'set',
    keys: kind === 'map' ? (schema['x-kubernetes-list-map-keys'] ?? []) : [],
    item: items === undefined ? () => atomicType : () => fieldType(items, keepUnknown),
  };
}

function mapType(schema: StructuralSchema, keepUnknown: boolean): MapType {
  const fields = Object.entries(schema.properties ?? {}).map(([name, property]): [string, KnownField] => [
    name,
    { type: () => fieldType(property, keepUnknown), default: property.default },
  ]);
  const map: MapType = {
    isAtomic: schema['x-kubernetes-map-type'] === 'atomic',
    fields: new Map(fields),
    rest: restType(schema, keepUnknown),
  };
  return schema['x-kubernetes-embedded-resource'] === true ? withObjectFields(map) : map;
}

function restType(schema: StructuralSchema, keepUnknown: boolean): FieldTypeRef | undefined {
  const { additionalProperties: rest, properties } = schema;
  if (typeof rest === 'object') return () => fieldType(rest, keepUnknown);
  if (rest === true) return () => deducedType;
  if (rest === false) return undefined;
  const isFreeForm = keepUnknown || Object.keys(properties ?? {}).length === 0;
  return isFreeForm ? () => deducedType : undefined;
}
