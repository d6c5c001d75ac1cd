import type { Clock } from '@archipelago/apimachinery';

/** A clock that runs faster than the machine's, and knows how many short waits are under way. */
export interface HurriedClock extends Clock {
  /** Waits of at most `limitMs` of this clock's time. */
  waiting(limitMs: number): number;
}

/** Lets `factor` milliseconds pass per millisecond of the machine. */
export function hurriedClock(factor: number): HurriedClock {
  const waits = new Set<{ readonly delayMs: number }>();
  return {
    now: () => Date.now(),
    monotonic: () => performance.now() * factor,
    after(delayMs, callback) {
      const wait = { delayMs };
      waits.add(wait);
      const timer = setTimeout(
        () => {
          waits.delete(wait);
          callback();
        },
        Math.min(delayMs / factor, 2 ** 31 - 1),
      );
      return () => {
        waits.delete(wait);
        clearTimeout(timer);
      };
    },
    waiting: (limitMs) => [...waits].filter(({ delayMs }) => delayMs <= limitMs).length,
  };
}
