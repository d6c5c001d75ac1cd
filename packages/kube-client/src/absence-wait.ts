import { type Backoff, type Clock, jitteredDelayMs, sleep } from '@archipelago/apimachinery';

/** When to look again for a resource that is not served. */
export interface AbsenceWait {
  /** The resource is not served; `again` when it was not the last time either. Gives the looks so far. */
  missing(again: boolean): number;
  /** Resolves when it is time to look. */
  wait(): Promise<void>;
  /** It may be served by now: a wait ends, and a few quick looks follow. */
  told(): void;
}

interface AbsenceOptions {
  /** Look for ever, or only after `told`. */
  readonly mode: 'poll' | 'when-told';
  readonly clock: Clock;
  readonly random: () => number;
  readonly backoff: Backoff;
}

/** Looks after being told: a CRD is announced a moment before every server serves it. */
const looksAfterTold = 8;

/** Counts looks and waits between them. */
export function createAbsenceWait({ mode, clock, random, backoff }: AbsenceOptions): AbsenceWait {
  let looks = 0;
  let wake = new AbortController();
  return {
    missing(again) {
      looks = again ? looks + 1 : mode === 'when-told' ? looksAfterTold : 0;
      return looks;
    },
    async wait() {
      const untilTold = mode === 'when-told' && looks >= looksAfterTold;
      const delayMs = untilTold ? Number.POSITIVE_INFINITY : jitteredDelayMs(backoff, looks, random);
      await sleep(clock, delayMs, wake.signal);
      if (wake.signal.aborted) {
        wake = new AbortController();
        looks = 0;
      }
    },
    told: () => wake.abort(),
  };
}
