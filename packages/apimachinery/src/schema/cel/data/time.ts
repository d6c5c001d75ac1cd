const nanosPerSecond = 1_000_000_000n;

/** Days since 1970 of a date in the proleptic Gregorian calendar; undefined when there is no such day. */
function dayNumber(year: number, month: number, day: number): number | undefined {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const valid = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return valid ? Math.round(date.getTime() / 86_400_000) : undefined;
}

function fractionNanos(digits: string | undefined): bigint {
  return BigInt((digits ?? '').slice(0, 9).padEnd(9, '0'));
}

function offsetSeconds(zone: string): number | undefined {
  if (zone === 'Z') return 0;
  const [hours = 0, minutes = 0] = zone.slice(1).split(':').map(Number);
  if (hours > 24 || minutes > 60) return undefined;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 3600 + minutes * 60);
}

/** A point in time, and how far the zone it was written in is east of UTC, in seconds. */
export interface ZonedTime {
  readonly nanos: bigint;
  readonly offset: number;
}

function clockSeconds(clock: readonly number[]): number | undefined {
  const [hour = 0, minute = 0, second = 0] = clock;
  return hour > 23 || minute > 59 || second > 59 ? undefined : hour * 3600 + minute * 60 + second;
}

const rfc3339 = /^(\d{4})-(\d{2})-(\d{2})T(\d{1,2}):(\d{2}):(\d{2})(?:[.,](\d+))?(Z|[+-]\d{2}:\d{2})$/;

/** An RFC 3339 time; undefined when the text is none. Like Go, an hour may have one digit. */
export function parseRfc3339(text: string): ZonedTime | undefined {
  const match = rfc3339.exec(text);
  if (match === null) return undefined;
  const [year = 0, month = 0, day = 0, ...clock] = match.slice(1, 7).map(Number);
  const days = dayNumber(year, month, day);
  const seconds = clockSeconds(clock);
  const offset = offsetSeconds(match[8] ?? 'Z');
  if (days === undefined || seconds === undefined || offset === undefined) return undefined;
  const total = days * 86_400 + seconds - offset;
  return { nanos: BigInt(total) * nanosPerSecond + fractionNanos(match[7]), offset };
}

/** Nanoseconds since 1970 of a date `2024-02-29`. */
export function parseDate(text: string): bigint | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (match === null) return undefined;
  const [year = 0, month = 0, day = 0] = match.slice(1).map(Number);
  const days = dayNumber(year, month, day);
  return days === undefined ? undefined : BigInt(days) * 86_400n * nanosPerSecond;
}

/** Seconds, rounded down, and the nanoseconds above them. */
export function splitNanos(nanos: bigint): { readonly seconds: bigint; readonly rest: bigint } {
  const rest = ((nanos % nanosPerSecond) + nanosPerSecond) % nanosPerSecond;
  return { seconds: (nanos - rest) / nanosPerSecond, rest };
}

function zoneText(offset: number): string {
  if (offset === 0) return 'Z';
  const minutes = Math.trunc(Math.abs(offset) / 60);
  const pad = (part: number): string => String(part).padStart(2, '0');
  return `${offset < 0 ? '-' : '+'}${pad(Math.trunc(minutes / 60))}:${pad(minutes % 60)}`;
}

/** The time as RFC 3339, with as many fraction digits as it has, in the zone `offset` seconds east of UTC. */
export function formatRfc3339(nanos: bigint, offset = 0): string {
  const { seconds, rest } = splitNanos(nanos);
  const date = new Date((Number(seconds) + offset) * 1000);
  const year = String(date.getUTCFullYear()).padStart(4, '0');
  const fraction = rest === 0n ? '' : `.${String(rest).padStart(9, '0').replace(/0+$/, '')}`;
  return `${year}${date.toISOString().slice(-20, -5)}${fraction}${zoneText(offset)}`;
}
