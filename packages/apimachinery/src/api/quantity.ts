import {
  binarySuffix,
  decimalSuffix,
  type QuantityFormat,
  type QuantitySuffix,
  readSuffix,
} from './quantity-suffix.ts';

/**
 * An exact Kubernetes amount (apimachinery resource.Quantity): `unscaled` times ten to the power of `exponent`.
 * `wide` amounts do not have upstream's 64 bit form: they are no integers to CEL, whatever their value.
 */
export interface Quantity {
  readonly unscaled: bigint;
  readonly exponent: number;
  readonly format: QuantityFormat;
  readonly wide: boolean;
  /** The spelling it was read from, where upstream keeps it. */
  readonly text?: string;
}

export type ParsedQuantity =
  | { readonly ok: true; readonly quantity: Quantity }
  | { readonly ok: false; readonly error: string };

const maxInt64 = 2n ** 63n - 1n;
const minInt64 = -(2n ** 63n);
/** Upstream does not bound digits and exponents, and spends unbounded time on them. */
const maxDigits = 1000;
const maxExponent = 10_000;

const wrongFormat: ParsedQuantity = {
  ok: false,
  error: "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
};
const wrongSuffix: ParsedQuantity = { ok: false, error: "unable to parse quantity's suffix" };
const wrongNumber: ParsedQuantity = { ok: false, error: 'unable to parse numeric part of quantity' };

interface Digits {
  readonly negative: boolean;
  /** Digits before the point without leading zeros; `0` when there are none. */
  readonly whole: string;
  readonly fraction: string;
  readonly hasDigits: boolean;
}

/** Reads `1`, `1.5Gi`, `500m`, `1e3`; any text, errors as upstream words them. */
export function parseQuantity(text: string): ParsedQuantity {
  const written = splitQuantity(text);
  if (written === undefined) return wrongFormat;
  const suffix = readSuffix(written.suffix);
  if (suffix === undefined) return wrongSuffix;
  if (text.length > maxDigits || Math.abs(suffix.exponent) > maxExponent) return wrongNumber;
  const small = smallQuantity(written.digits, suffix, text);
  if (small !== undefined) return { ok: true, quantity: small };
  return written.digits.hasDigits
    ? { ok: true, quantity: wideQuantity(written.digits, suffix) }
    : wrongNumber;
}

function splitQuantity(text: string): { digits: Digits; suffix: string } | undefined {
  // The look-ahead keeps matching linear on long runs of digits.
  const match = /^([+-]?)([0-9]*)(?![0-9])(?:\.([0-9]*)(?![0-9]))?([eEinumkKMGTP]*[-+]?[0-9]*)$/.exec(text);
  if (match === null || text === '') return undefined;
  const [, sign, whole = '', fraction = '', suffix = ''] = match;
  const digits: Digits = {
    negative: sign === '-',
    whole: whole.replace(/^0+/, '') || '0',
    fraction,
    hasDigits: whole + fraction !== '',
  };
  return { digits, suffix };
}

/** The 64 bit form, for amounts short enough for it. */
function smallQuantity(digits: Digits, suffix: QuantitySuffix, text: string): Quantity | undefined {
  const { whole, fraction } = digits;
  const value = BigInt(whole + fraction);
  const sign = digits.negative ? -1n : 1n;
  if (suffix.base === 2) {
    const room = 14 - whole.length - Math.trunc((suffix.exponent * 3) / 10);
    if (room < 0 || fraction !== '') return undefined;
    const unscaled = sign * (value << BigInt(suffix.exponent));
    const small = { unscaled, exponent: 0, format: suffix.format, wide: false };
    return (value & 7n) === 0n ? small : { ...small, text };
  }
  const exponent = suffix.exponent - fraction.length;
  if (exponent < -9 || whole.length + fraction.length > 18) return undefined;
  const small = { unscaled: sign * value, exponent, format: suffix.format, wide: false };
  return keepsText(whole + fraction, exponent) ? { ...small, text } : small;
}

function keepsText(digits: string, exponent: number): boolean {
  return exponent % 3 === 0 && !digits.endsWith('000') && !digits.startsWith('0');
}

/** The arbitrary precision form: rounded up to nano, binary amounts capped at 2^63 - 1. */
function wideQuantity(digits: Digits, suffix: QuantitySuffix): Quantity {
  const value = BigInt(digits.whole + digits.fraction);
  const sign = digits.negative ? -1n : 1n;
  const binary = suffix.base === 2;
  const scaled = binary ? value << BigInt(suffix.exponent) : value;
  const exponent = (binary ? 0 : suffix.exponent) - digits.fraction.length;
  if (scaled === 0n) return { unscaled: 0n, exponent, format: suffix.format, wide: true };
  const nano = rescale(scaled, exponent, -9).value;
  if (binary && nano > maxInt64 * 10n ** 9n) {
    return { unscaled: sign * maxInt64, exponent: 0, format: suffix.format, wide: true };
  }
  const format = binary && nano < 10n ** 9n ? 'DecimalSI' : suffix.format;
  return { unscaled: sign * nano, exponent: -9, format, wide: true };
}

