/**
 * Why a request got no usable answer:
 * - `unreachable`: no connection, or it broke
 * - `untrusted`: TLS could not be established
 * - `deadline`: no answer in time
 * - `aborted`: the caller gave up
 * - `malformed`: an answer that is not what an API server sends
 * - `credentials`: our own credentials could not be had
 */
type ConnectionFailure = 'unreachable' | 'untrusted' | 'deadline' | 'aborted' | 'malformed' | 'credentials';

/** Thrown for a request without a usable answer; refusals of the server are values instead. */
export class ApiConnectionError extends Error {
  override readonly name = 'ApiConnectionError';
  readonly failure: ConnectionFailure;
  /** Node's code of the cause, `ECONNREFUSED` say; empty when there is none. */
  readonly code: string;

  constructor(failure: ConnectionFailure, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.failure = failure;
    this.code = errorCode(cause);
  }
}

/** Errors of a connection that was never made: whatever the request was, the server did not act on it. */
const notConnected = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);
const broken = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ECONNABORTED', 'UND_ERR_SOCKET']);
const tlsCodes =
  /^(ERR_TLS|ERR_SSL|ERR_OSSL|EPROTO|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|INVALID_CA)/;

/** True when the server cannot have acted on the request. */
export function wasNeverSent({ code }: ApiConnectionError): boolean {
  return notConnected.has(code);
}

/** True when the same request may go through a moment later. */
export function mayPass({ code }: ApiConnectionError): boolean {
  return notConnected.has(code) || broken.has(code);
}

/** Node's error code, or an empty text. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Says what failed, where and why, from Node's error. */
export function connectionError(request: string, server: string, cause: unknown): ApiConnectionError {
  if (cause instanceof ApiConnectionError) {
    return new ApiConnectionError(cause.failure, `${request} at ${server}: ${cause.message}`, cause.cause);
  }
  const code = errorCode(cause);
  const reason = reasonOf(cause);
  const failure = failureOf(cause, code);
  return new ApiConnectionError(failure, `${request} at ${server}: ${reason}`, cause);
}

/** A host with several addresses fails with all their errors, and no message of its own. */
function reasonOf(cause: unknown): string {
  if (cause instanceof AggregateError && cause.message === '') {
    return cause.errors.map(reasonOf).join(', ');
  }
  return withoutPlaces(cause instanceof Error ? cause.message : String(cause));
}

/** OpenSSL names the function and the line of its source, too. */
function withoutPlaces(message: string): string {
  return message.replace(/[0-9A-F]+:error:[0-9A-F]+:SSL routines:[^:]*:([^:]+):.*\s*$/, '$1');
}

function failureOf(cause: unknown, code: string): ConnectionFailure {
  if (cause instanceof Error && cause.name === 'CredentialError') {
    return 'credentials';
  }
  return tlsCodes.test(code) ? 'untrusted' : 'unreachable';
}
