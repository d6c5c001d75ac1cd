import { sleep, systemClock } from '@archipelago/apimachinery';
import { type Stop, stopOnSignals } from './stop-signal.ts';

const pauseMs = 2_000;

let stop: Stop | undefined;

/** Waits two seconds; false where Ctrl-C ends the wait. */
export async function lookAgain(): Promise<boolean> {
  stop ??= stopOnSignals(() => undefined);
  await sleep(systemClock, pauseMs, stop.signal);
  return !stop.signal.aborted;
}
