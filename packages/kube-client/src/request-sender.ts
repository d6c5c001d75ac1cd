import { type Backoff, jitteredDelayMs, sleep } from '@archipelago/apimachinery';
import { mayPass, wasNeverSent } from './api-connection-error.ts';
import type { ApiResult } from './kubernetes-status.ts';
import type { OutgoingRequest } from './outgoing-request.ts';
import { type AnswerReader, type Attempt, type AttemptOptions, sendOnce } from './send-once.ts';

/** What every call accepts. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** For the call with all its retries; of a watch, until the stream begins. */
  readonly deadlineMs?: number | undefined;
}

interface SenderOptions extends AttemptOptions {
  readonly random: () => number;
  readonly deadlineMs: number;
  readonly maxAttempts: number;
  readonly backoff: Backoff;
}

/** Sends requests, again where that is harmless. Throws only ApiConnectionError. */
export interface RequestSender {
  send<T>(request: OutgoingRequest, options: CallOptions, read: AnswerReader<T>): Promise<ApiResult<T>>;
}

const neverAborted = new AbortController().signal;

/**
 * Sends with retries: 429 and 503 that name a Retry-After (the server did not act), connection
 * errors when repeating is harmless, one 401 when credentials can be renewed. Waits have full jitter
 * and never reach beyond the deadline.
 */
export function createRequestSender(settings: SenderOptions): RequestSender {
  const { clock, maxAttempts, transport } = settings;
  return {
    async send(request, options, read) {
      const { signal } = options;
      const deadline = clock.monotonic() + (options.deadlineMs ?? settings.deadlineMs);
      let outcome = await sendOnce(settings, request, { signal, deadline }, read);
      if (isUnauthorized(outcome) && transport.credentialsRefused()) {
        outcome = await sendOnce(settings, request, { signal, deadline }, read);
      }
      for (let attempt = 1; attempt < maxAttempts; attempt += 1) {
        const delayMs = retryDelayMs(settings, request, outcome, attempt);
        if (delayMs === undefined || clock.monotonic() + delayMs >= deadline || signal?.aborted === true) {
          break;
        }
        await sleep(clock, delayMs, signal ?? neverAborted);
        outcome = await sendOnce(settings, request, { signal, deadline }, read);
      }
      return settled(outcome);
    },
  };
}

function settled<T>(attempt: Attempt<T>): ApiResult<T> {
  switch (attempt.kind) {
    case 'answered':
      return attempt.result;
    case 'failed':
      throw attempt.error;
  }
}

function isUnauthorized<T>(attempt: Attempt<T>): boolean {
  return attempt.kind === 'answered' && !attempt.result.ok && attempt.result.status.code === 401;
}

/** How long to wait before trying again; undefined when the outcome stands. */
function retryDelayMs<T>(
  { backoff, random }: SenderOptions,
  request: OutgoingRequest,
  outcome: Attempt<T>,
  attempt: number,
): number | undefined {
  const jittered = jitteredDelayMs(backoff, attempt - 1, random);
  if (outcome.kind === 'failed') {
    const harmless = request.idempotent ? mayPass(outcome.error) : wasNeverSent(outcome.error);
    return harmless ? jittered : undefined;
  }
  if (outcome.result.ok || request.refusalsStand === true) {
    return undefined;
  }
  const { code, retryAfterMs } = outcome.result.status;
  if (code === 429) {
    return (retryAfterMs ?? 0) + jittered;
  }
  return code === 503 && retryAfterMs !== undefined ? retryAfterMs + jittered : undefined;
}
