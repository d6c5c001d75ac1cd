import { isJsonObject, type JsonObject } from '../../api/json-value.ts';
import { type KeywordKind, schemaKeywords } from './schema-keywords.ts';
import type { StructuralSchema, UnsupportedKeyword } from './structural-schema.ts';

type ParsedSchema =
  | { readonly ok: true; readonly schema: StructuralSchema }
  | { readonly ok: false; readonly error: string };

/** Deeper schemas would exhaust the stack of whoever walks them. */
const maxDepth = 300;

const unsupportedKeywords: readonly UnsupportedKeyword[] = [
  '$ref',
  'additionalItems',
  'definitions',
  'dependencies',
  'id',
  'patternProperties',
];

const ruleMembers: Readonly<Record<string, string>> = {
  rule: 'string',
  message: 'string',
  messageExpression: 'string',
  reason: 'string',
  fieldPath: 'string',
  optionalOldSelf: 'bool',
};

class Mismatch extends Error {}

/**
 * Reads the `openAPIV3Schema` of a CustomResourceDefinition. Unknown keywords are dropped, nulls are as good as
 * absent, and keywords that only non-structural schemas have are listed in `unsupported`. `where` starts the path
 * in an error.
 */
export function parseStructuralSchema(value: unknown, where = 'JSONSchemaProps'): ParsedSchema {
  try {
    return { ok: true, schema: parseSchema(value, where, 0) };
  } catch (error) {
    if (error instanceof Mismatch) return { ok: false, error: error.message };
    throw error;
  }
}

function parseSchema(value: unknown, where: string, depth: number): StructuralSchema {
  if (depth > maxDepth) throw new Mismatch(`${where}: more than ${maxDepth} nested schemas`);
  if (!isJsonObject(value)) throw mismatch(value, where, 'v1.JSONSchemaProps');
  const members: [string, unknown][] = [];
  for (const [key, member] of Object.entries(value)) {
    const kind = schemaKeywords.get(key);
    if (kind === undefined || kind === 'unsupported' || isAbsent(key, member)) continue;
    members.push([key, parsers[kind](member, { where: `${where}.${key}`, depth: depth + 1 })]);
  }
  const unsupported = unsupportedOf(value);
  if (unsupported.length > 0) members.push(['unsupported', unsupported]);
  return parsed(Object.fromEntries(members));
}

function isAbsent(key: string, value: unknown): boolean {
  return value === null || value === undefined || (key === 'items' && Array.isArray(value));
}

function unsupportedOf(value: JsonObject): UnsupportedKeyword[] {
  const found = unsupportedKeywords.filter((key) => Object.hasOwn(value, key) && !isEmpty(key, value[key]));
  return Array.isArray(value.items) && value.items.length > 0 ? [...found, 'items-list'] : found;
}

/** Some keywords mean nothing to the API server while they are empty. */
function isEmpty(key: UnsupportedKeyword, value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (key === 'id') return value === '';
  const isMap = key === 'definitions' || key === 'patternProperties';
  return isMap && isJsonObject(value) && Object.keys(value).length === 0;
}

function parsed(schema: unknown): StructuralSchema {
  if (!isParsed(schema)) throw new Error('a parsed schema is an object');
  return schema;
}

/** Every member was parsed by its keyword's kind just before. */
function isParsed(schema: unknown): schema is StructuralSchema {
  return isJsonObject(schema);
}

interface Place {
  readonly where: string;
  readonly depth: number;
}

type Parser = (value: unknown, place: Place) => unknown;

const parsers: Readonly<Record<Exclude<KeywordKind, 'unsupported'>, Parser>> = {
  boolean: scalar('bool', (value) => typeof value === 'boolean'),
  string: scalar('string', (value) => typeof value === 'string'),
  integer: scalar('int64', (value) => Number.isSafeInteger(value) || typeof value === 'bigint'),
  number: scalar('float64', (value) => typeof value === 'number' || typeof value === 'bigint'),
  object: scalar('v1.ExternalDocumentation', isJsonObject),
  json: (value) => value,
  jsons: (value, place) => list(value, place, 'v1.JSON'),
  strings: (value, place) => list(value, place, 'string').map((item) => parsers.string(item, place)),
  schema: (value, place) => parseSchema(value, place.where, place.depth),
  schemas: (value, place) => list(value, place, 'v1.JSONSchemaProps').map((item) => member(item, place)),
  'schema-or-boolean': (value, place) => (typeof value === 'boolean' ? value : parsers.schema(value, place)),
  rules: (value, place) =>
    list(value, place, 'v1.ValidationRule').map((item) => parseRule(item, place.where)),
  properties: (value, place) => {
    if (!isJsonObject(value)) throw mismatch(value, place.where, 'map[string]v1.JSONSchemaProps');
    return Object.fromEntries(
      Object.entries(value).map(([name, property]) => [name, member(property, place)]),
    );
  },
};

/** A schema in a list or map, where null stands for the empty one. */
function member(value: unknown, place: Place): StructuralSchema {
  return parseSchema(value ?? {}, place.where, place.depth);
}

function scalar(type: string, is: (value: unknown) => boolean): Parser {
  return (value, place) => {
    if (!is(value)) throw mismatch(value, place.where, type);
    return typeof value === 'bigint' ? Number(value) : value;
  };
}

function list(value: unknown, place: Place, type: string): readonly unknown[] {
  if (!Array.isArray(value)) throw mismatch(value, place.where, `[]${type}`);
  return value;
}

function parseRule(value: unknown, where: string): unknown {
  if (!isJsonObject(value)) throw mismatch(value, where, 'v1.ValidationRule');
  const members: [string, unknown][] = [['rule', '']];
  for (const [name, type] of Object.entries(ruleMembers)) {
    const member = Object.hasOwn(value, name) ? value[name] : undefined;
    if (member === undefined || member === null) continue;
    if (kindOf(member) !== type) throw mismatch(member, `${where}.${name}`, type);
    members.push([name, member]);
  }
  return Object.fromEntries(members);
}

function mismatch(value: unknown, where: string, type: string): Mismatch {
  return new Mismatch(
    `json: cannot unmarshal ${kindOf(value)} into Go struct field ${where} of type ${type}`,
  );
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'bigint') return 'number';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}
