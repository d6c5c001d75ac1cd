import {
  type CelValue,
  celError,
  isList,
  kindOf,
  type ListValue,
  noSuchOverload,
  overloadError,
} from './cel-value.ts';
import { itemKeyText } from './equality.ts';
import { mapKeyText } from './map-value.ts';
import { checkedDuration, checkedInt, checkedTimestamp, checkedUint } from './numbers.ts';

/** A macro's list under construction; only its macro sees it. */
export interface GrowingList extends ListValue {
  readonly items: CelValue[];
  readonly growing: true;
}

export function growingList(): GrowingList {
  return { kind: 'list', items: [], growing: true };
}

function isGrowing(list: ListValue): list is GrowingList {
  return 'growing' in list;
}

function addToSet(a: ListValue, b: ListValue): ListValue {
  const keys = new Set(a.items.map(mapKeyText));
  const items = [...a.items];
  for (const item of b.items) {
    const key = mapKeyText(item);
    if (!keys.has(key)) items.push(item);
    keys.add(key);
  }
  return { ...a, items };
}

function addToListMap(a: ListValue, b: ListValue, keys: readonly string[]): ListValue {
  const items = [...a.items];
  const places = new Map(items.map((item, index) => [itemKeyText(item, keys), index]));
  for (const item of b.items) {
    const place = places.get(itemKeyText(item, keys));
    if (place === undefined) items.push(item);
    else items[place] = item;
  }
  return { ...a, items };
}

function addLists(a: ListValue, b: CelValue): CelValue {
  if (!isList(b)) return overloadError(b);
  if (isGrowing(a)) {
    for (const item of b.items) a.items.push(item);
    return a;
  }
  if (a.merge?.kind === 'set') return addToSet(a, b);
  if (a.merge?.kind === 'map') return addToListMap(a, b, a.merge.keys);
  return { kind: 'list', items: [...a.items, ...b.items] };
}

function addBytes(a: Uint8Array, b: Uint8Array): Uint8Array {
  return new Uint8Array(Buffer.concat([a, b]));
}

type Box = Exclude<CelValue, null | string | number | bigint | boolean | Uint8Array>;

function boxOf(value: CelValue): Box | undefined {
  return typeof value === 'object' && value !== null && !(value instanceof Uint8Array) ? value : undefined;
}

/** A duration has no zone; a sum has at most one. */
function offsetOf(value: Box): number {
  return value.kind === 'timestamp' ? (value.offset ?? 0) : 0;
}

function addTimes(a: Box, b: CelValue): CelValue {
  const other = boxOf(b);
  if (other === undefined || !('nanos' in a) || !('nanos' in other)) return overloadError(b);
  if (a.kind === 'duration' && other.kind === 'duration') return checkedDuration(a.nanos + other.nanos);
  if (a.kind === 'timestamp' && other.kind === 'timestamp') return noSuchOverload;
  return checkedTimestamp(a.nanos + other.nanos, offsetOf(a) + offsetOf(other));
}

function addBoxes(a: Box, b: CelValue): CelValue {
  if (a.kind === 'list') return addLists(a, b);
  if (a.kind === 'duration' || a.kind === 'timestamp') return addTimes(a, b);
  const other = boxOf(b);
  if (a.kind === 'uint')
    return other?.kind === 'uint' ? checkedUint(a.value + other.value) : overloadError(b);
  return celError('no such overload: _+_');
}

/** `a + b` for numbers, strings, bytes, lists, durations and timestamps. */
export function add(a: CelValue, b: CelValue): CelValue {
  if (typeof a === 'bigint') return typeof b === 'bigint' ? checkedInt(a + b) : overloadError(b);
  if (typeof a === 'number') return typeof b === 'number' ? a + b : overloadError(b);
  if (typeof a === 'string') return typeof b === 'string' ? a + b : overloadError(b);
  if (a instanceof Uint8Array) return b instanceof Uint8Array ? addBytes(a, b) : overloadError(b);
  const box = boxOf(a);
  return box === undefined ? celError('no such overload: _+_') : addBoxes(box, b);
}

function subtractTimes(a: Box, b: CelValue): CelValue {
  const other = boxOf(b);
  if (other === undefined || !('nanos' in a) || !('nanos' in other)) return overloadError(b);
  if (a.kind === other.kind) return checkedDuration(a.nanos - other.nanos);
  return a.kind === 'timestamp' ? checkedTimestamp(a.nanos - other.nanos, offsetOf(a)) : noSuchOverload;
}

interface NumberOperation {
  readonly symbol: string;
  readonly int: (a: bigint, b: bigint) => CelValue;
  readonly uint: (a: bigint, b: bigint) => CelValue;
  readonly double?: (a: number, b: number) => CelValue;
}

function applyNumbers(operation: NumberOperation, a: CelValue, b: CelValue): CelValue {
  if (typeof a === 'bigint') return typeof b === 'bigint' ? operation.int(a, b) : overloadError(b);
  if (typeof a === 'number' && operation.double !== undefined) {
    return typeof b === 'number' ? operation.double(a, b) : overloadError(b);
  }
  const [left, right] = [boxOf(a), boxOf(b)];
  if (left?.kind !== 'uint') return celError(`no such overload: ${operation.symbol}`);
  return right?.kind === 'uint' ? operation.uint(left.value, right.value) : overloadError(b);
}

/** `a - b`. */
export function subtract(a: CelValue, b: CelValue): CelValue {
  const kind = kindOf(a);
  const box = boxOf(a);
  if (box !== undefined && (kind === 'duration' || kind === 'timestamp')) return subtractTimes(box, b);
  const operation: NumberOperation = {
    symbol: '_-_',
    int: (x, y) => checkedInt(x - y),
    uint: (x, y) => checkedUint(x - y),
    double: (x, y) => x - y,
  };
  return applyNumbers(operation, a, b);
}

const divisionByZero = celError('division by zero');
const modulusByZero = celError('modulus by zero');

const multiplication: NumberOperation = {
  symbol: '_*_',
  int: (a, b) => checkedInt(a * b),
  uint: (a, b) => checkedUint(a * b),
  double: (a, b) => a * b,
};

const division: NumberOperation = {
  symbol: '_/_',
  int: (a, b) => (b === 0n ? divisionByZero : checkedInt(a / b)),
  uint: (a, b) => (b === 0n ? divisionByZero : checkedUint(a / b)),
  double: (a, b) => a / b,
};

const modulus: NumberOperation = {
  symbol: '_%_',
  int: (a, b) => {
    if (b === 0n) return modulusByZero;
    // The processor's division overflows here, and so does the server's.
    return b === -1n && a === -(2n ** 63n) ? celError('integer overflow') : a % b;
  },
  uint: (a, b) => (b === 0n ? modulusByZero : checkedUint(a % b)),
};

export function multiply(a: CelValue, b: CelValue): CelValue {
  return applyNumbers(multiplication, a, b);
}

export function divide(a: CelValue, b: CelValue): CelValue {
  return applyNumbers(division, a, b);
}

export function modulo(a: CelValue, b: CelValue): CelValue {
  return applyNumbers(modulus, a, b);
}

export function negate(a: CelValue): CelValue {
  if (typeof a === 'bigint') return checkedInt(-a);
  if (typeof a === 'number') return -a;
  const box = boxOf(a);
  return box?.kind === 'duration' ? checkedDuration(-box.nanos) : noSuchOverload;
}
