import type { JsonObject } from '@archipelago/apimachinery';

/** A request that is refused: the `Status` object the client gets (its `code` is the HTTP status). */
export class Refusal {
  readonly status: JsonObject;
  readonly code: number;
  /** Seconds for the `Retry-After` header. */
  readonly retryAfter: number | undefined;

  constructor(status: JsonObject, code: number, retryAfter?: number) {
    this.status = status;
    this.code = code;
    this.retryAfter = retryAfter;
  }
}
