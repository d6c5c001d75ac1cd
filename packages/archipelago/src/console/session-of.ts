import type { IncomingMessage } from 'node:http';
import type { Api } from './api.ts';
import type { Desk } from './desk.ts';
import type { Session } from './sessions/create-sessions.ts';

/** The session that a request belongs to; undefined: to none that is open. */
export function sessionOf(
  { sessions, door, cookie }: Api,
  request: IncomingMessage,
): Session<Desk> | undefined {
  const token = request.headers['archipelago-token'];
  const session = sessions.find({
    cookie: cookieOf(request, cookie.name),
    token: typeof token === 'string' ? token : undefined,
  });
  return session !== undefined && door.isOf(session.login, request.headers) ? session : undefined;
}

/** The cookie of a name that a request shows. */
export function cookieOf(request: IncomingMessage, name: string): string | undefined {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}
