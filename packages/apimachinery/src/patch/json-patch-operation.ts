import type { JsonValue } from '../api/json-value.ts';

/**
 * One operation of a JSON patch (RFC 6902). What an operation needs and lacks is refused when it is applied;
 * `parseJsonPatch` refuses it before.
 */
export type JsonPatchOperation = {
  /** `add`, `remove`, `replace`, `move`, `copy` or `test`. */
  readonly op: string;
  /** JSON pointer to where the operation happens; only a patch sent to an API server can lack it. */
  readonly path?: string;
  /** JSON pointer to the source of `move` and `copy`. */
  readonly from?: string;
  readonly value?: JsonValue;
  /**
   * The value has a number that is not spelled the way the API server prints it (`1.0`, `1e3`). Dialect
   * `apiserver` compares texts, so a `test` with such a value never holds.
   */
  readonly oddNumbers?: boolean;
};

/** What an operation comes to: the message says why it does not apply. */
export type Applied = { readonly ok: true } | Refused;

export interface Refused {
  readonly ok: false;
  readonly message: string;
  /** HTTP status of the API server for it; 422 where not given. */
  readonly status?: number;
}

export const applied: Applied = { ok: true };

export function refuse(message: string): Refused {
  return { ok: false, message };
}

/** Copies may add this much to a document, as in the API server: a short patch could double it again and again. */
export const maxCopiedBytes = 3 * 1024 * 1024;
