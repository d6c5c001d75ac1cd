import type { JsonObject, JsonValue } from '@archipelago/apimachinery';
import {
  type ScalarType,
  type WireField,
  type WireStruct,
  type WireType,
  wireStruct,
} from '../built-in/types/wire-model.ts';
import { MalformedProtobuf, type ProtobufField, readFields } from './read-fields.ts';

function textOf(value: bigint | Uint8Array | undefined): string {
  return value instanceof Uint8Array ? new TextDecoder().decode(value) : '';
}

function integerOf(value: bigint | Uint8Array | undefined): number | bigint {
  if (typeof value !== 'bigint') return 0;
  const signed = BigInt.asIntN(64, value);
  const number = Number(signed);
  return Number.isSafeInteger(number) ? number : signed;
}

function floatOf(value: bigint | Uint8Array): number {
  if (typeof value !== 'bigint') throw new MalformedProtobuf('a float is no fixed number');
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, value);
  return view.getFloat64(0);
}

/** The value of a field number in a message; the last one counts. */
function part(bytes: Uint8Array, number: number): bigint | Uint8Array | undefined {
  return readFields(bytes).findLast((field) => field.number === number)?.value;
}

function expectBytes(value: bigint | Uint8Array): Uint8Array {
  if (value instanceof Uint8Array) return value;
  throw new MalformedProtobuf('a message is no byte sequence');
}

/** Seconds and nanoseconds as RFC 3339. An empty message is no time. */
function time(bytes: Uint8Array, type: 'time' | 'microtime'): JsonValue {
  if (bytes.length === 0) return null;
  const seconds = Number(integerOf(part(bytes, 1)));
  const whole = new Date(seconds * 1000).toISOString().slice(0, 19);
  if (type === 'time') return `${whole}Z`;
  const micros = Math.floor(Number(integerOf(part(bytes, 2))) / 1000);
  return `${whole}.${String(micros).padStart(6, '0')}Z`;
}

/** JSON kept as bytes in a message. */
function embedded(bytes: Uint8Array): JsonValue {
  const text = textOf(part(bytes, 1));
  return text === '' ? null : JSON.parse(text);
}

function intOrString(bytes: Uint8Array): JsonValue {
  return part(bytes, 1) === 1n ? textOf(part(bytes, 3)) : integerOf(part(bytes, 2));
}

type Decoder = (value: bigint | Uint8Array) => JsonValue;

const DECODERS: Readonly<Record<ScalarType, Decoder>> = {
  any: (value) => embedded(expectBytes(value)),
  bool: (value) => value !== 0n,
  bytes: (value) => Buffer.from(expectBytes(value)).toString('base64'),
  duration: (value) => `${Number(integerOf(part(expectBytes(value), 1))) / 1e9}s`,
  float64: floatOf,
  int32: integerOf,
  int64: integerOf,
  intstr: (value) => intOrString(expectBytes(value)),
  microtime: (value) => time(expectBytes(value), 'microtime'),
  quantity: (value) => textOf(part(expectBytes(value), 1)),
  string: textOf,
  time: (value) => time(expectBytes(value), 'time'),
};

function single(value: bigint | Uint8Array, type: WireType): JsonValue {
  if (typeof type === 'string') return DECODERS[type](value);
  if ('ref' in type) return message(expectBytes(value), wireStruct(type.ref));
  if ('list' in type) {
    // A list inside a map or list is wrapped in a message.
    const items = readFields(expectBytes(value)).filter((field) => field.number === 1);
    return items.map((item) => single(item.value, type.list));
  }
  throw new MalformedProtobuf('a map stands where a value should be');
}

function entry(value: bigint | Uint8Array, type: WireType): readonly [string, JsonValue] {
  const bytes = expectBytes(value);
  return [textOf(part(bytes, 1)), single(part(bytes, 2) ?? new Uint8Array(), type)];
}

function fieldOf(values: readonly (bigint | Uint8Array)[], type: WireType): JsonValue {
  if (typeof type === 'object' && 'list' in type) return values.map((value) => single(value, type.list));
  if (typeof type === 'object' && 'map' in type)
    return Object.fromEntries(values.map((value) => entry(value, type.map)));
  const last = values.at(-1);
  return last === undefined ? null : single(last, type);
}

function ownFields(fields: readonly ProtobufField[], own: readonly WireField[]): JsonObject {
  const result: Record<string, JsonValue> = {};
  for (const field of own) {
    const values = fields.filter(({ number }) => number === field.number).map(({ value }) => value);
    if (values.length > 0 && field.number > 0) result[field.name] = fieldOf(values, field.type);
  }
  return result;
}

/** Inlined structs are messages of their own on the wire. */
function message(bytes: Uint8Array, struct: WireStruct): JsonObject {
  const fields = readFields(bytes);
  const inner = new Set(struct.nested.flatMap(({ ref }) => wireStruct(ref).fields));
  const own = ownFields(
    fields,
    struct.fields.filter((field) => !inner.has(field)),
  );
  const nested = struct.nested.map(({ number, ref }) => {
    const value = fields.findLast((field) => field.number === number)?.value;
    return value instanceof Uint8Array ? message(value, wireStruct(ref)) : {};
  });
  return Object.assign({}, own, ...nested);
}

/** Decodes a message of a type of the wire model into the JSON of its Go type. Throws MalformedProtobuf. */
export function decodeMessage(bytes: Uint8Array, typeName: string): JsonObject {
  return message(bytes, wireStruct(typeName));
}
