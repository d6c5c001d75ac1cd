import type { IncomingMessage } from 'node:http';
import { isJsonObject, type JsonObject } from '@archipelago/apimachinery';
import type { ChangeFeed } from './changes/change-feed.ts';
import type { PageDocument } from './changes/page-document.ts';
import { openEventStream } from './event-stream.ts';
import type { Refusal } from './requests/judge-request.ts';
import { readJsonBody } from './requests/read-json-body.ts';
import { type Exchange, sendJson, sendRefusal } from './send-json.ts';
import type { Sessions } from './sessions/create-sessions.ts';

/** Looks at what a page shows; `before`: what was seen last. Never rejects for what may happen to a cluster. */
export type LookAtPage = (before: PageDocument | undefined) => Promise<PageDocument>;

/** Something that a page asks for with a body: a plan, a change. */
export interface Ask {
  /** What a body must be, for who sent another: `{"patch": …}`. */
  readonly wants: string;
  /** Whether a body is of that shape. */
  readonly fits: (body: JsonObject) => boolean;
  /** Answers one that is. Never rejects for what may happen to a cluster. */
  readonly answer: (body: JsonObject) => Promise<JsonObject>;
}

/** What the API answers from. */
export interface Api {
  /** Of this console alone: cookies are sent to every port of a host. */
  readonly cookieName: string;
  readonly sessions: Sessions;
  readonly pages: ReadonlyMap<string, LookAtPage>;
  readonly feeds: ReadonlyMap<string, ChangeFeed>;
  /** By name: `plan` is asked for by `POST /api/plan`. */
  readonly asks: ReadonlyMap<string, Ask>;
  /** Functions that end the streams that are open, with the cookie of their session. */
  readonly streams: Map<() => void, string | undefined>;
}

interface Call extends Exchange {
  readonly api: Api;
  readonly path: string;
  readonly query: URLSearchParams;
}

/** Answers a request below `/api/` that has been judged. */
export async function answerApi(call: Call): Promise<void> {
  const { api, path } = call;
  if (path === '/api/session') return answerSession(call);
  if (!isKnown(call)) return sendRefusal(call, notKnown);
  const ask = api.asks.get(path.slice('/api/'.length));
  return ask === undefined ? answerPage(call) : answerAsk(call, ask);
}

async function answerPage(call: Call): Promise<void> {
  const { api, request, path, query } = call;
  const isStream = path === '/api/events';
  const name = isStream ? (query.get('page') ?? '') : path.slice('/api/'.length);
  const [page, feed] = [api.pages.get(name), api.feeds.get(name)];
  if (page === undefined || feed === undefined) return sendRefusal(call, notThere(api));
  const methods = isStream ? ['GET'] : ['GET', 'HEAD'];
  if (!methods.includes(String(request.method))) return sendRefusal(call, otherMethod, methods);
  return isStream ? stream(call, feed) : sendJson(call, 200, await page(undefined));
}

function isKnown({ api, request }: Call): boolean {
  const token = request.headers['archipelago-token'];
  return api.sessions.isOpen({
    cookie: cookieOf(request, api.cookieName),
    token: typeof token === 'string' ? token : undefined,
  });
}

/** A session begins with the code of the link, and ends when its page says so. */
async function answerSession(call: Call): Promise<void> {
  const { api, request, response } = call;
  const attributes = 'Path=/api; HttpOnly; SameSite=Strict';
  if (request.method === 'DELETE') {
    if (!isKnown(call)) return sendRefusal(call, notKnown);
    const cookie = cookieOf(request, api.cookieName);
    api.sessions.end(cookie);
    for (const [end, of] of api.streams) if (of === cookie) end();
    response.setHeader('set-cookie', `${api.cookieName}=; Max-Age=0; ${attributes}`);
    response.writeHead(204).end();
    return;
  }
  if (request.method !== 'POST') return sendRefusal(call, otherMethod, ['POST', 'DELETE']);
  const body = await readJsonBody(request);
  if (!body.ok) return sendRefusal(call, body);
  const code = isJsonObject(body.value) ? body.value.code : undefined;
  const session = typeof code === 'string' ? api.sessions.start(code) : undefined;
  if (session === undefined) return sendRefusal(call, wrongCode);
  response.setHeader('set-cookie', `${api.cookieName}=${session.cookie}; ${attributes}`);
  sendJson(call, 200, { token: session.token });
}

async function answerAsk(call: Call, { wants, fits, answer }: Ask): Promise<void> {
  if (call.request.method !== 'POST') return sendRefusal(call, otherMethod, ['POST']);
  const body = await readJsonBody(call.request);
  if (!body.ok) return sendRefusal(call, body);
  if (isJsonObject(body.value) && fits(body.value)) return sendJson(call, 200, await answer(body.value));
  sendRefusal(call, { status: 400, reason: 'OtherBody', message: `send ${wants}` });
}

function stream({ api, request, response }: Call, feed: ChangeFeed): void {
  const last = request.headers['last-event-id'];
  const end = openEventStream(response, feed, typeof last === 'string' ? last : undefined);
  api.streams.set(end, cookieOf(request, api.cookieName));
  response.once('close', () => api.streams.delete(end));
}

function cookieOf(request: IncomingMessage, name: string): string | undefined {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}

const notKnown: Refusal = {
  status: 401,
  reason: 'NoSession',
  message: 'no session; open the link that archipelago console has printed, or start it again for a new one',
};
const wrongCode: Refusal = {
  status: 401,
  reason: 'WrongCode',
  message: 'the link was used or is too old; start archipelago console again',
};
const otherMethod: Refusal = { status: 405, reason: 'OtherMethod', message: 'not with this method' };

function notThere({ pages }: Api): Refusal {
  return { status: 404, reason: 'NoSuchPage', message: `there are: ${[...pages.keys()].join(', ')}` };
}
