import { isJsonObject, type JsonObject, type JsonValue } from '@archipelago/apimachinery';
import { decodeScalar, goWord } from './decode-scalar.ts';
import { type ScalarType, type WireField, type WireStruct, type WireType, wireStruct } from './wire-model.ts';

/** An object of a built-in type in the form its Go type prints, with the paths of the fields it does not know. */
interface TypedObject {
  readonly value: JsonObject;
  readonly unknownFields: readonly string[];
}

class DecodeProblem extends Error {}

interface Decoding {
  readonly unknownFields: string[];
  readonly stored?: boolean;
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

function expectObject(value: JsonValue, type: string): JsonObject {
  if (isJsonObject(value)) return value;
  throw new DecodeProblem(`json: cannot unmarshal ${goWord(value)} into Go value of type ${type}`);
}

function decodeList(value: JsonValue, element: WireType, path: string, decoding: Decoding): JsonValue {
  if (!Array.isArray(value)) {
    throw new DecodeProblem(`json: cannot unmarshal ${goWord(value)} into Go value of type []interface {}`);
  }
  return value.map((item, index) => decodeItem(item ?? null, element, `${path}[${index}]`, decoding));
}

/** An element of a list or map: null stands for the type's zero value. */
function decodeItem(item: JsonValue, type: WireType, path: string, decoding: Decoding): JsonValue {
  return decode(item, type, path, decoding) ?? zero(type);
}

function decodeMap(value: JsonValue, element: WireType, path: string, decoding: Decoding): JsonValue {
  const entries = Object.entries(expectObject(value, 'map[string]interface {}')).map(([key, item]) => {
    return [key, decodeItem(item ?? null, element, join(path, key), decoding)] as const;
  });
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

const ZEROS: Readonly<Record<ScalarType, JsonValue>> = {
  any: null,
  bool: false,
  bytes: null,
  duration: '0s',
  float64: 0,
  int32: 0,
  int64: 0,
  intstr: 0,
  microtime: null,
  quantity: '0',
  string: '',
  time: null,
};

function zero(type: WireType): JsonValue {
  if (typeof type === 'string') return ZEROS[type];
  return 'ref' in type ? decodeStruct({}, wireStruct(type.ref), '', { unknownFields: [] }) : null;
}

function isEmpty(value: JsonValue): boolean {
  if (value === null || value === '' || value === false || value === 0) return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/** An empty list or map that is always printed: as it was sent, until storage forgets the difference to none. */
function keptEmpty(value: JsonValue, field: WireField, decoding: Decoding): JsonValue | undefined {
  if (!field.keep) return undefined;
  return decoding.stored === true ? null : value;
}

/** What is printed of a field nobody gave. */
function absent(field: WireField): JsonValue | undefined {
  if (!field.keep) return undefined;
  return field.pointer ? null : zero(field.type);
}

function isStruct(type: WireType): boolean {
  return typeof type === 'object' && 'ref' in type;
}

/** The value of one field as it is printed, or undefined when it is left out. */
function fieldValue(
  raw: JsonValue | undefined,
  field: WireField,
  path: string,
  decoding: Decoding,
): JsonValue | undefined {
  const value = decode(raw ?? null, field.type, path, decoding);
  if (value === undefined) return absent(field);
  if (field.pointer || isStruct(field.type) || !isEmpty(value)) return value;
  if (typeof field.type === 'object') return keptEmpty(value, field, decoding);
  return field.keep || field.type === 'any' ? value : undefined;
}

function decodeStruct(object: JsonObject, struct: WireStruct, path: string, decoding: Decoding): JsonObject {
  const given = new Map<string, JsonValue | undefined>();
  // in the order of the document: so come the unknown ones, and the first wrong one
  for (const [key, raw] of Object.entries(object)) {
    const field = struct.byName.get(key);
    if (field === undefined) decoding.unknownFields.push(join(path, key));
    else given.set(key, fieldValue(raw, field, join(path, key), decoding));
  }
  const result: Record<string, JsonValue> = {};
  for (const field of struct.fields) {
    const value = given.has(field.name) ? given.get(field.name) : absent(field);
    if (value !== undefined) result[field.name] = value;
  }
  return result;
}

/** Decodes a value; undefined for null, which Go takes as "not given". */
function decode(value: JsonValue, type: WireType, path: string, decoding: Decoding): JsonValue | undefined {
  if (typeof type === 'object') {
    if (value === null) return undefined;
    if ('list' in type) return decodeList(value, type.list, path, decoding);
    if ('map' in type) return decodeMap(value, type.map, path, decoding);
    return decodeStruct(expectObject(value, type.ref), wireStruct(type.ref), path, decoding);
  }
  if (value === null) return undefined;
  const result = decodeScalar(value, type);
  if ('problem' in result) throw new DecodeProblem(result.problem);
  return result.value;
}

/** The object as it comes back from storage in protobuf, which does not know empty lists from none. */
export function storedForm(object: JsonObject, typeName: string): JsonObject {
  return decodeStruct(object, wireStruct(typeName), '', { unknownFields: [], stored: true });
}

/**
 * Reads an object as the Go type of that name does: unknown fields are dropped and named, empty fields left
 * out or printed as the type says. A value of a wrong type gives the decoder's problem as text.
 */
export function decodeTyped(
  object: JsonObject,
  typeName: string,
): TypedObject | { readonly problem: string } {
  const decoding: Decoding = { unknownFields: [] };
  try {
    const value = decodeStruct(object, wireStruct(typeName), '', decoding);
    return { value, unknownFields: decoding.unknownFields };
  } catch (error) {
    if (error instanceof DecodeProblem) return { problem: error.message };
    throw error;
  }
}
