interface Unit {
  readonly seconds: number;
  readonly letter: string;
}

const SECOND: Unit = { seconds: 1, letter: 's' };
const MINUTE: Unit = { seconds: 60, letter: 'm' };
const HOUR: Unit = { seconds: 3600, letter: 'h' };
const DAY: Unit = { seconds: 86_400, letter: 'd' };
const YEAR: Unit = { seconds: 365 * 86_400, letter: 'y' };

/** From how many seconds on which units are shown; a second unit only below its limit. */
interface Step {
  readonly below: number;
  readonly big: Unit;
  readonly small?: Unit;
}

const FOREVER: Step = { below: Number.POSITIVE_INFINITY, big: YEAR };
const STEPS: readonly Step[] = [
  { below: 2 * 60, big: SECOND },
  { below: 10 * 60, big: MINUTE, small: SECOND },
  { below: 3 * 3600, big: MINUTE },
  { below: 8 * 3600, big: HOUR, small: MINUTE },
  { below: 48 * 3600, big: HOUR },
  { below: 8 * 86_400, big: DAY, small: HOUR },
  { below: 2 * 365 * 86_400, big: DAY },
  { below: 8 * 365 * 86_400, big: YEAR, small: DAY },
];

/** A span of milliseconds as kubectl prints ages: `5m30s`, `3h`, `2d5h`, `4y20d`. */
export function humanDuration(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  if (seconds < -1) return '<invalid>';
  if (seconds < 0) return '0s';
  const step = STEPS.find((one) => seconds < one.below) ?? FOREVER;
  const big = Math.floor(seconds / step.big.seconds);
  const text = `${big}${step.big.letter}`;
  if (step.small === undefined) return text;
  const small = Math.floor((seconds - big * step.big.seconds) / step.small.seconds);
  return small === 0 ? text : `${text}${small}${step.small.letter}`;
}

/** The age of a timestamp: `<unknown>` without one. */
export function age(timestamp: unknown, now: number): string {
  if (typeof timestamp !== 'string') return '<unknown>';
  const then = Date.parse(timestamp);
  return Number.isNaN(then) ? '<unknown>' : humanDuration(now - then);
}
