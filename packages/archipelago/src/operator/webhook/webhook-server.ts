import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { JsonValue } from '@archipelago/apimachinery';
import { parseJson, stringifyJson } from '@archipelago/kube-client';
import type { Judgement, Review } from '../options/review.ts';
import { type BoundedServer, startBoundedServer } from '../serving/bounded-server.ts';
import { printAnswer, readReview } from './admission-review.ts';
import { ByteBudget } from './byte-budget.ts';
import { webhookNames } from './webhook-names.ts';

interface WebhookServerOptions {
  /** 0 takes a free port. */
  readonly port: number;
  /** undefined: every address of the machine. */
  readonly host: string | undefined;
  readonly judge: (review: Review) => Promise<Judgement>;
  /** What went wrong with a request. */
  readonly onProblem: (message: string) => void;
}

/** An update has the object twice, each of which a server stores up to 1.5 MiB. */
const longestBody = 4 * 1024 * 1024;
/** Nearly all are shorter; who announces more cannot keep these waiting. */
const usualBody = 256 * 1024;
/** What all requests of a size may hold together. */
const bytesAtOnce = 4 * longestBody;
/** From an API server a body comes at once; who sends it slowly keeps others waiting. */
const bodyWithinMs = 2_000;
/** Connections of API servers stay open for 90 seconds without a request. */
const keepAliveMs = 95_000;
const mostConnections = 256;

/** What a path says to the JSON in a body: its answer, or a status and why there is none. */
type Said = { readonly answer: JsonValue } | { readonly status: number; readonly because: string };
type Route = (body: JsonValue) => Promise<Said>;

/** Serves the admission webhook with HTTPS; it answers when there is a certificate. Rejects when the port is taken. */
export async function startWebhookServer(options: WebhookServerOptions): Promise<BoundedServer> {
  const budgets = { usual: new ByteBudget(bytesAtOnce), long: new ByteBudget(bytesAtOnce) };
  const routes = new Map<string, Route>([[webhookNames.path, (body) => judge(body, options)]]);
  const listener: RequestListener = (request, response) => {
    answer(request, response, { routes, budgets }).catch((error: unknown) => {
      options.onProblem(
        `the webhook could not answer: ${error instanceof Error ? error.message : String(error)}`,
      );
      if (!response.headersSent) say(response, 500, 'the request could not be judged');
    });
  };
  const { port, host } = options;
  return startBoundedServer({ port, host, certificate: 'none yet', listener, mostConnections, keepAliveMs });
}

interface Serving {
  /** By path: all of them share the server's limits. */
  readonly routes: ReadonlyMap<string, Route>;
  readonly budgets: Readonly<Record<'usual' | 'long', ByteBudget>>;
}

async function answer(request: IncomingMessage, response: ServerResponse, serving: Serving): Promise<void> {
  const route = serving.routes.get(request.url?.split('?')[0] ?? '');
  if (route === undefined)
    return say(response, 404, `not found; there is ${[...serving.routes.keys()].join(', ')}`);
  const objection = objectionTo(request);
  if (objection !== undefined) return say(response, ...objection);
  const bytes = Number(request.headers['content-length']);
  const release = await serving.budgets[bytes > usualBody ? 'long' : 'usual'].take(bytes);
  try {
    const body = await bodyOf(request);
    if (body === undefined) return say(response, 408, 'the body did not come in time');
    await follow(route, body, response);
  } finally {
    release();
  }
}

/** Why a request is not even read: status and reason. */
function objectionTo({ method, headers }: IncomingMessage): readonly [number, string] | undefined {
  if (method !== 'POST') return [405, 'only POST'];
  if (headers['content-type']?.split(';')[0]?.trim() !== 'application/json')
    return [415, 'only application/json'];
  const length = Number(headers['content-length'] ?? Number.NaN);
  if (!Number.isInteger(length)) return [411, 'the length of the body is missing'];
  return length > longestBody ? [413, `the body is longer than ${longestBody} bytes`] : undefined;
}

/** Undefined: it did not come, or not in time. */
function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  const late = setTimeout(() => request.destroy(), bodyWithinMs);
  const body = new Promise<string | undefined>((resolve) => {
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.once('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    request.once('error', () => resolve(undefined));
    request.once('close', () => resolve(undefined));
  });
  return body.finally(() => clearTimeout(late));
}

async function follow(route: Route, body: string, response: ServerResponse): Promise<void> {
  const parsed = jsonOf(body);
  if (parsed === undefined) return say(response, 400, 'the body is no JSON');
  const said = await route(parsed);
  if ('because' in said) return say(response, said.status, said.because);
  response.writeHead(200, { 'Content-Type': 'application/json' });
  response.end(stringifyJson(said.answer));
}

async function judge(body: JsonValue, { judge: ask }: WebhookServerOptions): Promise<Said> {
  const read = readReview(body);
  if (read.kind === 'unusable') return { status: 400, because: read.because };
  const judgement = await ask(read.review);
  if ('unready' in judgement) return { status: 503, because: `not ready: ${judgement.unready}` };
  return { answer: printAnswer(read.review.uid, judgement) };
}

function jsonOf(text: string): JsonValue | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

function say(response: ServerResponse, status: number, text: string): void {
  response
    .writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' })
    .end(`${text}\n`);
}
