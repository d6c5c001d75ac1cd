import type { StructuralSchema } from '../../structural/structural-schema.ts';
import type { ObjectTypes } from '../check/check-context.ts';
import type { CelType } from '../values/cel-type.ts';
import * as t from '../values/cel-type.ts';
import { selectableNames } from './property-names.ts';

/** What the rules of a schema node see of its values, with bounds for the estimate of costs. */
export interface DeclaredType {
  readonly kind: 'simple' | 'list' | 'map' | 'object';
  /** Type of a simple value. */
  readonly type: CelType;
  /** Most characters, items or entries; 0 for values without size. */
  readonly maxElements: bigint;
  /** Fewest bytes of JSON a value takes. */
  readonly minSize: bigint;
  readonly element?: DeclaredType;
  readonly key?: DeclaredType;
  /** Fields by their CEL names. */
  readonly fields?: ReadonlyMap<string, DeclaredType>;
}

const maxRequest = 3n * 1024n * 1024n;

function simple(type: CelType, minSize: bigint, maxElements = 0n): DeclaredType {
  return { kind: 'simple', type, maxElements, minSize };
}

const stringKey = simple(t.stringType, 2n);

const stringSchema: StructuralSchema = { type: 'string' };
const metadataSchema: StructuralSchema = {
  type: 'object',
  properties: { name: stringSchema, generateName: stringSchema },
};

function hasTypeAndMeta(schema: StructuralSchema): boolean {
  const { kind, apiVersion, metadata } = schema.properties ?? {};
  const names = [kind, apiVersion, metadata?.properties?.name, metadata?.properties?.generateName];
  return metadata?.type === 'object' && names.every((property) => property?.type === 'string');
}

/** Rules of a resource always see `apiVersion`, `kind` and the metadata's names, and nothing else of the metadata. */
export function withTypeAndMeta(schema: StructuralSchema): StructuralSchema {
  if (hasTypeAndMeta(schema)) return schema;
  const properties = {
    ...schema.properties,
    kind: stringSchema,
    apiVersion: stringSchema,
    metadata: metadataSchema,
  };
  return { ...schema, properties };
}

function isEmbedded(schema: StructuralSchema): boolean {
  return schema['x-kubernetes-embedded-resource'] === true;
}

function nonNegative(value: number): bigint {
  return BigInt(Math.max(0, Math.trunc(value)));
}

function listDeclaration(schema: StructuralSchema): DeclaredType | undefined {
  if (schema.items === undefined) return undefined;
  const element = declaredType(schema.items, isEmbedded(schema.items));
  if (element === undefined) return undefined;
  const bound = (maxRequest - 2n) / (element.minSize + 1n);
  const maxElements = schema.maxItems === undefined ? bound : nonNegative(schema.maxItems);
  return { kind: 'list', type: t.listType(element.type), maxElements, minSize: 2n, element };
}

function mapDeclaration(schema: StructuralSchema, values: StructuralSchema): DeclaredType | undefined {
  const element = declaredType(values, isEmbedded(values));
  if (element === undefined) return undefined;
  const bound = (maxRequest - 2n) / (element.minSize + 6n);
  const maxElements = schema.maxProperties === undefined ? bound : nonNegative(schema.maxProperties);
  const type = t.mapType(t.stringType, element.type);
  return { kind: 'map', type, maxElements, minSize: 2n, element, key: stringKey };
}

function objectDeclaration(schema: StructuralSchema): DeclaredType | undefined {
  const values = schema.additionalProperties;
  if (typeof values === 'object') return mapDeclaration(schema, values);
  const fields = new Map<string, DeclaredType>();
  let minSize = 2n;
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const field = declaredType(property, isEmbedded(property));
    if (field === undefined) continue;
    for (const celName of selectableNames(name)) fields.set(celName, field);
    const always = schema.required?.includes(name) === true && property.default === undefined;
    if (always) minSize += BigInt(Buffer.byteLength(name)) + field.minSize + 4n;
  }
  return { kind: 'object', type: t.objectType('object'), maxElements: 0n, minSize, fields };
}

const wholeRequest = maxRequest - 2n;

function maxText(schema: StructuralSchema): bigint {
  if (schema.maxLength !== undefined) return nonNegative(schema.maxLength) * 4n;
  if (schema.enum === undefined || schema.enum.length === 0) return wholeRequest;
  const lengths = schema.enum.map((value) => (typeof value === 'string' ? Buffer.byteLength(value) : 0));
  return BigInt(Math.max(...lengths));
}

function stringDeclaration(schema: StructuralSchema): DeclaredType {
  switch (schema.format) {
    case 'byte':
      return simple(
        t.bytesType,
        2n,
        schema.maxLength === undefined ? wholeRequest : nonNegative(schema.maxLength),
      );
    case 'duration':
      return simple(t.durationType, 3n, 32n);
    case 'date':
      return simple(t.timestampType, 12n, 12n);
    case 'date-time':
      return simple(t.timestampType, 21n, 32n);
    default:
      return simple(t.stringType, 2n, maxText(schema));
  }
}

/** The type rules see for a schema node; undefined when they see nothing (unknown fields preserved without a type). */
export function declaredType(schema: StructuralSchema, isResource: boolean): DeclaredType | undefined {
  if (schema['x-kubernetes-int-or-string'] === true) {
    const bound = schema.maxLength === undefined ? wholeRequest : nonNegative(schema.maxLength) * 4n;
    return simple(t.dynType, 1n, bound);
  }
  const node = isResource ? withTypeAndMeta(schema) : schema;
  switch (node.type) {
    case 'array':
      return listDeclaration(node);
    case 'object':
      return objectDeclaration(node);
    case 'string':
      return stringDeclaration(node);
    case 'boolean':
      return simple(t.boolType, 4n);
    case 'number':
      return simple(t.doubleType, 1n);
    case 'integer':
      return simple(t.intType, 1n);
    default:
      return undefined;
  }
}

/** A type with names for its objects: `selfType`, `selfType.spec`, `selfType.list.@idx`. */
interface NamedType {
  readonly type: CelType;
  readonly objects: ObjectTypes;
}

/** Names the objects inside a declared type, so that the checker can find their fields. */
export function nameObjects(root: DeclaredType, rootName: string): NamedType {
  const objects = new Map<string, ReadonlyMap<string, CelType>>();
  const name = (declared: DeclaredType, path: string): CelType => {
    if (declared.kind === 'list' && declared.element !== undefined) {
      return t.listType(name(declared.element, `${path}.@idx`));
    }
    if (declared.kind === 'map' && declared.element !== undefined) {
      return t.mapType(t.stringType, name(declared.element, `${path}.@elem`));
    }
    if (declared.fields === undefined) return declared.type;
    const fields = new Map<string, CelType>();
    // two spellings of one property are of one type
    const named = new Map<DeclaredType, CelType>();
    for (const [field, inner] of declared.fields) {
      const type = named.get(inner) ?? name(inner, `${path}.${field}`);
      named.set(inner, type);
      fields.set(field, type);
    }
    objects.set(path, fields);
    return t.objectType(path);
  };
  return { type: name(root, rootName), objects };
}
