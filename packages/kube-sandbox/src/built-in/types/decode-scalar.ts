import { canonicalQuantity, type JsonValue, parseQuantity } from '@archipelago/apimachinery';
import { parseTime } from './parse-time.ts';
import type { ScalarResult } from './scalar-result.ts';
import type { ScalarType } from './wire-model.ts';

const GO_NAMES: Readonly<Record<ScalarType, string>> = {
  any: 'interface {}',
  bool: 'bool',
  bytes: '[]uint8',
  duration: 'string',
  float64: 'float64',
  int32: 'int32',
  int64: 'int64',
  intstr: 'intstr.IntOrString',
  microtime: 'string',
  quantity: 'string',
  string: 'string',
  time: 'string',
};

/** The word Go's decoder has for a JSON value. */
export function goWord(value: JsonValue): string {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'number' || typeof value === 'bigint') return 'number';
  return typeof value;
}

function mismatch(value: JsonValue, type: ScalarType): ScalarResult {
  const shown = typeof value === 'number' && !Number.isInteger(value) ? ` ${value}` : '';
  return {
    problem: `json: cannot unmarshal ${goWord(value)}${shown} into Go value of type ${GO_NAMES[type]}`,
  };
}

function float(value: JsonValue): ScalarResult {
  return typeof value === 'bigint' ? { value: Number(value) } : plain('float64', 'number')(value);
}

function integer(value: JsonValue, type: 'int32' | 'int64'): ScalarResult {
  if (typeof value === 'bigint') {
    return type === 'int64' && BigInt.asIntN(64, value) === value ? { value } : mismatch(value, type);
  }
  // integers beyond 64 bits are numbers, too
  if (typeof value !== 'number' || !Number.isInteger(value) || Math.abs(value) >= 2 ** 63)
    return mismatch(value, type);
  if (type === 'int32' && Math.abs(value + 0.5) > 2 ** 31) {
    return { problem: `json: cannot unmarshal number ${value} into Go value of type int32` };
  }
  return { value };
}

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** Where base64 stops being base64; Go names the byte. */
function base64Problem(text: string): number | undefined {
  const clean = text.replace(/[\r\n]/g, '');
  if (BASE64.test(clean) && clean.length % 4 === 0) return undefined;
  const at = clean.search(/[^A-Za-z0-9+/]/);
  return at === -1 ? clean.length - (clean.length % 4) : at;
}

function bytes(value: JsonValue): ScalarResult {
  if (Array.isArray(value)) return numbers(value);
  if (typeof value !== 'string') return mismatch(value, 'bytes');
  const at = base64Problem(value);
  if (at !== undefined) return { problem: `illegal base64 data at input byte ${at}` };
  return { value: value.replace(/[\r\n]/g, '') };
}

/** Go reads bytes from their numbers, too. */
function numbers(list: readonly JsonValue[]): ScalarResult {
  const bytes = list.map((item) => item ?? 0);
  const odd = bytes.find(
    (byte) => typeof byte !== 'number' || !Number.isInteger(byte) || (byte & 255) !== byte,
  );
  if (odd !== undefined)
    return { problem: `json: cannot unmarshal ${goWord(odd)} into Go value of type uint8` };
  return { value: Buffer.from(bytes.map(Number)).toString('base64') };
}

/** A quantity is read from the text of whatever stands there; that of an object or list is never one. */
function quantity(value: JsonValue): ScalarResult {
  const parsed = parseQuantity(typeof value === 'object' ? '{}' : String(value));
  return parsed.ok ? { value: canonicalQuantity(parsed.quantity) } : { problem: parsed.error };
}

function moment(type: 'time' | 'microtime'): Decoder {
  return (value) => (typeof value === 'string' ? parseTime(value, type) : mismatch(value, type));
}

function plain(type: ScalarType, of: 'boolean' | 'number' | 'string'): Decoder {
  return (value) => (typeof value === of ? { value } : mismatch(value, type));
}

type Decoder = (value: JsonValue) => ScalarResult;

const DECODERS: Readonly<Record<ScalarType, Decoder>> = {
  any: (value) => ({ value }),
  bool: plain('bool', 'boolean'),
  bytes,
  duration: plain('duration', 'string'),
  float64: float,
  int32: (value) => integer(value, 'int32'),
  int64: (value) => integer(value, 'int64'),
  intstr: (value) => (typeof value === 'string' ? { value } : integer(value, 'int32')),
  microtime: moment('microtime'),
  quantity,
  string: plain('string', 'string'),
  time: moment('time'),
};

/** Decodes a JSON value that is not null as Go's decoder does for the type. */
export function decodeScalar(value: JsonValue, type: ScalarType): ScalarResult {
  return DECODERS[type](value);
}
