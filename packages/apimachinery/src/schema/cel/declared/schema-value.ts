import { isJsonObject, type JsonObject, type JsonValue } from '../../../api/json-value.ts';
import type { StructuralSchema } from '../../structural/structural-schema.ts';
import {
  type CelValue,
  celError,
  type ListMerge,
  type ListValue,
  type MapValue,
  noSuchOverload,
} from '../values/cel-value.ts';
import { withTypeAndMeta } from './declared-type.ts';
import { formattedText } from './formatted-text.ts';
import { escapePropertyName, unescapePropertyName } from './property-names.ts';

function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** JSON integers may be a number or, above 2^53, a bigint. */
function integerOf(value: JsonValue): bigint | undefined {
  if (typeof value === 'bigint') return value;
  return typeof value === 'number' && Number.isInteger(value) ? BigInt(value) : undefined;
}

function intOrString(value: JsonValue): CelValue {
  if (typeof value === 'string') return value;
  return (
    integerOf(value) ?? celError('invalid data, expected XIntOrString value to be either a string or integer')
  );
}

function listMerge(schema: StructuralSchema): ListMerge | undefined {
  const type = schema['x-kubernetes-list-type'];
  if (type === 'set') return { kind: 'set' };
  if (type !== 'map') return undefined;
  const keys = schema['x-kubernetes-list-map-keys'] ?? [];
  return { kind: 'map', keys: keys.map((key) => escapePropertyName(key) ?? key) };
}

function listOf(values: readonly JsonValue[], schema: StructuralSchema, items: StructuralSchema): ListValue {
  const convert = lazy(() => values.map((value) => schemaValue(value, items)));
  const merge = listMerge(schema);
  return {
    kind: 'list',
    get items() {
      return convert();
    },
    ofSchema: true,
    ...(merge === undefined ? {} : { merge }),
  };
}

type SchemaOf = (key: string) => StructuralSchema | undefined;

function ownValue(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function propertySchema(schema: StructuralSchema): SchemaOf {
  const { properties, additionalProperties } = schema;
  if (properties !== undefined)
    return (key) => (Object.hasOwn(properties, key) ? properties[key] : undefined);
  return () => (typeof additionalProperties === 'object' ? additionalProperties : undefined);
}

/** An object of the schema: with properties it has CEL names and drops nulls, else its keys are data. */
function objectOf(object: JsonObject, schema: StructuralSchema): MapValue {
  const named = schema.properties !== undefined;
  const schemaOf = propertySchema(schema);
  const values = new Map<string, CelValue>();
  const read = (name: string): CelValue | undefined => {
    const key = named ? unescapePropertyName(name) : name;
    const value = key === undefined ? undefined : ownValue(object, key);
    const keySchema = key === undefined ? undefined : schemaOf(key);
    if (value === undefined || keySchema === undefined || (named && value === null)) return undefined;
    return schemaValue(value, keySchema);
  };
  return {
    kind: 'map',
    size: Object.keys(object).length,
    source: { object, knows: (key) => schemaOf(key) !== undefined },
    find: (name) => {
      if (typeof name !== 'string') return noSuchOverload;
      const known = values.get(name) ?? read(name);
      if (known !== undefined) values.set(name, known);
      return known;
    },
    keys: lazy(() => {
      const known = Object.keys(object).filter((key) => schemaOf(key) !== undefined);
      return named ? known.map((key) => escapePropertyName(key) ?? key) : known;
    }),
  };
}

/** What Go calls a value that was read from JSON. */
function goTypeOf(value: JsonValue): string {
  if (Array.isArray(value)) return '[]interface {}';
  if (typeof value === 'object') return 'map[string]interface {}';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'string') return 'string';
  return integerOf(value) === undefined ? 'float64' : 'int64';
}

function wrongType(expected: string, value: JsonValue): CelValue {
  return celError(`invalid data, expected ${expected}, got ${goTypeOf(value)}`);
}

function scalarOf(value: JsonValue, schema: StructuralSchema): CelValue | undefined {
  switch (schema.type) {
    case 'string':
      return typeof value === 'string' ? formattedText(value, schema.format) : wrongType('string', value);
    case 'number':
      return typeof value === 'number' || typeof value === 'bigint'
        ? Number(value)
        : wrongType('float', value);
    case 'integer':
      return integerOf(value) ?? wrongType('int', value);
    case 'boolean':
      return typeof value === 'boolean' ? value : wrongType('bool', value);
    default:
      return undefined;
  }
}

function containerOf(value: JsonValue, schema: StructuralSchema): CelValue | undefined {
  if (schema.type === 'object') {
    if (!isJsonObject(value))
      return celError('invalid data, expected a map for the provided schema with type=object');
    const embedded = schema['x-kubernetes-embedded-resource'] === true;
    return objectOf(value, embedded ? withTypeAndMeta(schema) : schema);
  }
  if (schema.type !== 'array') return undefined;
  if (!Array.isArray(value))
    return celError('invalid data, expected an array for the provided schema with type=array');
  if (schema.items === undefined)
    return celError('invalid array type, expected Items with a non-empty Schema');
  return listOf(value, schema, schema.items);
}

/** A JSON value as rules see it: typed by its schema, converted on first use; what does not fit is an error value. */
export function schemaValue(value: JsonValue, schema: StructuralSchema): CelValue {
  if (value === null) {
    return schema.nullable === true
      ? null
      : celError('invalid data, got null for schema with nullable=false');
  }
  if (schema['x-kubernetes-int-or-string'] === true) return intOrString(value);
  const converted = containerOf(value, schema) ?? scalarOf(value, schema);
  if (converted !== undefined) return converted;
  if (schema['x-kubernetes-preserve-unknown-fields'] === true) return { kind: 'json', json: value };
  return celError(
    'invalid type, expected object, array, number, integer, boolean or string, or no type with x-kubernetes-int-or-string ' +
      `or x-kubernetes-preserve-unknown-fields is true, got ${schema.type ?? ''}`,
  );
}
