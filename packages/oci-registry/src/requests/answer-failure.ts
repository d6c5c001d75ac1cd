import { isJsonObject, type JsonValue } from '@archipelago/apimachinery';
import { parseJson } from '../manifests/parse-manifest.ts';
import type { RegistryError, RegistryFailure } from '../outcomes/outcome.ts';

/** An answer that is no success, with the start of its body. */
interface RefusedAnswer {
  readonly host: string;
  readonly asked: string;
  readonly method: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | undefined;
  /** The clock's time, for a Retry-After that is a date. */
  readonly now: number;
}

const mostErrors = 20;

/** What an answer outside the 2xx family means. */
export function answerFailure(answer: RefusedAnswer): RegistryFailure {
  const { host, asked, status } = answer;
  const errors = readErrors(answer.body);
  const said = errors.map(({ code, message }) => [code, message].filter((part) => part !== '').join(': '));
  const details = { host, asked, status, errors, reason: [`the answer was ${status}`, ...said].join(', ') };
  if (status === 401 || status === 403) return { kind: 'unauthorized', ...details, fix: rightsFix(status) };
  if (status === 429)
    return {
      kind: 'rateLimited',
      ...details,
      retryAfterMs: retryAfterMs(answer),
      fix: 'wait, or log in: registries allow more to whom they know',
    };
  if (status >= 500 || status === 408)
    return { kind: 'unreachable', ...details, fix: 'look at the registry: it is up but failing' };
  if (status === 404 && answer.method !== 'PUT')
    return { kind: 'absent', ...details, fix: 'check repository, tag and digest' };
  return { kind: 'refused', ...details, fix: 'look at what the registry says' };
}

function rightsFix(status: number): string {
  return status === 401
    ? 'give credentials for this repository; some registries answer so when it does not exist'
    : 'give credentials with the right to do this';
}

/** How long to wait as the answer says it, in milliseconds: seconds, or a date (RFC 9110, 10.2.3). */
export function retryAfterMs({ headers, now }: Pick<RefusedAnswer, 'headers' | 'now'>): number | undefined {
  const value = headers['retry-after']?.trim() ?? '';
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

function readErrors(body: Uint8Array | undefined): readonly RegistryError[] {
  const document = body === undefined ? undefined : parseJson(body);
  const errors = isJsonObject(document) ? document.errors : undefined;
  return Array.isArray(errors) ? errors.slice(0, mostErrors).flatMap(readError) : [];
}

function readError(value: JsonValue): readonly RegistryError[] {
  if (!isJsonObject(value)) return [];
  return [{ code: shown(value.code), message: shown(value.message), detail: shown(value.detail) }];
}

const longestText = 300;

function shown(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return '';
  return (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, longestText);
}