/** `unscaled * 10^from` in units of 10^to, rounded away from zero. */
function rescale(unscaled: bigint, from: number, to: number): { value: bigint; exact: boolean } {
  if (from >= to) return { value: unscaled * 10n ** BigInt(from - to), exact: true };
  const divisor = 10n ** BigInt(to - from);
  const rest = unscaled % divisor;
  const value = unscaled / divisor;
  if (rest === 0n) return { value, exact: true };
  return { value: unscaled > 0n ? value + 1n : value - 1n, exact: false };
}

/** The text the API server prints: `1500m`, `2Gi`, `10e9`. */
export function canonicalQuantity(quantity: Quantity): string {
  if (quantity.text !== undefined) return quantity.text;
  if (quantity.unscaled === 0n) return '0';
  if (quantity.format !== 'BinarySI') return decimalText(quantity, quantity.format);
  const rounded = rescale(quantity.unscaled, quantity.exponent, 0);
  const below1024 = rounded.value > -1024n && rounded.value < 1024n;
  if (below1024 || !rounded.exact) return decimalText(quantity, 'DecimalSI');
  const { amount, times } = removeFactors(rounded.value, 1024n);
  return `${amount}${binarySuffix(times)}`;
}

function decimalText(quantity: Quantity, format: QuantityFormat): string {
  const { amount, times } = removeFactors(quantity.unscaled, 10n);
  const exponent = quantity.exponent + times;
  const down = ((exponent % 3) + 3) % 3;
  return `${amount * 10n ** BigInt(down)}${decimalSuffix(exponent - down, format)}`;
}

function removeFactors(value: bigint, factor: bigint): { amount: bigint; times: number } {
  let amount = value;
  let times = 0;
  while (amount % factor === 0n) {
    amount /= factor;
    times++;
  }
  return { amount, times };
}

/** -1, 0 or 1 as `left` is less than, equal to or greater than `right`. */
export function compareQuantities(left: Quantity, right: Quantity): -1 | 0 | 1 {
  const exponent = Math.min(left.exponent, right.exponent);
  const leftValue = rescale(left.unscaled, left.exponent, exponent).value;
  const rightValue = rescale(right.unscaled, right.exponent, exponent).value;
  if (leftValue === rightValue) return 0;
  return leftValue < rightValue ? -1 : 1;
}

/** The sum, in `left`'s format unless `left` is zero. */
export function addQuantities(left: Quantity, right: Quantity): Quantity {
  const format = left.unscaled === 0n ? right.format : left.format;
  const wide = left.wide || right.wide;
  if (!wide && right.unscaled === 0n) return withFormat(left, format);
  if (!wide && left.unscaled === 0n) return withFormat(right, format);
  const exponent = Math.min(left.exponent, right.exponent);
  const unscaled =
    rescale(left.unscaled, left.exponent, exponent).value +
    rescale(right.unscaled, right.exponent, exponent).value;
  return { unscaled, exponent, format, wide: wide || !fitsInt64(unscaled) };
}

/** The same amount, printed anew. */
function withFormat(quantity: Quantity, format: QuantityFormat): Quantity {
  return { unscaled: quantity.unscaled, exponent: quantity.exponent, format, wide: quantity.wide };
}

/** The difference, in `left`'s format unless `left` is zero. */
export function subtractQuantities(left: Quantity, right: Quantity): Quantity {
  return addQuantities(left, { ...right, unscaled: -right.unscaled });
}

/** A whole number as a quantity. */
export function quantityFromInt64(value: bigint, format: QuantityFormat): Quantity {
  return { unscaled: value, exponent: 0, format, wide: false };
}

/** The amount as a 64 bit integer, or nothing when upstream has no such form of it. */
export function quantityAsInt64(quantity: Quantity): bigint | undefined {
  if (quantity.wide || quantity.exponent < 0) return undefined;
  const value = rescale(quantity.unscaled, quantity.exponent, 0).value;
  return fitsInt64(value) ? value : undefined;
}

/** True when `quantityAsInt64` has an answer: `1k` yes, `1000m` no. */
export function isIntegerQuantity(quantity: Quantity): boolean {
  return quantityAsInt64(quantity) !== undefined;
}

/** The nearest double, by way of upstream's `unscaled * 10^exponent`. */
export function quantityAsNumber(quantity: Quantity): number {
  const base = Number(quantity.unscaled);
  return quantity.exponent === 0 ? base : base * 10 ** quantity.exponent;
}

function fitsInt64(value: bigint): boolean {
  return value >= minInt64 && value <= maxInt64;
}
