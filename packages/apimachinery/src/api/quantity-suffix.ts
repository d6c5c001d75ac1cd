/** How a quantity was written, which decides how it is printed. */
export type QuantityFormat = 'BinarySI' | 'DecimalExponent' | 'DecimalSI';

/** The factor a suffix stands for: `base` to the power of `exponent`. */
export interface QuantitySuffix {
  readonly base: 2 | 10;
  readonly exponent: number;
  readonly format: QuantityFormat;
}

const decimalSuffixes = new Map<string, number>([
  ['n', -9],
  ['u', -6],
  ['m', -3],
  ['', 0],
  ['k', 3],
  ['M', 6],
  ['G', 9],
  ['T', 12],
  ['P', 15],
  ['E', 18],
]);
const binarySuffixes = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];
const suffixOfExponent = new Map([...decimalSuffixes].map(([suffix, exponent]) => [exponent, suffix]));

/** The meaning of a suffix, or nothing when there is no such suffix. */
export function readSuffix(suffix: string): QuantitySuffix | undefined {
  const decimal = decimalSuffixes.get(suffix);
  if (decimal !== undefined) return { base: 10, exponent: decimal, format: 'DecimalSI' };
  const binary = binarySuffixes.indexOf(suffix);
  if (binary > 0) return { base: 2, exponent: binary * 10, format: 'BinarySI' };
  if (/^[eE][+-]?[0-9]+$/.test(suffix)) {
    return { base: 10, exponent: Number(suffix.slice(1)), format: 'DecimalExponent' };
  }
  return undefined;
}

/** The suffix of 10^exponent in a decimal format; empty where none exists, as upstream prints it. */
export function decimalSuffix(exponent: number, format: QuantityFormat): string {
  if (format === 'DecimalExponent') return exponent === 0 ? '' : `e${exponent}`;
  return suffixOfExponent.get(exponent) ?? '';
}

/** The suffix of 1024^power; empty where none exists. */
export function binarySuffix(power: number): string {
  return binarySuffixes[power] ?? '';
}
