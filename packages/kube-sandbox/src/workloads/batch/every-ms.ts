import { parseGoDuration } from '@archipelago/apimachinery';

const second = 1000;
const nanosecondsPerMs = 1_000_000;

/**
 * The interval of a schedule `@every 1h30m` in milliseconds: whole seconds, and one at least. Undefined for a schedule of another form,
 * or whose duration means nothing.
 */
export function everyMs(schedule: string): number | undefined {
  const [, written] = /^@every (.+)$/.exec(schedule.trim()) ?? [];
  const parsed = written === undefined ? undefined : parseGoDuration(written);
  if (parsed?.ok !== true) return undefined;
  const ms = Number(parsed.nanoseconds) / nanosecondsPerMs;
  return Math.max(second, Math.floor(ms / second) * second);
}
