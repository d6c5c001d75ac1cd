import type { Clock } from '../../time/clock.ts';

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
  parent.addEventListener('abort', giveUp, { once: true });
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
      parent.removeEventListener('abort', giveUp);
    },
  };
}
