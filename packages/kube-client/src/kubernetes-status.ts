import { isJsonObject, type JsonObject, type JsonValue, objectsAt, textAt } from '@archipelago/apimachinery';
import { parseJson } from './json-text.ts';

/** An API server's refusal (meta/v1 Status), or one built from an answer that was not a Status. */
export interface KubernetesStatus {
  /** HTTP status code, 400–599; the Status' own code inside a watch. */
  readonly code: number;
  /** Machine-readable: `NotFound`, `Conflict`, `AlreadyExists`, `Expired`, `Invalid`, …; may be empty. */
  readonly reason: string;
  readonly message: string;
  readonly details?: JsonObject;
  /** From the Retry-After header or `details.retryAfterSeconds`. */
  readonly retryAfterMs?: number;
}

/**
 * What a request gave. Every answer of the server is a value, refusals too; only a request that got
 * no usable answer (connection, TLS, deadline, malformed body) throws, an `ApiConnectionError`.
 */
export type ApiResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly status: KubernetesStatus };

const longestQuote = 300;

/** Reads a refusal from an HTTP answer; a body that is no Status, a proxy's page say, is quoted. */
export function statusOfAnswer(code: number, body: string, retryAfterMs?: number): KubernetesStatus {
  const parsed = parsedOrUndefined(body);
  if (isJsonObject(parsed) && parsed.kind === 'Status') {
    return statusOfObject(parsed, code, retryAfterMs);
  }
  const text = body.trim().slice(0, longestQuote);
  const message = `HTTP ${code}${text === '' ? '' : `: ${text}`}`;
  return { code, reason: '', message, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
}

/** Reads a meta/v1 Status object; `code` stands in where the object has none. */
export function statusOfObject(status: JsonObject, code: number, retryAfterMs?: number): KubernetesStatus {
  const details = isJsonObject(status.details) ? status.details : undefined;
  const seconds = details?.retryAfterSeconds;
  const wait = retryAfterMs ?? (typeof seconds === 'number' && seconds > 0 ? seconds * 1000 : undefined);
  return {
    code: typeof status.code === 'number' ? status.code : code,
    reason: textAt(status, 'reason'),
    message: textAt(status, 'message'),
    ...(details === undefined ? {} : { details }),
    ...(wait === undefined ? {} : { retryAfterMs: wait }),
  };
}

/** True when the history a watch or a continue token needs is gone: list again. */
export function isExpired({ code, reason }: KubernetesStatus): boolean {
  return code === 410 || reason === 'Expired' || reason === 'Gone';
}

/**
 * True when the server refuses because of who we are (403): RBAC, RBAC's rule against granting more than one has, or the
 * rule about owners one may not finalize. Admission answers 403 for reasons of its own, which no grant mends.
 */
export function isMissingPermission({ code, message }: KubernetesStatus): boolean {
  return code === 403 && /\b[Uu]ser ".*" (?:cannot |\(groups=)|cannot set blockOwnerDeletion/s.test(message);
}

/**
 * True when the object of that name is not there. An API server that does not serve the kind yet, or a proxy, answers 404, too; they
 * know nothing of the object and do not name it.
 */
export function isObjectMissing({ code, reason, details }: KubernetesStatus, name: string): boolean {
  return code === 404 && reason === 'NotFound' && textAt(details, 'name') === name;
}

/**
 * True when a JSON patch does not fit the object as it is: a `test` does not hold, or a path is not there. What the patched object is
 * refused for names the object.
 */
export function isPatchUnfit({ code, reason, details }: KubernetesStatus): boolean {
  return code === 422 && reason === 'Invalid' && (textAt(details, 'name') ?? '') === '';
}

/** True when nothing can be created because the namespace is being deleted. */
export function isNamespaceTerminating({ code, details }: KubernetesStatus): boolean {
  const causes = objectsAt(details, 'causes');
  return code === 403 && causes.some(({ reason }) => reason === 'NamespaceTerminating');
}

function parsedOrUndefined(body: string): JsonValue | undefined {
  try {
    return parseJson(body);
  } catch {
    return undefined;
  }
}
