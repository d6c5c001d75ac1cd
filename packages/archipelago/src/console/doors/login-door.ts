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
/** Of one address: others come in beside it. A proxy that logs people in is the address of all. */
const mostOfAddress = 4;

/** Lets in who has a token that the cluster knows. */
export function loginDoor<Desk>({ byProxy, open }: LoginDoorOptions<Desk>): Door<Desk> {
  const asked: string[] = [];
  const underWay = new Map<string, Promise<Entry<Desk>>>();

  async function ask(token: string, from: string): Promise<Entry<Desk>> {
    asked.push(from);
    try {
      return await open(token);
    } finally {
      asked.splice(asked.indexOf(from), 1);
      underWay.delete(token);
    }
  }

  return {
    kind: byProxy ? 'proxy' : 'login',
    async enter(body, headers, from) {
      const token = byProxy ? passedOn(headers) : pasted(body);
      if (token === undefined) return { ok: false, ...(byProxy ? nothingPassedOn : noToken) };
      // whoever sends one token many times is told once, and takes one place
      const same = underWay.get(token);
      if (same !== undefined) return same;
      const isFull =
        asked.length >= mostAtOnce ||
        (!byProxy && asked.filter((each) => each === from).length >= mostOfAddress);
      if (isFull) return { ok: false, ...busy };
      const asking = ask(token, from);
      underWay.set(token, asking);
      return asking;
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
