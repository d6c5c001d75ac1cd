import { type Backoff, jitteredDelayMs, sleep } from '@archipelago/apimachinery';
import { ApiConnectionError, mayPass, wasNeverSent } from './api-connection-error.ts';
import type { ApiResult } from './kubernetes-status.ts';
import type { OutgoingRequest } from './outgoing-request.ts';
import { type AnswerReader, type Attempt, type AttemptOptions, sendOnce } from './send-once.ts';

/** What every call accepts. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** For the call with all its retries; of a watch, until the stream begins. */
  readonly deadlineMs?: number | undefined;
  /**
   * Asked right before each attempt; where it says no, nothing is sent and the call throws (`aborted`). A signal tells of an end
   * when somebody runs to raise it: a process that was suspended finds out by its clock.
   */
  readonly isAllowed?: (() => boolean) | undefined;
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
    async send<T>(request: OutgoingRequest, options: CallOptions, read: AnswerReader<T>) {
      const { signal } = options;
      const deadline = clock.monotonic() + (options.deadlineMs ?? settings.deadlineMs);
      const attemptOnce = () => attemptIfAllowed(settings, request, { ...options, deadline }, read);
      let outcome = await attemptOnce();
      if (isUnauthorized(outcome) && transport.credentialsRefused()) {
        outcome = await attemptOnce();
      }
      for (let attempt = 1; attempt < maxAttempts; attempt += 1) {
        const delayMs = retryDelayMs(settings, request, outcome, attempt);
        if (delayMs === undefined || clock.monotonic() + delayMs >= deadline || signal?.aborted === true) {
          break;
        }
        await sleep(clock, delayMs, signal ?? neverAborted);
        outcome = await attemptOnce();
      }
      return settled(outcome);
    },
  };
}

async function attemptIfAllowed<T>(
  settings: SenderOptions,
  request: OutgoingRequest,
  { signal, deadline, isAllowed = () => true }: CallOptions & { readonly deadline: number },
  read: AnswerReader<T>,
): Promise<Attempt<T>> {
  if (isAllowed()) return await sendOnce(settings, request, { signal, deadline }, read);
  const message = `${request.method} ${request.path} was not sent: its sender may not act any more`;
  return { kind: 'failed', error: new ApiConnectionError('aborted', message) };
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
