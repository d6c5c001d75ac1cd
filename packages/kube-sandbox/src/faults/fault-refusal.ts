import type { Refusal } from '../refusals/refusal.ts';
import { conflict, expired, modified, refuse } from '../refusals/status.ts';
import type { ApiRequest } from '../requests/api-request.ts';
import { parsePath } from '../requests/parse-path.ts';

/** What a refusal says besides its status. */
export interface RefusalWords {
  readonly message?: string;
  /** As in a Status: `TooManyRequests`; by default the one that goes with the status. */
  readonly reason?: string;
  /** Sent as `Retry-After`. */
  readonly retryAfterSeconds?: number;
}

const reasons: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  409: 'Conflict',
  410: 'Expired',
  413: 'RequestEntityTooLarge',
  422: 'Invalid',
  429: 'TooManyRequests',
  500: 'InternalError',
  503: 'ServiceUnavailable',
  504: 'Timeout',
};

/** The refusal of a fault. */
export function faultRefusal(code: number, words: RefusalWords): Refusal {
  const { message = `a fault of the sandbox: ${code}`, retryAfterSeconds } = words;
  const reason = words.reason ?? reasons[code];
  return refuse({
    code,
    message,
    ...(reason === undefined ? {} : { reason }),
    ...(retryAfterSeconds === undefined
      ? {}
      : { retryAfter: retryAfterSeconds, details: { retryAfterSeconds } }),
  });
}

/** The conflict of somebody who wrote on what is no longer the latest version. */
export function conflictOf({ path }: ApiRequest): Refusal {
  const parsed = parsePath(path);
  if (parsed.kind !== 'resource') return conflict({ group: '', resource: '' }, '', 'a fault of the sandbox');
  const { group, resource, name = '' } = parsed.path;
  return modified({ group, resource }, name);
}

/** A read from a moment that the server has forgotten. */
export function forgotten(): Refusal {
  return expired('The resourceVersion for the provided watch is too old.');
}
