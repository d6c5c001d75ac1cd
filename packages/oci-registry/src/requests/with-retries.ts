import { jitteredDelayMs, sleep } from '@archipelago/apimachinery';
import { isTransient, type Outcome, type RegistryFailure } from '../outcomes/outcome.ts';
import { silence } from './connection-failure.ts';
import { startPatience } from './patience.ts';
import type { RegistrySession } from './registry-session.ts';

/** What is tried, for messages, and how long all attempts may take. */
interface Retried {
  readonly host: string;
  readonly asked: string;
  readonly wholeMs: number;
  readonly signal: AbortSignal;
}

/** Tries again what may go better later, with growing and jittered waits, never earlier than the registry asked. */
export async function withRetries<T>(
  session: RegistrySession,
  retried: Retried,
  attempt: (signal: AbortSignal) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const { clock, limits } = session;
  const whole = startPatience(clock, retried.wholeMs, retried.signal);
  const endMs = clock.monotonic() + retried.wholeMs;
  try {
    for (let failures = 1; ; failures += 1) {
      const outcome = await attempt(whole.signal);
      if (outcome.kind === 'aborted' && whole.ranOut()) return silence(retried, retried.wholeMs);
      if (outcome.kind === 'ok' || !isTransient(outcome) || failures >= limits.attempts) return outcome;
      const waitMs = waitAfter(outcome, failures, session);
      if (clock.monotonic() + waitMs >= endMs) return outcome;
      await sleep(clock, waitMs, whole.signal);
      if (retried.signal.aborted) return { ...outcome, kind: 'aborted' };
    }
  } finally {
    whole.end();
  }
}

function waitAfter(failure: RegistryFailure, failures: number, { limits, random }: RegistrySession): number {
  const wait = jitteredDelayMs(limits.backoff, failures - 1, random);
  return failure.kind === 'rateLimited' ? Math.max(failure.retryAfterMs ?? 0, wait) : wait;
}
