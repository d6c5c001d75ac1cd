import type { JsonValue } from '../../api/json-value.ts';
import { anyFormat, type FormatCheck, findFormat } from '../formats/find-format.ts';
import { type CompiledPattern, compilePattern } from './pattern.ts';
import type { StructuralSchema } from './structural-schema.ts';

/** One schema of the tree, made ready for walking values. */
export interface SchemaNode {
  readonly schema: StructuralSchema;
  /** JSON types allowed; empty means any. */
  readonly types: readonly string[];
  readonly nullable: boolean;
  readonly embedded: boolean;
  readonly preserves: boolean;
  readonly properties: ReadonlyMap<string, SchemaNode>;
  /** The schema of values without a property of their own, or whether they may be there at all. */
  readonly additional: SchemaNode | boolean | undefined;
  readonly items: SchemaNode | undefined;
  readonly defaultValue: JsonValue | undefined;
  /** The schema's format where it is one the API server checks; `''` otherwise. */
  readonly format: string;
  readonly formatCheck: FormatCheck | undefined;
  readonly pattern: CompiledPattern | undefined;
  readonly allOf: readonly SchemaNode[];
  readonly anyOf: readonly SchemaNode[];
  readonly oneOf: readonly SchemaNode[];
  readonly not: SchemaNode | undefined;
  /** What occurs in this schema or below, so that walks can stay away. */
  readonly has: Features;
}

interface Features {
  readonly defaults: boolean;
  readonly embedded: boolean;
  readonly listTypes: boolean;
  readonly rules: boolean;
}

/**
 * What values a node is for: an object's, or a default's in a definition. There the API server looks at the
 * structure alone: int-or-string has no type, and any format counts.
 */
type NodePurpose = 'objects' | 'defaults';

/** Makes a schema and everything below it ready. The cost is paid once per schema, shared parts are shared. */
export function compileNode(schema: StructuralSchema, purpose: NodePurpose = 'objects'): SchemaNode {
  const known = new Map<StructuralSchema, SchemaNode>();
  const compile: Compile = (part) => {
    const node = known.get(part) ?? compileOne(part, purpose, compile);
    known.set(part, node);
    return node;
  };
  return compile(schema);
}

type Compile = (schema: StructuralSchema) => SchemaNode;

function compileOne(schema: StructuralSchema, purpose: NodePurpose, compile: Compile): SchemaNode {
  const forObjects = purpose === 'objects';
  const types = typesOf(schema, forObjects);
  const properties = new Map(
    Object.entries(schema.properties ?? {}).map(([name, property]) => [name, compile(property)]),
  );
  const additional = additionalOf(schema, compile);
  const items = schema.items === undefined ? undefined : compile(schema.items);
  const format = forObjects ? findFormat(types, schema.format ?? '') : anyFormat(schema.format ?? '');
  return {
    schema,
    types,
    ...flagsOf(schema),
    properties,
    additional,
    items,
    defaultValue: forObjects ? (schema.default ?? undefined) : undefined,
    format: format.name,
    formatCheck: format.check,
    pattern: schema.pattern ? compilePattern(schema.pattern) : undefined,
    ...junctorsOf(schema, compile),
    has: featuresOf(schema, [...properties.values(), items, additional].filter(isNode)),
  };
}

function flagsOf(schema: StructuralSchema): Pick<SchemaNode, 'nullable' | 'embedded' | 'preserves'> {
  return {
    nullable: schema.nullable === true,
    embedded: schema['x-kubernetes-embedded-resource'] === true,
    preserves: schema['x-kubernetes-preserve-unknown-fields'] === true,
  };
}

function junctorsOf(
  schema: StructuralSchema,
  compile: Compile,
): Pick<SchemaNode, 'allOf' | 'anyOf' | 'oneOf' | 'not'> {
  return {
    allOf: (schema.allOf ?? []).map(compile),
    anyOf: (schema.anyOf ?? []).map(compile),
    oneOf: (schema.oneOf ?? []).map(compile),
    not: schema.not === undefined ? undefined : compile(schema.not),
  };
}

const intOrString: readonly string[] = ['integer', 'string'];

function typesOf(schema: StructuralSchema, forObjects: boolean): readonly string[] {
  if (forObjects && schema['x-kubernetes-int-or-string'] === true) return intOrString;
  return schema.type === undefined || schema.type === '' ? [] : [schema.type];
}

function additionalOf(schema: StructuralSchema, compile: Compile): SchemaNode | boolean | undefined {
  const additional = schema.additionalProperties;
  return typeof additional === 'object' ? compile(additional) : additional;
}

function isNode(value: SchemaNode | boolean | undefined): value is SchemaNode {
  return typeof value === 'object';
}

function featuresOf(schema: StructuralSchema, below: readonly SchemaNode[]): Features {
  return {
    defaults: below.some((node) => node.has.defaults || node.defaultValue !== undefined),
    embedded: schema['x-kubernetes-embedded-resource'] === true || below.some((node) => node.has.embedded),
    listTypes: isUniqueList(schema) || below.some((node) => node.has.listTypes),
    rules: (schema['x-kubernetes-validations'] ?? []).length > 0 || below.some((node) => node.has.rules),
  };
}

function isUniqueList(schema: StructuralSchema): boolean {
  return schema['x-kubernetes-list-type'] === 'set' || schema['x-kubernetes-list-type'] === 'map';
}

/** The schema of a field or map value, if it has one. */
export function fieldNode(node: SchemaNode, name: string): SchemaNode | undefined {
  return node.properties.get(name) ?? (isNode(node.additional) ? node.additional : undefined);
}
