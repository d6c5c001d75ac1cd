type CronVerdict =
  /** `never`: it is well formed and has no day in any year, as `0 0 31 2 *`. */
  | { readonly verdict: 'comes' | 'never' }
  /** What is wrong, to follow the value in a sentence. */
  | { readonly verdict: 'refused'; readonly message: string };

interface Field {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  /** Names of values, from `min` on. */
  readonly words: readonly string[];
}

/** The values that a field allows, or why it cannot be read. */
type Values = readonly number[] | string;

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const fields: readonly Field[] = [
  { name: 'minute', min: 0, max: 59, words: [] },
  { name: 'hour', min: 0, max: 23, words: [] },
  { name: 'day', min: 1, max: 31, words: [] },
  { name: 'month', min: 1, max: 12, words: months },
  { name: 'weekday', min: 0, max: 6, words: weekdays },
];

const shorthands = ['@yearly', '@annually', '@monthly', '@weekly', '@daily', '@hourly'];
/** February as long as it can be. */
const daysOfMonths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/**
 * Whether both readers of a DataImportCron's schedule take it: CDI's webhook (gorhill/cronexpr), and the CronJob that CDI makes
 * (robfig/cron v3, ParseStandard). What only one of them takes (`@every 1h`, weekday 7, seconds, `15W`, `TZ=`) would be refused
 * by the other long after the HyperConverged was accepted. Measured: `docs/compatibility/golden-images.md`.
 */
export function judgeCronSchedule(text: string): CronVerdict {
  if (text.startsWith('@')) return judgeShorthand(text);
  const parts = text.split(/[\t\n\f\r ]+/).filter((part) => part !== '');
  if (parts.length !== fields.length)
    return refused(
      parts.length === 1 ? 'has one field; a schedule has 5' : `has ${parts.length} fields; a schedule has 5`,
    );
  const values = fields.map((field, index) => valuesOf(parts[index] ?? '', field));
  const wrong = values.find((one) => typeof one === 'string');
  if (typeof wrong === 'string') return refused(wrong);
  const [, , days = [], inMonths = []] = values;
  // a weekday of its own comes round whatever the days are
  const isAnyWeekday = parts[4] === '*' || parts[4] === '?';
  return { verdict: isAnyWeekday && !hasDay(days, inMonths) ? 'never' : 'comes' };
}

function judgeShorthand(text: string): CronVerdict {
  if (shorthands.includes(text)) return { verdict: 'comes' };
  return refused(`is none of the shorthands ${shorthands.join(', ')}`);
}

function refused(message: string): CronVerdict {
  return { verdict: 'refused', message };
}

function hasDay(days: Values, inMonths: Values): boolean {
  if (typeof days === 'string' || typeof inMonths === 'string') return false;
  return inMonths.some((month) => days.some((day) => day <= (daysOfMonths[month - 1] ?? 0)));
}

/** Of a list as `1,5-10/2,mon`. Empty parts of a list are passed over, as both readers do. */
function valuesOf(list: string, field: Field): Values {
  const ranges = list.split(',').filter((range) => range !== '');
  if (ranges.length === 0) return `has nothing in the ${field.name} field`;
  const values = new Set<number>();
  for (const range of ranges) {
    const read = valuesOfRange(range, field);
    if (typeof read === 'string') return read;
    for (const value of read) values.add(value);
  }
  return [...values];
}

/** Of `*`, `?`, `5`, `5-10` or `mon-fri`, each but `?` with or without a step behind a slash. */
function valuesOfRange(range: string, field: Field): Values {
  const [span = '', stepText, ...more] = range.split('/');
  const step = stepText === undefined ? 1 : readStep(stepText, field);
  const ends = endsOf(span, stepText !== undefined, field);
  if (step === undefined || ends === undefined || more.length > 0)
    return `has ${JSON.stringify(range.slice(0, 20))} in the ${field.name} field, which takes ${field.min} to ${field.max}`;
  const [first, last] = ends;
  if (first > last)
    return `has ${JSON.stringify(range)} in the ${field.name} field, which ends before it begins`;
  return Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, index) => first + index * step);
}

function readStep(text: string, { max }: Field): number | undefined {
  const step = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  return step >= 1 && step <= max ? step : undefined;
}

/** First and last value; a value with a step goes on to the end. */
function endsOf(span: string, hasStep: boolean, field: Field): readonly [number, number] | undefined {
  if (span === '*' || (span === '?' && !hasStep)) return [field.min, field.max];
  const [from, to, ...more] = span.split('-').map((end) => readValue(end, field));
  if (from === undefined || more.length > 0) return undefined;
  if (span.includes('-')) return to === undefined ? undefined : [from, to];
  return [from, hasStep ? field.max : from];
}

function readValue(text: string, { min, max, words }: Field): number | undefined {
  const word = words.indexOf(text.toLowerCase());
  if (word >= 0) return min + word;
  const value = /^\d{1,2}$/.test(text) ? Number(text) : -1;
  return value >= min && value <= max ? value : undefined;
}
