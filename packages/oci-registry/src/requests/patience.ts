import type { Clock } from '@archipelago/apimachinery';
import { whenAborted } from '../sharing/when-aborted.ts';

/** Ends something that takes too long. */
export interface Patience {
  /** Aborted when time ran out or when `parent` was. */
  readonly signal: AbortSignal;
  /** Starts the time anew: something came. */
  touch(): void;
  ranOut(): boolean;
  /** Must be called; takes back the timer. */
  end(): void;
}

export function startPatience(clock: Clock, ms: number, parent: AbortSignal): Patience {
  const controller = new AbortController();
  let ranOut = false;
  const giveUp = () => controller.abort();
  const start = () =>
    clock.after(ms, () => {
      ranOut = true;
      giveUp();
    });
  let cancel = start();
  const forget = whenAborted(parent, giveUp);
  if (parent.aborted) giveUp();
  return {
    signal: controller.signal,
    touch() {
      cancel();
      cancel = start();
    },
    ranOut: () => ranOut,
    end() {
      cancel();
      forget();
    },
  };
}
