import type { IncomingHttpHeaders } from 'node:http';
import { isJsonObject, type JsonValue } from '@archipelago/apimachinery';
import { bearerToken } from '../../operator/serving/scrape-access.ts';
import type { Refusal } from '../requests/judge-request.ts';
import type { Door, Entry } from './door.ts';

interface LoginDoorOptions<Desk> {
  /** A proxy in front brings the token of who asks with each request; nobody pastes one. */
  readonly byProxy: boolean;
  /** Whether a token is somebody's in the cluster, and what he sees. Never throws. */
  readonly open: (token: string) => Promise<Entry<Desk>>;
}

/** Who makes up tokens must not have the API server asked without end. */
const mostAtOnce = 8;

/** Lets in who has a token that the cluster knows. */
export function loginDoor<Desk>({ byProxy, open }: LoginDoorOptions<Desk>): Door<Desk> {
  let asked = 0;
  return {
    kind: byProxy ? 'proxy' : 'login',
    async enter(body, headers) {
      const token = byProxy ? passedOn(headers) : pasted(body);
      if (token === undefined) return { ok: false, ...(byProxy ? nothingPassedOn : noToken) };
      if (asked >= mostAtOnce) return { ok: false, ...busy };
      asked += 1;
      try {
        return await open(token);
      } finally {
        asked -= 1;
      }
    },
    // a proxy that lets another in, or brings a newer token, begins another session
    isOf: (login, headers) => !byProxy || passedOn(headers) === login,
  };
}

function pasted(body: JsonValue): string | undefined {
  const given = isJsonObject(body) ? body.login : undefined;
  return typeof given === 'string' ? bearerToken(`Bearer ${given.trim()}`) : undefined;
}

function passedOn({ authorization, 'x-forwarded-access-token': token }: IncomingHttpHeaders) {
  return bearerToken(typeof token === 'string' ? `Bearer ${token}` : authorization);
}

const noToken: Refusal = { status: 401, reason: 'NoToken', message: 'this is no token of a cluster' };
const nothingPassedOn: Refusal = {
  status: 401,
  reason: 'NoToken',
  message: 'the proxy in front has passed no token on (Authorization or X-Forwarded-Access-Token)',
};
const busy: Refusal = {
  status: 503,
  reason: 'Busy',
  message: 'too many logins are being looked at; try again in a moment',
};
