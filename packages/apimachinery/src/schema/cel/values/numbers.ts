import { type CelValue, celError, type ErrorValue } from './cel-value.ts';

const maxInt = 2n ** 63n - 1n;
const minInt = -(2n ** 63n);
const maxUint = 2n ** 64n - 1n;
const two63 = 2 ** 63;
const two64 = 2 ** 64;

const integerOverflow = celError('integer overflow');
const uintOverflow = celError('unsigned integer overflow');

/** The int if it fits in 64 bits, else the overflow error. */
export function checkedInt(value: bigint): CelValue {
  return value < minInt || value > maxInt ? integerOverflow : value;
}

export function checkedUint(value: bigint): CelValue {
  return value < 0n || value > maxUint ? uintOverflow : { kind: 'uint', value };
}

export function checkedDuration(nanos: bigint): CelValue {
  return nanos < minInt || nanos > maxInt ? integerOverflow : { kind: 'duration', nanos };
}

/** The beginning of the year 1, which Go takes for no time at all. */
export const firstMoment = -62135596800n * 1_000_000_000n;
const maxTimestamp = 253402300800n * 1_000_000_000n;
const timestampOverflow = celError('timestamp overflow');

export function checkedTimestamp(nanos: bigint, offset = 0): CelValue {
  if (nanos < firstMoment || nanos >= maxTimestamp) return timestampOverflow;
  return offset === 0 ? { kind: 'timestamp', nanos } : { kind: 'timestamp', nanos, offset };
}

export function doubleToInt(value: number): bigint | ErrorValue {
  if (!(value > -two63 && value < two63)) return integerOverflow;
  return BigInt(Math.trunc(value));
}

export function doubleToUint(value: number): CelValue {
  if (!(value >= 0 && value < two64)) return uintOverflow;
  return { kind: 'uint', value: BigInt(Math.trunc(value)) };
}

/** -1, 0 or 1; a double that is not a number has no order. */
export type Ordering = -1 | 0 | 1;

export function orderOf<T extends bigint | number>(a: T, b: T): Ordering {
  if (a < b) return -1;
  return a > b ? 1 : 0;
}

/** Compares exactly: an int above 2^53 is not rounded to a double. */
export function compareIntWithDouble(int: bigint, double: number): Ordering {
  if (double >= two64) return -1;
  if (double < -two63) return 1;
  const whole = Math.floor(double);
  const order = orderOf(int, BigInt(whole));
  return order === 0 && double > whole ? -1 : order;
}

function specialText(value: number): string | undefined {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf';
  return Object.is(value, -0) ? '-0' : undefined;
}

/** A double as Go's `%g` prints it: shortest digits, exponent below 1e-4 and from 1e`limit` on. */
export function formatDouble(value: number, limit = 21): string {
  const special = specialText(value);
  if (special !== undefined) return special;
  const [digits = '', power = '0'] = value.toExponential().split('e');
  const exponent = Number(power);
  if (exponent >= -4 && exponent < limit) return plainDecimal(value);
  return `${digits}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
}

/** Shortest digits without exponent. */
export function plainDecimal(value: number): string {
  const [digits = '', power = '0'] = Math.abs(value).toExponential().split('e');
  const exponent = Number(power);
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  const all = digits.replace('.', '');
  const point = exponent + 1;
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${all}`;
  if (all.length <= point) return sign + all.padEnd(point, '0');
  return `${sign}${all.slice(0, point)}.${all.slice(point)}`;
}
