import type { Api } from './api.ts';
import type { Refusal } from './requests/judge-request.ts';
import { readJsonBody } from './requests/read-json-body.ts';
import { type Exchange, sendJson, sendRefusal } from './send-json.ts';
import { cookieOf, sessionOf } from './session-of.ts';

interface Call extends Exchange {
  readonly api: Api;
}

/** Says how a session begins, begins one for who is let in, and ends it when its page says so. */
export async function answerSession(call: Call): Promise<void> {
  const { api, request, response } = call;
  switch (request.method) {
    case 'GET':
      return sendJson(call, 200, { starts: api.door.kind });
    case 'POST':
      return start(call);
    case 'DELETE':
      if (sessionOf(api, request) === undefined) return sendRefusal(call, notKnown(api));
      api.sessions.end(cookieOf(request, api.cookie.name));
      response.setHeader('set-cookie', cookieLine(api, '', 'Max-Age=0'));
      response.writeHead(204).end();
      return;
    default:
      return sendRefusal(call, otherMethod, ['GET', 'POST', 'DELETE']);
  }
}

/** Bytes of a body with a login: nobody is known yet. */
const mostOfStrangers = 64 * 1024;

async function start(call: Call): Promise<void> {
  const { api, request, response } = call;
  const body = await readJsonBody(request, mostOfStrangers);
  if (!body.ok) return sendRefusal(call, body);
  const entry = await api.door.enter(body.value, request.headers, request.socket.remoteAddress ?? '');
  if (!entry.ok) return sendRefusal(call, entry);
  const session = api.sessions.start(entry, cookieOf(request, api.cookie.name));
  if (session === undefined) return sendRefusal(call, tooMany);
  response.setHeader('set-cookie', cookieLine(api, session.cookie));
  sendJson(call, 200, { token: session.token, ...(entry.user === '' ? {} : { user: entry.user }) });
}

function cookieLine({ cookie: { name, isSecure } }: Api, value: string, ...more: readonly string[]): string {
  const attributes = ['Path=/api', 'HttpOnly', 'SameSite=Strict', ...(isSecure ? ['Secure'] : [])];
  return [`${name}=${value}`, ...more, ...attributes].join('; ');
}

const otherMethod: Refusal = { status: 405, reason: 'OtherMethod', message: 'not with this method' };
const tooMany: Refusal = {
  status: 503,
  reason: 'TooManySessions',
  message: 'too many people look through this console; try again later',
};

/** What somebody without a session is told. */
export function notKnown({ door }: Pick<Api, 'door'>): Refusal {
  const message =
    door.kind === 'link'
      ? 'no session; open the link that archipelago console has printed, or start it again for a new one'
      : 'no session; log in again';
  return { status: 401, reason: 'NoSession', message };
}
