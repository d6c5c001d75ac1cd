import { quote } from '../../../go-text/quote.ts';
import { splitNanos } from '../data/time.ts';
import { durationArg, stringArg, timestampArg } from '../functions/argument-types.ts';
import {
  binary,
  type CelFunction,
  libraryFunction,
  method,
  type Overload,
  unary,
} from '../functions/function-table.ts';
import * as t from '../values/cel-type.ts';
import { type CelValue, celError } from '../values/cel-value.ts';

interface Calendar {
  readonly date: Date;
  readonly nanos: bigint;
}

type Field = (at: Calendar) => number;

const dayMillis = 86_400_000;

function dayOfYear({ date }: Calendar): number {
  const first = new Date(date.getTime());
  first.setUTCMonth(0, 1);
  return Math.round((date.getTime() - first.getTime()) / dayMillis);
}

const fixedOffset = /^([+-]?\d+):([+-]?\d+)$/;

function offsetMillis(zone: string): number | undefined {
  const match = fixedOffset.exec(zone);
  if (match === null) return undefined;
  const [hours, minutes] = [Number(match[1]), Number(match[2])];
  return (zone.startsWith('-') ? hours * 60 - minutes : hours * 60 + minutes) * 60_000;
}

const partNames = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const;

/** The wall clock of a named zone, as if it were UTC; throws RangeError for an unknown zone. */
function wallClock(millis: number, zone: string): number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone === '' || zone === 'Local' ? 'UTC' : zone,
    calendar: 'iso8601',
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const parts = new Map(format.formatToParts(millis).map((part) => [part.type, part.value]));
  const [year = 0, month = 1, ...rest] = partNames.map((name) => Number(parts.get(name)));
  const clock = new Date(0);
  clock.setUTCFullYear(year, month - 1, rest[0]);
  clock.setUTCHours(rest[1] ?? 0, rest[2], rest[3], ((millis % 1000) + 1000) % 1000);
  return clock.getTime();
}

function inZone(nanos: bigint, zone: string): Calendar | string {
  const { seconds, rest } = splitNanos(nanos);
  const millis = Number(seconds) * 1000;
  if (zone.includes(':')) {
    const offset = offsetMillis(zone);
    if (offset === undefined)
      return `strconv.Atoi: parsing ${quote(zone.slice(0, zone.indexOf(':')))}: invalid syntax`;
    return { date: new Date(millis + offset), nanos: rest };
  }
  if (zone === 'UTC') return { date: new Date(millis), nanos: rest };
  try {
    return { date: new Date(wallClock(millis, zone)), nanos: rest };
  } catch (error) {
    if (error instanceof RangeError) return `unknown time zone ${zone}`;
    throw error;
  }
}

function fieldOf(nanos: bigint, zone: string, field: Field): CelValue {
  const calendar = inZone(nanos, zone);
  return typeof calendar === 'string' ? celError(calendar) : BigInt(field(calendar));
}

function timestampField(id: string, field: Field): readonly Overload[] {
  return [
    method(unary(`timestamp_to_${id}`, timestampArg, t.intType, ({ nanos }) => fieldOf(nanos, 'UTC', field))),
    method(
      binary(`timestamp_to_${id}_with_tz`, [timestampArg, stringArg], t.intType, ({ nanos }, zone) =>
        fieldOf(nanos, zone, field),
      ),
    ),
  ];
}

function durationField(id: string, unit: bigint): Overload {
  return method(unary(`duration_to_${id}`, durationArg, t.intType, ({ nanos }) => nanos / unit));
}

const second = 1_000_000_000n;

/** Parts of timestamps (in UTC or a zone) and of durations. */
export const timeFunctions: readonly CelFunction[] = [
  libraryFunction('getFullYear', ...timestampField('year', ({ date }) => date.getUTCFullYear())),
  libraryFunction('getMonth', ...timestampField('month', ({ date }) => date.getUTCMonth())),
  libraryFunction('getDayOfYear', ...timestampField('day_of_year', dayOfYear)),
  libraryFunction('getDayOfMonth', ...timestampField('day_of_month', ({ date }) => date.getUTCDate() - 1)),
  libraryFunction('getDate', ...timestampField('day_of_month_1_based', ({ date }) => date.getUTCDate())),
  libraryFunction('getDayOfWeek', ...timestampField('day_of_week', ({ date }) => date.getUTCDay())),
  libraryFunction(
    'getHours',
    ...timestampField('hours', ({ date }) => date.getUTCHours()),
    durationField('hours', 3600n * second),
  ),
  libraryFunction(
    'getMinutes',
    ...timestampField('minutes', ({ date }) => date.getUTCMinutes()),
    durationField('minutes', 60n * second),
  ),
  libraryFunction(
    'getSeconds',
    ...timestampField('seconds', ({ date }) => date.getUTCSeconds()),
    durationField('seconds', second),
  ),
  libraryFunction(
    'getMilliseconds',
    ...timestampField('milliseconds', ({ nanos }) => Number(nanos / 1_000_000n)),
    durationField('milliseconds', 1_000_000n),
  ),
];
