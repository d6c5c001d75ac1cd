import {
  type CelValue,
  celError,
  type ErrorValue,
  kindOf,
  noSuchOverload,
  overloadError,
} from './cel-value.ts';
import { compareIntWithDouble, type Ordering, orderOf } from './numbers.ts';

const notOrdered = celError('NaN values cannot be ordered');

/** UTF-16 order differs from code point order between surrogates and U+E000..U+FFFF. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit;
}

/** Code point order, as Go compares strings. */
export function compareStrings(a: string, b: string): Ordering {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i += 1) {
    const left = a.charCodeAt(i);
    const right = b.charCodeAt(i);
    if (left !== right) return orderOf(rank(left), rank(right));
  }
  return orderOf(a.length, b.length);
}

function compareBytes(a: Uint8Array, b: Uint8Array): Ordering {
  return orderOf(Buffer.compare(a, b), 0);
}

function flip(order: Ordering): Ordering {
  if (order === 0) return 0;
  return order === 1 ? -1 : 1;
}

/** int, uint or double as something comparable; undefined for other values. */
function numeric(value: CelValue): bigint | number | undefined {
  if (typeof value === 'bigint' || typeof value === 'number') return value;
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return undefined;
  return value.kind === 'uint' ? value.value : undefined;
}

function compareNumbers(a: bigint | number, b: bigint | number): Ordering | ErrorValue {
  if (Number.isNaN(a) || Number.isNaN(b)) return notOrdered;
  if (typeof a === 'bigint') return typeof b === 'bigint' ? orderOf(a, b) : compareIntWithDouble(a, b);
  return typeof b === 'bigint' ? flip(compareIntWithDouble(b, a)) : orderOf(a, b);
}

function nanosOf(value: CelValue): bigint | undefined {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return undefined;
  return value.kind === 'duration' || value.kind === 'timestamp' ? value.nanos : undefined;
}

function compareSameKind(a: CelValue, b: CelValue): Ordering | ErrorValue {
  if (typeof a === 'string' && typeof b === 'string') return compareStrings(a, b);
  if (typeof a === 'boolean' && typeof b === 'boolean') return orderOf(Number(a), Number(b));
  if (a instanceof Uint8Array && b instanceof Uint8Array) return compareBytes(a, b);
  const left = nanosOf(a);
  const right = nanosOf(b);
  if (left === undefined || right === undefined || kindOf(a) !== kindOf(b)) return noSuchOverload;
  return orderOf(left, right);
}

/** Orders two values of one ordered type; numbers of different types compare by value. */
export function compareValues(a: CelValue, b: CelValue): Ordering | ErrorValue {
  const left = numeric(a);
  const right = numeric(b);
  if (left !== undefined && right !== undefined) return compareNumbers(left, right);
  const order = compareSameKind(a, b);
  return order === noSuchOverload ? overloadError(b) : order;
}

/** True for values that have an order at all. */
export function isComparable(value: CelValue): boolean {
  return ['bool', 'int', 'uint', 'double', 'string', 'bytes', 'duration', 'timestamp'].includes(
    kindOf(value),
  );
}

/** Equality of int, uint and double by value; undefined when one is no number. */
export function equalNumbers(a: CelValue, b: CelValue): boolean | undefined {
  const left = numeric(a);
  const right = numeric(b);
  if (left === undefined || right === undefined) return undefined;
  return compareNumbers(left, right) === 0;
}
