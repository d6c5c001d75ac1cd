import { parseGoDuration } from '@archipelago/apimachinery';
import { invalidValue } from './field-errors.ts';
import type { FieldCheck } from './field-rules.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const DESCRIPTORS: ReadonlySet<string> = new Set([
  ...['@yearly', '@annually', '@monthly', '@weekly', '@daily', '@midnight', '@hourly'],
]);

/** A field of a schedule: its least and greatest number, and names for numbers from the least on. */
interface Bounds {
  readonly least: number;
  readonly greatest: number;
  readonly names?: readonly string[];
}

const FIELDS: readonly Bounds[] = [
  { least: 0, greatest: 59 },
  { least: 0, greatest: 23 },
  { least: 1, greatest: 31 },
  { least: 1, greatest: 12, names: MONTHS },
  { least: 0, greatest: 6, names: DAYS },
];

function numberOf(text: string, { least, names = [] }: Bounds): number | undefined {
  const place = names.indexOf(text.toLowerCase());
  if (place >= 0) return least + place;
  return /^\d+$/.test(text) ? Number(text) : undefined;
}

function rangeOf(text: string, bounds: Bounds): readonly (number | undefined)[] {
  if (text === '*' || text === '?') return [bounds.least, bounds.greatest];
  const ends = text.split('-');
  if (ends.length > 2) return [undefined];
  const [from = '', to = from] = ends;
  return [numberOf(from, bounds), numberOf(to, bounds)];
}

/** `1,5-10/2`, one part of it. */
function isPart(part: string, bounds: Bounds): boolean {
  const [range = '', step, ...more] = part.split('/');
  if (more.length > 0 || (step !== undefined && !/^0*[1-9]\d*$/.test(step))) return false;
  const [from, to] = rangeOf(range, bounds);
  if (from === undefined || to === undefined) return false;
  return from >= bounds.least && to <= bounds.greatest && from <= to;
}

function isSchedule(text: string): boolean {
  if (text.startsWith('@every ')) return parseGoDuration(text.slice('@every '.length)).ok;
  if (text.startsWith('@')) return DESCRIPTORS.has(text);
  const fields = text.trim().split(/\s+/);
  if (fields.length !== FIELDS.length) return false;
  return FIELDS.every((bounds, index) =>
    fields[index]
      ?.split(',')
      .filter((part) => part !== '')
      .every((part) => isPart(part, bounds)),
  );
}

/** A schedule of a CronJob as the cron library of Kubernetes reads it; time zones have a field of their own. */
export const schedule: FieldCheck = (value, field, { timeZone }) => {
  const text = typeof value === 'string' ? value : '';
  if (text.includes('TZ')) {
    const problem =
      timeZone === undefined
        ? 'cannot use TZ or CRON_TZ in schedule, use timeZone field instead'
        : 'cannot use both timeZone field and TZ or CRON_TZ in schedule';
    return [invalidValue(field, text, problem)];
  }
  return isSchedule(text) ? [] : [invalidValue(field, text, 'is no schedule in the form of cron')];
};
