import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { isIP } from 'node:net';
import { type JsonValue, parseJson } from '@archipelago/apimachinery';
import { UnreachableError } from '../../cluster/unreachable-error.ts';
import { UsageError } from '../../process/io.ts';

/** Where to ask, and who asks. */
export interface Endpoint {
  readonly url: URL;
  readonly token: string | undefined;
  /** PEM of the authorities to trust; undefined: those of the system. */
  readonly authorities: string | undefined;
}

interface JsonAnswer {
  readonly status: number;
  /** undefined: it is no JSON. */
  readonly body: JsonValue | undefined;
}

const patienceMs = 10_000;
const mostBytes = 16 * 1024 * 1024;

/** Reads what `--url` or its like says. A token goes over TLS, or stays on this machine. */
export function parseUrl(text: string, token: string | undefined, flag: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const shown = JSON.stringify(url === undefined ? text : withoutLogin(url));
  if (url === undefined || !['http:', 'https:'].includes(url.protocol))
    throw new UsageError(`${flag} ${shown}: must be an address like http://127.0.0.1:9090`);
  if (url.username !== '' || url.password !== '')
    throw new UsageError(`${flag} ${shown}: must hold no login; --token-file names a file with a token`);
  if (token !== undefined && url.protocol === 'http:' && !isThisMachine(url))
    throw new UsageError(
      `--token-file: ${shown} is not encrypted, and the token would be read on the way; use https`,
    );
  // as `up` and a ServiceMonitor name the endpoint of the operator
  url.pathname = url.pathname.replace(/\/metrics$/, '/');
  return url;
}

function withoutLogin(url: URL): string {
  const shown = new URL(url);
  [shown.username, shown.password] = ['', ''];
  return String(shown);
}

function isThisMachine({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

/** Asks for a path below the address. Follows no redirect: the token is for whom it was given to. */
export async function getJson(
  endpoint: Endpoint,
  path: string,
  query: Readonly<Record<string, string>> = {},
): Promise<JsonAnswer> {
  const { status, text } = await getText(endpoint, path, { query, accept: 'application/json' });
  return { status, body: parsed(text) };
}

interface TextAnswer {
  readonly status: number;
  readonly text: string;
}

/** The same for an answer of any type. */
export async function getText(
  { url, token, authorities }: Endpoint,
  path: string,
  { query = {}, accept }: { readonly query?: Readonly<Record<string, string>>; readonly accept: string },
): Promise<TextAnswer> {
  const target = new URL(`${url.pathname.replace(/\/$/, '')}${path}`, url);
  for (const [name, value] of Object.entries(query)) target.searchParams.set(name, value);
  const headers = {
    accept,
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  try {
    return await send(target, { headers, ...(authorities === undefined ? {} : { ca: authorities }) });
  } catch (error) {
    throw new UnreachableError(`${withoutLogin(url)}: ${reasonOf(error)}`);
  }
}

function send(target: URL, options: object): Promise<TextAnswer> {
  const request = target.protocol === 'https:' ? requestSecure : requestPlain;
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(patienceMs);
    const sent = request(target, { ...options, signal }, (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        chunks.push(chunk);
        if (size > mostBytes) response.destroy(new Error(`the answer is longer than ${mostBytes} bytes`));
      });
      response.once('error', reject);
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
      );
    });
    sent.once('error', reject).end();
  });
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isLate = error.name === 'TimeoutError' || error.name === 'AbortError';
  return isLate ? `no answer within ${patienceMs / 1_000} s` : error.message;
}

function parsed(text: string): JsonValue | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
