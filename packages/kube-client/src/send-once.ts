import type { Clock } from '@archipelago/apimachinery';
import { ApiConnectionError, connectionError } from './api-connection-error.ts';
import { type ApiResult, type KubernetesStatus, statusOfAnswer } from './kubernetes-status.ts';
import type {
  OutgoingRequest,
  RequestObservation,
  RequestTracer,
  TracedRequest,
} from './outgoing-request.ts';
import type { HttpResponse, Transport } from './transport.ts';

/** Reads a successful answer. `abort` ends the exchange, for streams that outlive the call. */
export type AnswerReader<T> = (response: HttpResponse, abort: () => void) => Promise<T>;

/** What one attempt needs from its surroundings. */
export interface AttemptOptions {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly userAgent: string;
  readonly observe: (observation: RequestObservation) => void;
  readonly trace?: RequestTracer | undefined;
}

/** When an attempt has to end. */
interface AttemptLimits {
  readonly signal: AbortSignal | undefined;
  /** On the monotonic clock. */
  readonly deadline: number;
}

/** How one attempt ended. */
export type Attempt<T> =
  | { readonly kind: 'answered'; readonly result: ApiResult<T> }
  | { readonly kind: 'failed'; readonly error: ApiConnectionError };

/** Sends a request once and reads its answer; never throws. */
export async function sendOnce<T>(
  settings: AttemptOptions,
  request: OutgoingRequest,
  limits: AttemptLimits,
  read: AnswerReader<T>,
): Promise<Attempt<T>> {
  const { clock } = settings;
  const started = clock.monotonic();
  const ending = endingOf(clock, limits);
  const traced = settings.trace?.(request);
  const seen: { status?: number; failure?: ApiConnectionError } = {};
  try {
    const sending = settings.transport.send(
      httpRequest(settings, request, { signal: ending.signal, traced }),
    );
    const response = await orAborted(sending, ending.signal);
    seen.status = response.status;
    const result: ApiResult<T> =
      response.status >= 200 && response.status < 300
        ? { ok: true, value: await read(response, ending.abort) }
        : { ok: false, status: await refusalOf(response, clock) };
    return { kind: 'answered', result };
  } catch (cause) {
    const what = `${request.method} ${request.path}`;
    const { server } = settings.transport;
    const error = ending.error(`${what} at ${server}`) ?? connectionError(what, server, cause);
    ending.abort();
    seen.failure = error;
    return { kind: 'failed', error };
  } finally {
    ending.settle();
    const { verb, resource } = request;
    tellAll(settings, traced, { verb, resource, ...seen, durationMs: clock.monotonic() - started });
  }
}

function tellAll(
  { observe }: AttemptOptions,
  traced: TracedRequest | undefined,
  observation: RequestObservation,
): void {
  observe(observation);
  traced?.ended(observation);
}

interface Ending {
  readonly signal: AbortSignal;
  abort(): void;
  /** Lets go of the deadline and of the caller's signal. */
  settle(): void;
  /** The error when the deadline or the caller ended the attempt. */
  error(what: string): ApiConnectionError | undefined;
}

function endingOf(clock: Clock, { signal, deadline }: AttemptLimits): Ending {
  const controller = new AbortController();
  let late = false;
  const abort = () => controller.abort();
  const cancelTimer = clock.after(deadline - clock.monotonic(), () => {
    late = true;
    abort();
  });
  signal?.addEventListener('abort', abort);
  if (signal?.aborted === true) {
    abort();
  }
  return {
    signal: controller.signal,
    abort,
    settle() {
      cancelTimer();
      signal?.removeEventListener('abort', abort);
    },
    error(what) {
      if (late) {
        return new ApiConnectionError('deadline', `${what}: no answer before the deadline`);
      }
      return signal?.aborted === true ? new ApiConnectionError('aborted', `${what}: aborted`) : undefined;
    },
  };
}

/** Also ends the wait for what cannot be aborted: files and credential plugins. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = () => reject(new Error('aborted'));
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted) {
      end();
    }
    work.then(resolve, reject);
  });
}

function httpRequest(
  { userAgent }: AttemptOptions,
  request: OutgoingRequest,
  { signal, traced }: { readonly signal: AbortSignal; readonly traced: TracedRequest | undefined },
) {
  const content = request.contentType === undefined ? {} : { 'Content-Type': request.contentType };
  return {
    method: request.method,
    path: request.path,
    headers: {
      Accept: request.accept ?? 'application/json',
      'User-Agent': userAgent,
      ...content,
      ...traced?.headers,
    },
    body: request.body,
    signal,
  };
}

async function refusalOf(response: HttpResponse, clock: Clock): Promise<KubernetesStatus> {
  const wait = retryAfterMs(response.headers['retry-after'], clock);
  return statusOfAnswer(response.status, await readText(response), wait);
}

/** Retry-After is a number of seconds or a date. */
function retryAfterMs(header: string | undefined, clock: Clock): number | undefined {
  if (header === undefined) {
    return undefined;
  }
  if (/^[0-9]{1,9}$/.test(header)) {
    return Number(header) * 1000;
  }
  const until = Date.parse(header);
  return Number.isNaN(until) ? undefined : Math.max(0, until - clock.now());
}

const largestBody = 256 * 1024 * 1024;

/** Reads a whole body as UTF-8. */
export async function readText(response: HttpResponse): Promise<string> {
  const chunks: Uint8Array[] = [];
  await readChunks(response, (chunk) => chunks.push(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

/** Reads a body as it arrives; throws on one that is too long. */
export async function readChunks({ body }: HttpResponse, take: (chunk: Uint8Array) => void): Promise<void> {
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > largestBody) {
      throw new ApiConnectionError('malformed', `the answer is longer than ${largestBody} bytes`);
    }
    take(chunk);
  }
}
