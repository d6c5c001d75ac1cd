import { parseGoDuration } from '../../../go-text/go-duration.ts';
import { formatRfc3339, parseRfc3339, splitNanos } from '../data/time.ts';
import * as args from '../functions/argument-types.ts';
import type { ArgumentType, CelFunction, Overload } from '../functions/function-table.ts';
import { libraryFunction, unary } from '../functions/function-table.ts';
import * as t from '../values/cel-type.ts';
import { type CelValue, celError, durationValue, uintValue } from '../values/cel-value.ts';
import {
  checkedInt,
  checkedTimestamp,
  checkedUint,
  doubleToInt,
  doubleToUint,
  formatDouble,
  plainDecimal,
} from '../values/numbers.ts';

function identity<T extends CelValue>(id: string, arg: ArgumentType<T>): Overload {
  return unary(id, arg, arg.type, (value) => value);
}

function cannotConvert(to: string): CelValue {
  return celError(`type conversion error from 'string' to '${to}'`);
}

function parseInteger(text: string, pattern: RegExp): bigint | undefined {
  return pattern.test(text) && text.length < 400 ? BigInt(text.replace('+', '')) : undefined;
}

function stringToInt(text: string): CelValue {
  const value = parseInteger(text, /^[+-]?[0-9]+$/);
  const int = value === undefined ? undefined : checkedInt(value);
  return typeof int === 'bigint' ? int : cannotConvert('int');
}

function stringToUint(text: string): CelValue {
  const value = parseInteger(text, /^[0-9]+$/);
  return value === undefined || value > 2n ** 64n - 1n ? cannotConvert('uint') : uintValue(value);
}

/** Digits may be grouped with underscores. */
const decimal =
  /^[+-]?(?:[0-9](?:_?[0-9])*\.?(?:[0-9](?:_?[0-9])*)?|\.[0-9](?:_?[0-9])*)(?:[eE][+-]?[0-9]+)?$/;
const hexadecimal = /^([+-]?)0[xX]([0-9a-fA-F]*)\.?([0-9a-fA-F]*)[pP]([+-]?[0-9]+)$/;

function hexDouble(match: RegExpExecArray): number | undefined {
  const [, sign = '', whole = '', fraction = '', power = '0'] = match;
  if (whole + fraction === '') return undefined;
  const mantissa = Number(BigInt(`0x${whole}${fraction}`)) * 2 ** (Number(power) - 4 * fraction.length);
  return sign === '-' ? -mantissa : mantissa;
}

function stringToDouble(text: string): CelValue {
  const special = /^([+-]?)(inf|infinity|nan)$/i.exec(text);
  if (special !== null) {
    if (special[2]?.toLowerCase() === 'nan') return special[1] === '' ? Number.NaN : cannotConvert('double');
    return special[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  }
  const hex = hexadecimal.exec(text);
  const value =
    hex === null ? (decimal.test(text) ? Number(text.replaceAll('_', '')) : undefined) : hexDouble(hex);
  return value === undefined || !Number.isFinite(value) ? cannotConvert('double') : value;
}

function stringToBool(text: string): CelValue {
  if (['1', 't', 'T', 'TRUE', 'true', 'True'].includes(text)) return true;
  if (['0', 'f', 'F', 'FALSE', 'false', 'False'].includes(text)) return false;
  return cannotConvert('bool');
}

function stringToDuration(text: string): CelValue {
  const parsed = parseGoDuration(text);
  return parsed.ok ? durationValue(parsed.nanoseconds) : cannotConvert('google.protobuf.Duration');
}

function stringToTimestamp(text: string): CelValue {
  const time = parseRfc3339(text);
  return time === undefined
    ? cannotConvert('google.protobuf.Timestamp')
    : checkedTimestamp(time.nanos, time.offset);
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function bytesToString(bytes: Uint8Array): CelValue {
  try {
    return decoder.decode(bytes);
  } catch {
    return celError('invalid UTF-8 in bytes, cannot convert to string');
  }
}

/** Seconds in decimal, as many digits as the duration's double has. */
export function durationText(nanos: bigint): string {
  const { seconds, rest } = splitNanos(nanos < 0n ? -nanos : nanos);
  const value = Number(seconds) + Number(rest) / 1e9;
  return `${plainDecimal(nanos < 0n ? -value : value)}s`.replace('-0s', '0s');
}

/** A double as `string(1e20)` prints it. */
export function doubleText(value: number): string {
  return formatDouble(value, 6);
}

/** `int('5')`, `string(true)`, `duration('1h')` and so on. */
export const conversionFunctions: readonly CelFunction[] = [
  libraryFunction(
    'bool',
    identity('bool_to_bool', args.boolArg),
    unary('string_to_bool', args.stringArg, t.boolType, stringToBool),
  ),
  libraryFunction(
    'bytes',
    identity('bytes_to_bytes', args.bytesArg),
    unary(
      'string_to_bytes',
      args.stringArg,
      t.bytesType,
      (text) => new Uint8Array(Buffer.from(text, 'utf8')),
    ),
  ),
  libraryFunction(
    'double',
    identity('double_to_double', args.doubleArg),
    unary('int64_to_double', args.intArg, t.doubleType, (value) => Number(value)),
    unary('string_to_double', args.stringArg, t.doubleType, stringToDouble),
    unary('uint64_to_double', args.uintArg, t.doubleType, ({ value }) => Number(value)),
  ),
  libraryFunction(
    'duration',
    identity('duration_to_duration', args.durationArg),
    unary('int64_to_duration', args.intArg, t.durationType, durationValue),
    unary('string_to_duration', args.stringArg, t.durationType, stringToDuration),
  ),
  libraryFunction(
    'int',
    identity('int64_to_int64', args.intArg),
    unary('double_to_int64', args.doubleArg, t.intType, doubleToInt),
    unary('duration_to_int64', args.durationArg, t.intType, ({ nanos }) => nanos),
    unary('string_to_int64', args.stringArg, t.intType, stringToInt),
    unary('timestamp_to_int64', args.timestampArg, t.intType, ({ nanos }) => splitNanos(nanos).seconds),
    unary('uint64_to_int64', args.uintArg, t.intType, ({ value }) => checkedInt(value)),
  ),
  libraryFunction(
    'string',
    identity('string_to_string', args.stringArg),
    unary('bool_to_string', args.boolArg, t.stringType, String),
    unary('bytes_to_string', args.bytesArg, t.stringType, bytesToString),
    unary('double_to_string', args.doubleArg, t.stringType, doubleText),
    unary('duration_to_string', args.durationArg, t.stringType, ({ nanos }) => durationText(nanos)),
    unary('int64_to_string', args.intArg, t.stringType, String),
    unary('timestamp_to_string', args.timestampArg, t.stringType, ({ nanos, offset }) =>
      formatRfc3339(nanos, offset),
    ),
    unary('uint64_to_string', args.uintArg, t.stringType, ({ value }) => String(value)),
  ),
  libraryFunction(
    'timestamp',
    identity('timestamp_to_timestamp', args.timestampArg),
    unary('int64_to_timestamp', args.intArg, t.timestampType, (seconds) =>
      checkedTimestamp(seconds * 1_000_000_000n),
    ),
    unary('string_to_timestamp', args.stringArg, t.timestampType, stringToTimestamp),
  ),
  libraryFunction(
    'uint',
    identity('uint64_to_uint64', args.uintArg),
    unary('double_to_uint64', args.doubleArg, t.uintType, doubleToUint),
    unary('int64_to_uint64', args.intArg, t.uintType, checkedUint),
    unary('string_to_uint64', args.stringArg, t.uintType, stringToUint),
  ),
];
