/** How long to wait after failures: doubles from `baseMs` up to `capMs`. */
export interface Backoff {
  readonly baseMs: number;
  readonly capMs: number;
}

/** Upper bound of the wait after `failures` failures in a row (0 before the first). */
export function backoffBoundMs({ baseMs, capMs }: Backoff, failures: number): number {
  return Math.min(capMs, baseMs * 2 ** Math.min(failures, 40));
}

/**
 * The wait with full jitter: anything between zero and the bound, so that many clients that failed
 * together do not come back together. `random` gives numbers in [0, 1).
 */
export function jitteredDelayMs(backoff: Backoff, failures: number, random: () => number): number {
  return backoffBoundMs(backoff, failures) * random();
}
