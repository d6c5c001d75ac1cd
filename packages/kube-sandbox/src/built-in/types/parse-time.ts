import type { ScalarResult } from './scalar-result.ts';

const LAYOUTS = { time: '2006-01-02T15:04:05Z07:00', microtime: '2006-01-02T15:04:05.000000Z07:00' };

interface Step {
  readonly pattern: RegExp;
  /** The part of Go's layout this step reads. */
  readonly layout: string;
}

const DATE: readonly Step[] = [
  { pattern: /^\d{4}/, layout: '2006' },
  { pattern: /^-/, layout: '-' },
  { pattern: /^\d\d/, layout: '01' },
  { pattern: /^-/, layout: '-' },
  { pattern: /^\d\d/, layout: '02' },
  { pattern: /^T/, layout: 'T' },
  { pattern: /^\d\d/, layout: '15' },
  { pattern: /^:/, layout: ':' },
  { pattern: /^\d\d/, layout: '04' },
  { pattern: /^:/, layout: ':' },
  { pattern: /^\d\d/, layout: '05' },
];

const ZONE: Step = { pattern: /^(Z|[+-]\d\d:\d\d)/, layout: 'Z07:00' };

const STEPS: Readonly<Record<'time' | 'microtime', readonly Step[]>> = {
  time: [...DATE, { pattern: /^(\.\d+)?/, layout: '' }, ZONE],
  microtime: [...DATE, { pattern: /^\.\d{6}(?!\d)/, layout: '.000000' }, ZONE],
};

function micros(text: string, type: 'time' | 'microtime'): string {
  const milliseconds = Date.parse(text.replace(/\.\d+/, ''));
  const seconds = new Date(milliseconds).toISOString().slice(0, 19);
  if (type === 'time') return `${seconds}Z`;
  const fraction = /\.(\d{6})/.exec(text)?.[1] ?? '000000';
  return `${seconds}.${fraction}Z`;
}

/** Times that were read last: those of managedFields come with every write, and in one second they are all the same. */
const known = new Map<string, ScalarResult>();
const MOST_KNOWN = 256;
const LONGEST = 40;

/** Reads a time as Go's layout of the type does; prints it in UTC. The problem is worded as Go's `time.Parse` words it. */
export function parseTime(text: string, type: 'time' | 'microtime'): ScalarResult {
  const key = `${type} ${text}`;
  const read = known.get(key) ?? readTime(text, type);
  if (known.size >= MOST_KNOWN) known.clear();
  // a long text is no time
  if (text.length <= LONGEST) known.set(key, read);
  return read;
}

function readTime(text: string, type: 'time' | 'microtime'): ScalarResult {
  const problem = (rest: string, layout: string): ScalarResult => ({
    problem: `parsing time "${text}" as "${LAYOUTS[type]}": cannot parse "${rest}" as "${layout}"`,
  });
  let rest = text;
  for (const step of STEPS[type]) {
    const match = step.pattern.exec(rest);
    if (match === null) return problem(rest, step.layout);
    rest = rest.slice(match[0].length);
  }
  if (rest !== '') return { problem: `parsing time "${text}": extra text: "${rest}"` };
  if (Number.isNaN(Date.parse(text.replace(/\.\d+/, ''))))
    return { problem: `parsing time "${text}": out of range` };
  return { value: micros(text, type) };
}
