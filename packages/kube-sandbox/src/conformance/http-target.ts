import { request as httpRequest, type IncomingMessage } from 'node:http';
import { isJsonObject, type JsonValue, parseJson } from '@archipelago/apimachinery';
import { parse } from 'yaml';
import type { ScenarioRequest } from './scenario.ts';

/** An answer with the headers scenarios compare, its body parsed as far as it can be. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, JsonValue>>;
  readonly kind: string;
  readonly body: JsonValue;
}

const COMPARED = [
  'Content-Type',
  'Warning',
  'Retry-After',
  'Content-Encoding',
  'Cache-Control',
  'Www-Authenticate',
  'Location',
  'Allow',
];

function headersOf(message: IncomingMessage): Record<string, JsonValue> {
  const entries = COMPARED.flatMap((name) => {
    const values = message.headersDistinct[name.toLowerCase()];
    if (values === undefined) return [];
    return [[name, name === 'Warning' ? values : (values[0] ?? '')] as const];
  });
  return Object.fromEntries(entries);
}

function jsonOf(text: string): JsonValue | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** JSON with spaces after colons and commas, as the recorder sent it: some refusals repeat the body. */
function spacedJson(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(spacedJson).join(', ')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([key, item]) => `${JSON.stringify(key)}: ${spacedJson(item ?? null)}`,
  );
  return `{${members.join(', ')}}`;
}

function decode(contentType: string, data: Buffer): { readonly kind: string; readonly body: JsonValue } {
  if (data.length === 0) return { kind: 'empty', body: null };
  const text = data.toString();
  const json = contentType.includes('json') || /^[{[]/.test(text) ? jsonOf(text) : undefined;
  if (json !== undefined) return { kind: 'json', body: json };
  // Every scalar stays a text.
  if (contentType.includes('yaml')) return { kind: 'yaml', body: parse(text, { schema: 'failsafe' }) };
  const isText = Buffer.from(text).equals(data);
  return isText
    ? { kind: 'text', body: text }
    : { kind: 'binary', body: data.subarray(0, 8).toString('base64') };
}

/** A server scenarios run against. */
export class HttpTarget {
  readonly #url: URL;
  readonly #token: string;

  constructor(url: string, token: string) {
    this.#url = new URL(url);
    this.#token = token;
  }

  #headers(request: ScenarioRequest): Record<string, string> {
    const { auth = 'admin' } = request;
    const token = auth === 'admin' ? this.#token : auth;
    const defaults = {
      'User-Agent': 'corpus/1.0',
      Accept: 'application/json',
      ...(auth === 'anonymous' ? {} : { Authorization: `Bearer ${token}` }),
      ...(request.body === undefined ? {} : { 'Content-Type': 'application/json' }),
    };
    const entries = Object.entries({ ...defaults, ...request.headers });
    return Object.fromEntries(
      entries.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const])),
    );
  }

  #body(request: ScenarioRequest): string | undefined {
    const { bodyGenerator: generator } = request;
    if (generator !== undefined)
      return generator.prefix + generator.repeat.repeat(generator.count) + generator.suffix;
    if (request.rawBody !== undefined) return request.rawBody;
    return request.body === undefined ? undefined : spacedJson(request.body);
  }

  /** Sends a request; resolves when the response's headers are there. */
  open(request: ScenarioRequest): Promise<IncomingMessage> {
    const body = this.#body(request);
    const headers = this.#headers(request);
    if (body !== undefined) headers['Content-Length'] = String(Buffer.byteLength(body));
    return new Promise((resolve, reject) => {
      const { hostname, port } = this.#url;
      const outgoing = httpRequest(
        { hostname, port, path: request.path, method: request.method ?? 'GET', headers, agent: false },
        resolve,
      );
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  }

  async send(request: ScenarioRequest): Promise<Answer> {
    const message = await this.open(request);
    const chunks: Buffer[] = [];
    for await (const chunk of message) chunks.push(chunk);
    const headers = headersOf(message);
    return {
      status: message.statusCode ?? 0,
      headers,
      ...decode(String(headers['Content-Type'] ?? ''), Buffer.concat(chunks)),
    };
  }
}

/** The compared headers of a response whose body is still coming. */
export function comparedHeaders(message: IncomingMessage): Readonly<Record<string, JsonValue>> {
  return headersOf(message);
}
