type ParsedDuration =
  | { readonly ok: true; readonly nanoseconds: bigint }
  | { readonly ok: false; readonly error: string };

const invalidDuration = 'time: invalid duration';

const nanosecondsOf = new Map<string, bigint>([
  ['ns', 1n],
  ['us', 1_000n],
  ['µs', 1_000n], // U+00B5, micro sign
  ['μs', 1_000n], // U+03BC, Greek letter mu
  ['ms', 1_000_000n],
  ['s', 1_000_000_000n],
  ['m', 60_000_000_000n],
  ['h', 3_600_000_000_000n],
]);

/** The largest magnitude, 2^63; only a negative duration may reach it. */
const limit = 2n ** 63n;
/** Digits of a fraction that still fit 2^63; Go drops the others. */
const maxFractionDigits = 19;

/** Reads a duration as Go's time.ParseDuration does: `1h30m`, `-1.5s`, `0`. Nanoseconds. */
export function parseGoDuration(text: string): ParsedDuration {
  const negative = text.startsWith('-');
  const unsigned = text.replace(/^[+-]/, '');
  if (unsigned === '0') return { ok: true, nanoseconds: 0n };
  const parts = readParts(unsigned, text);
  if (typeof parts === 'string') return { ok: false, error: parts };
  if (parts > limit || (parts === limit && !negative)) return { ok: false, error: invalid(text) };
  return { ok: true, nanoseconds: negative ? -parts : parts };
}

function readParts(unsigned: string, text: string): bigint | string {
  if (unsigned === '') return invalid(text);
  const part = /([0-9]*)\.?([0-9]*)([^0-9.]*)/y;
  let total = 0n;
  while (part.lastIndex < unsigned.length) {
    const [, whole, fraction, unit] = part.exec(unsigned) ?? [];
    const size = readPart(whole ?? '', fraction ?? '', unit ?? '');
    if (typeof size === 'string') return `${size} ${quote(text)}`;
    total += size;
    if (total > limit) return invalid(text);
  }
  return total;
}

function readPart(whole: string, fraction: string, unit: string): bigint | string {
  if (whole === '' && fraction === '') return invalidDuration;
  // 19 digits hold 2^63; anything longer is out of range whatever its unit.
  const digits = whole.replace(/^0+/, '');
  if (digits.length > 19 || BigInt(digits) > limit) return invalidDuration;
  if (unit === '') return 'time: missing unit in duration';
  const factor = nanosecondsOf.get(unit);
  if (factor === undefined) return `time: unknown unit ${quote(unit)} in duration`;
  return BigInt(digits) * factor + fractionOf(fraction, factor);
}

/** The fraction's nanoseconds, rounded the way Go's double arithmetic rounds them. */
function fractionOf(fraction: string, factor: bigint): bigint {
  let digits = 0n;
  let scale = 1;
  for (const digit of fraction.slice(0, maxFractionDigits)) {
    const next = digits * 10n + BigInt(digit);
    if (next > limit) break;
    digits = next;
    scale *= 10;
  }
  return BigInt(Math.trunc(Number(digits) * (Number(factor) / scale)));
}

/** Prints a duration as Go's Duration.String does: `1h30m0s`, `1.5ms`, `0s`. */
export function formatGoDuration(nanoseconds: bigint): string {
  if (nanoseconds === 0n) return '0s';
  const sign = nanoseconds < 0n ? '-' : '';
  const size = nanoseconds < 0n ? -nanoseconds : nanoseconds;
  if (size < 1_000n) return `${sign}${size}ns`;
  if (size < 1_000_000n) return `${sign}${withFraction(size, 3)}µs`;
  if (size < 1_000_000_000n) return `${sign}${withFraction(size, 6)}ms`;
  const minutes = size / 60_000_000_000n;
  const seconds = `${withFraction(size % 60_000_000_000n, 9)}s`;
  if (minutes === 0n) return `${sign}${seconds}`;
  const hours = minutes / 60n;
  return `${sign}${hours > 0n ? `${hours}h` : ''}${minutes % 60n}m${seconds}`;
}

function withFraction(value: bigint, places: number): string {
  const digits = value.toString().padStart(places + 1, '0');
  const fraction = digits.slice(-places).replace(/0+$/, '');
  const whole = digits.slice(0, -places);
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

function invalid(text: string): string {
  return `${invalidDuration} ${quote(text)}`;
}

/** Go escapes bytes outside ASCII, quotes and backslashes in the durations it complains about. */
function quote(text: string): string {
  const escaped = [...new TextEncoder().encode(text)].map((byte) => {
    if (byte === 0x22 || byte === 0x5c) return `\\${String.fromCharCode(byte)}`;
    if (byte >= 0x20 && byte < 0x80) return String.fromCharCode(byte);
    return `\\x${byte.toString(16).padStart(2, '0')}`;
  });
  return `"${escaped.join('')}"`;
}
