import type { JsonValue } from '../../../api/json-value.ts';
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
  quantity: 'resource.Quantity',
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

function integer(value: JsonValue, type: 'int32' | 'int64'): ScalarResult {
  if (typeof value === 'bigint') {
    return type === 'int64' && BigInt.asIntN(64, value) === value ? { value } : mismatch(value, type);
  }
  if (typeof value !== 'number' || !Number.isInteger(value)) return mismatch(value, type);
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
  if (typeof value !== 'string') return mismatch(value, 'bytes');
  const at = base64Problem(value);
  if (at !== undefined) return { problem: `illegal base64 data at input byte ${at}` };
  return { value: value.replace(/[\r\n]/g, '') };
}

function quantity(value: JsonValue): ScalarResult {
  if (typeof value === 'number' || typeof value === 'bigint') return { value: String(value) };
  if (typeof value !== 'string') return mismatch(value, 'quantity');
  if (/^[+-]?(\d+\.?\d*|\.\d+)([KMGTPE]i|[numkMGTPE]|[eE][+-]?\d+)?$/.test(value)) return { value };
  return {
    problem: "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
  };
}

function intOrString(value: JsonValue): ScalarResult {
  return typeof value === 'string' ? { value } : integer(value, 'int32');
}

/** Decodes a JSON value that is not null as Go's decoder does for the type. */
export function decodeScalar(value: JsonValue, type: ScalarType): ScalarResult {
  switch (type) {
    case 'any':
      return { value };
    case 'bool':
      return typeof value === 'boolean' ? { value } : mismatch(value, type);
    case 'string':
    case 'duration':
      return typeof value === 'string' ? { value } : mismatch(value, type);
    case 'float64':
      return typeof value === 'number' ? { value } : mismatch(value, type);
    case 'int32':
    case 'int64':
      return integer(value, type);
    case 'bytes':
      return bytes(value);
    case 'quantity':
      return quantity(value);
    case 'intstr':
      return intOrString(value);
    case 'time':
    case 'microtime':
      return typeof value === 'string' ? parseTime(value, type) : mismatch(value, type);
  }
}
