import type { JsonValue } from '@archipelago/apimachinery';

/** One request, its body read (see `readBody` for what becomes of a too large one). */
export interface RegistryCall {
  readonly method: string;
  /** `http(s)://host`, as the client sees this registry. */
  readonly origin: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
}

/** What the registry answers. HEAD is answered like GET; the server leaves out the body. */
export interface RegistryAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** The error codes of the distribution specification, and the status and message distribution gives them. */
const errors = {
  BLOB_UNKNOWN: [404, 'blob unknown to registry'],
  BLOB_UPLOAD_INVALID: [404, 'blob upload invalid'],
  BLOB_UPLOAD_UNKNOWN: [404, 'blob upload unknown to registry'],
  DENIED: [403, 'requested access to the resource is denied'],
  DIGEST_INVALID: [400, 'provided digest did not match uploaded content'],
  MANIFEST_BLOB_UNKNOWN: [400, 'blob unknown to registry'],
  MANIFEST_INVALID: [400, 'manifest invalid'],
  MANIFEST_UNKNOWN: [404, 'manifest unknown'],
  NAME_UNKNOWN: [404, 'repository name not known to registry'],
  PAGINATION_NUMBER_INVALID: [400, 'invalid number of results requested'],
  RANGE_INVALID: [416, 'invalid content range'],
  SIZE_INVALID: [413, 'provided length did not match content length'],
  TOOMANYREQUESTS: [429, 'too many requests'],
  UNAUTHORIZED: [401, 'authentication required'],
  UNAVAILABLE: [503, 'service unavailable'],
  UNKNOWN: [500, 'unknown error'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type RegistryErrorCode = keyof typeof errors;

export const nothing = new Uint8Array();

export function jsonAnswer(value: JsonValue, headers: RegistryAnswer['headers'] = {}): RegistryAnswer {
  const type = { 'Content-Type': 'application/json; charset=utf-8' };
  return { status: 200, headers: { ...type, ...headers }, body: Buffer.from(JSON.stringify(value)) };
}

/** A refusal in the specification's form; `message` and `status` where they are not the usual ones of the code. */
export function errorAnswer(
  code: RegistryErrorCode,
  { detail, message, status }: { detail?: JsonValue; message?: string; status?: number } = {},
): RegistryAnswer {
  const [usualStatus, usualMessage] = errors[code];
  const error = { code, message: message ?? usualMessage, ...(detail === undefined ? {} : { detail }) };
  return { ...jsonAnswer({ errors: [error] }), status: status ?? usualStatus };
}

/** Several blobs or children at once, as a manifest may lack them. */
export function missingBlobsAnswer(digests: readonly string[]): RegistryAnswer {
  const [status, message] = errors.MANIFEST_BLOB_UNKNOWN;
  const entries = digests.map((detail) => ({ code: 'MANIFEST_BLOB_UNKNOWN', message, detail }));
  return { ...jsonAnswer({ errors: entries }), status };
}

/** What is no path of the interface at all; registries answer that in plain text. */
export function plainAnswer(status: number, text: string): RegistryAnswer {
  return {
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
    body: Buffer.from(`${text}\n`),
  };
}

export function emptyAnswer(status: number, headers: RegistryAnswer['headers']): RegistryAnswer {
  return { status, headers, body: nothing };
}
