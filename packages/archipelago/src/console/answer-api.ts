import { isJsonObject } from '@archipelago/apimachinery';
import { answerSession, notKnown } from './answer-session.ts';
import type { Api } from './api.ts';
import type { ChangeFeed } from './changes/change-feed.ts';
import type { Ask, Desk } from './desk.ts';
import { openEventStream } from './event-stream.ts';
import type { Refusal } from './requests/judge-request.ts';
import { readJsonBody } from './requests/read-json-body.ts';
import { type Exchange, sendJson, sendRefusal } from './send-json.ts';
import { sessionOf } from './session-of.ts';
import type { Session } from './sessions/create-sessions.ts';

export type { Ask, LookAtPage } from './desk.ts';

interface Call extends Exchange {
  readonly path: string;
  readonly query: URLSearchParams;
}

/** Bytes of a body with an object twice, which API servers let have 1.5 MiB. */
const mostOfSessions = 4 * 1024 * 1024;
/** Requests of a session that are answered at the same time, streams aside: each may read a large cluster. */
const mostAtOnce = 16;
/** Streams of a session, which tabs in sight have: whoever has few rights must not take the connections and the memory of all others. */
const mostStreams = 16;

/** Answers a request below `/api/` that has been judged. */
export async function answerApi({ api, ...call }: Call & { readonly api: Api }): Promise<void> {
  if (call.path === '/api/session') return answerSession({ api, ...call });
  const session = sessionOf(api, call.request);
  if (session === undefined) return sendRefusal(call, notKnown(api));
  if (call.path === '/api/events') return answerStream(call, session);
  if (session.underWay.size >= mostAtOnce) return sendRefusal(call, busy);
  session.underWay.add(call);
  try {
    const ask = session.desk.asks.get(call.path.slice('/api/'.length));
    await (ask === undefined ? answerPage(call, session.desk) : answerAsk(call, ask, session.desk));
  } finally {
    session.underWay.delete(call);
  }
}

async function answerPage(call: Call, desk: Desk): Promise<void> {
  const page = desk.pages.get(call.path.slice('/api/'.length));
  if (page === undefined) return sendRefusal(call, notThere(desk));
  const methods = ['GET', 'HEAD'];
  if (!methods.includes(String(call.request.method))) return sendRefusal(call, otherMethod, methods);
  sendJson(call, 200, await page(undefined));
}

async function answerStream(call: Call, { desk, streams }: Session<Desk>): Promise<void> {
  const feed = desk.feeds.get(call.query.get('page') ?? '');
  if (feed === undefined) return sendRefusal(call, notThere(desk));
  if (call.request.method !== 'GET') return sendRefusal(call, otherMethod, ['GET']);
  stream(call, feed, streams);
}

async function answerAsk(call: Call, { wants, fits, answer }: Ask, { feeds }: Desk): Promise<void> {
  if (call.request.method !== 'POST') return sendRefusal(call, otherMethod, ['POST']);
  const body = await readJsonBody(call.request, mostOfSessions);
  if (!body.ok) return sendRefusal(call, body);
  if (!isJsonObject(body.value) || !fits(body.value))
    return sendRefusal(call, { status: 400, reason: 'OtherBody', message: `send ${wants}` });
  sendJson(call, 200, await answer(body.value));
  // what was changed is to be seen
  for (const feed of feeds.values()) feed.lookSoon();
}

function stream({ request, response }: Call, feed: ChangeFeed, streams: Set<() => void>): void {
  const last = request.headers['last-event-id'];
  const end = openEventStream(response, feed, typeof last === 'string' ? last : undefined);
  streams.add(end);
  response.once('close', () => streams.delete(end));
  // a tab that was left open makes room for the one that is looked at
  const [oldest] = streams;
  if (streams.size > mostStreams) oldest?.();
}

const busy: Refusal = {
  status: 503,
  reason: 'Busy',
  message: `${mostAtOnce} requests of this session are being answered already; try again in a moment`,
};

const otherMethod: Refusal = { status: 405, reason: 'OtherMethod', message: 'not with this method' };

function notThere({ pages }: Desk): Refusal {
  return { status: 404, reason: 'NoSuchPage', message: `there are: ${[...pages.keys()].join(', ')}` };
}
