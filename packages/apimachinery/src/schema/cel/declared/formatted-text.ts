import { parseGoDuration } from '../../../go-text/go-duration.ts';
import { parseDate, parseRfc3339, type ZonedTime } from '../data/time.ts';
import { type CelValue, celError } from '../values/cel-value.ts';

const unitNanos: ReadonlyMap<string, bigint> = new Map([
  ...(['ns', 'nano', 'nanos', 'nanosecond', 'nanoseconds'] as const).map((unit) => [unit, 1n] as const),
  ...(['us', 'µs', 'micro', 'micros', 'microsecond', 'microseconds'] as const).map(
    (unit) => [unit, 1000n] as const,
  ),
  ...(['ms', 'milli', 'millis', 'millisecond', 'milliseconds'] as const).map(
    (unit) => [unit, 1_000_000n] as const,
  ),
  ...(['s', 'sec', 'secs', 'second', 'seconds'] as const).map((unit) => [unit, 1_000_000_000n] as const),
  ...(['m', 'min', 'mins', 'minute', 'minutes'] as const).map((unit) => [unit, 60_000_000_000n] as const),
  ...(['h', 'hr', 'hour', 'hours'] as const).map((unit) => [unit, 3_600_000_000_000n] as const),
  ...(['d', 'day', 'days'] as const).map((unit) => [unit, 86_400_000_000_000n] as const),
  ...(['w', 'wk', 'week', 'weeks'] as const).map((unit) => [unit, 604_800_000_000_000n] as const),
]);

/** A schema's `format: duration` also knows spelled out units: `3 days`. */
function parseSchemaDuration(text: string): bigint | undefined {
  const go = parseGoDuration(text);
  if (go.ok) return go.nanoseconds;
  let total = 0n;
  let matched = false;
  for (const match of text.matchAll(/(\d+)\s*([A-Za-zµ]+)/g)) {
    const unit = unitNanos.get((match[2] ?? '').toLowerCase());
    if (unit === undefined) return undefined;
    total += BigInt(match[1] ?? '0') * unit;
    matched = true;
  }
  return matched ? total : undefined;
}

function duration(text: string): CelValue {
  const nanos = parseSchemaDuration(text);
  if (nanos !== undefined) return { kind: 'duration', nanos };
  return celError(`Invalid duration ${text}: unable to parse ${text} as duration`);
}

/** A schema's date-time may also lack the zone (then UTC), or be empty (then 1970). */
function schemaDateTime(text: string): ZonedTime | undefined {
  if (text === '') return { nanos: 0n, offset: 0 };
  return parseRfc3339(text) ?? parseRfc3339(`${text}Z`);
}

function timestamp(text: string, time: ZonedTime | undefined, kind: string): CelValue {
  if (time !== undefined) return { kind: 'timestamp', ...time };
  return celError(`Invalid ${kind} formatted string ${text}`);
}

function dateOf(text: string): ZonedTime | undefined {
  const nanos = parseDate(text);
  return nanos === undefined ? undefined : { nanos, offset: 0 };
}

/** The URL-safe alphabet, padded; line breaks do not count. */
function bytes(text: string): CelValue {
  const plain = text.replaceAll(/[\r\n]/g, '');
  const decoded = Buffer.from(plain, 'base64url');
  const again = decoded.toString('base64').replaceAll('+', '-').replaceAll('/', '_');
  if (again === plain) return new Uint8Array(decoded);
  return celError(`Invalid byte formatted string ${text}: illegal base64 data`);
}

/** A schema's string as rules see it: durations, times and bytes by format, else the text. */
export function formattedText(text: string, format: string | undefined): CelValue {
  switch (format) {
    case 'duration':
      return duration(text);
    case 'date':
      return timestamp(text, dateOf(text), 'date');
    case 'date-time':
      return timestamp(text, schemaDateTime(text), 'date-time');
    case 'byte':
      return bytes(text);
    default:
      return text;
  }
}
