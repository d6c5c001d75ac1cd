import { type IncomingHttpHeaders, request as send } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeClock } from '../../../../test/support/fake-clock.ts';
import { until } from '../../../../test/support/until.ts';
import type { BoundedServer } from '../operator/serving/bounded-server.ts';
import { type Opened, startSharedConsole } from './start-shared-console.ts';

const host = 'console.example.com';
const origin = `https://${host}`;
/** By token, what the cluster says of whom it is. */
const users: Readonly<Record<string, string>> = { 'of-jane': 'jane', 'of-joe': 'joe' };

let served: BoundedServer;
let refusals: Map<string, () => void>;
let opened: string[];

async function open(token: string, refused: () => void): Promise<Opened> {
  opened.push(token);
  const user = users[token];
  if (user === undefined) return { ok: false, status: 401, reason: 'NotKnown', message: 'not known' };
  refusals.set(token, refused);
  const look = async () => ({ view: { of: user }, notes: [] });
  const ask = { wants: '{}', fits: () => true, answer: async () => ({ by: user }) };
  return { ok: true, user, views: { pages: new Map([['overview', look]]), asks: new Map([['plan', ask]]) } };
}

async function serve(byProxy: boolean): Promise<void> {
  served = await startSharedConsole({
    address: { port: 0, host: '127.0.0.1' },
    certificate: undefined,
    hosts: [host],
    byProxy,
    open,
    site: new Map(),
    clock: new FakeClock(),
    onBug: (error) => {
      throw error;
    },
  });
}

beforeEach(() => {
  refusals = new Map();
  opened = [];
});
afterEach(() => served.stop());

type Headers = Readonly<Record<string, string>>;

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

interface Request {
  readonly method?: string;
  readonly headers?: Headers;
  readonly body?: string;
  readonly follows?: (piece: string) => void;
}

function ask(path: string, { method = 'GET', headers = {}, body = '', follows }: Request = {}) {
  const given = { host, ...headers };
  return new Promise<Answer>((resolve, reject) => {
    const sent = send({ host: '127.0.0.1', port: served.port, method, path, headers: given }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => {
        text += chunk.toString();
        follows?.(chunk.toString());
      });
      response.once('end', () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      });
    });
    sent.once('error', reject).end(body);
  });
}

const writes = { origin, 'content-type': 'application/json' };

function enter(body: object, headers: Headers = {}): Promise<Answer> {
  return ask('/api/session', {
    method: 'POST',
    headers: { ...writes, ...headers },
    body: JSON.stringify(body),
  });
}

/** What a page sends once somebody is in. */
async function session(body: object, headers: Headers = {}): Promise<Headers> {
  const { headers: got, text } = await enter(body, headers);
  const [cookie = ''] = (got['set-cookie']?.[0] ?? '').split(';');
  const { token = '' } = JSON.parse(text);
  return { cookie, 'archipelago-token': String(token), ...headers };
}

describe('a console for many', () => {
  beforeEach(() => serve(false));

  it('says how a session begins, and begins one for a token, which it tells nobody', async () => {
    expect(JSON.parse((await ask('/api/session')).text)).toEqual({ starts: 'login' });
    const answer = await enter({ login: 'of-jane' });
    expect(JSON.parse(answer.text)).toEqual({ token: expect.any(String), user: 'jane' });
    expect(answer.headers['set-cookie']?.[0]).toMatch(/; Path=\/api; HttpOnly; SameSite=Strict; Secure$/);
    expect(`${answer.text}${JSON.stringify(answer.headers)}`).not.toContain('of-jane');
  });

  it('shows everybody what he may see, and nothing of others', async () => {
    const [jane, joe] = [await session({ login: 'of-jane' }), await session({ login: 'of-joe' })];
    for (const [headers, of] of [
      [jane, 'jane'],
      [joe, 'joe'],
    ] as const) {
      expect(JSON.parse((await ask('/api/overview', { headers })).text).view).toEqual({ of });
      const plan = { method: 'POST', headers: { ...headers, ...writes }, body: '{}' };
      expect(JSON.parse((await ask('/api/plan', plan)).text)).toEqual({ by: of });
      let heard = '';
      const stream = ask('/api/events?page=overview', {
        headers,
        follows: (piece) => {
          heard += piece;
        },
      });
      await until(() => heard.includes('data:'));
      expect(heard).toContain(`{"of":"${of}"}`);
      await ask('/api/session', { method: 'DELETE', headers: { ...headers, origin } });
      await stream;
    }
  });

  it("does not resume another's stream", async () => {
    const [jane, joe] = [await session({ login: 'of-jane' }), await session({ login: 'of-joe' })];
    let [hers, his] = ['', ''];
    const first = ask('/api/events?page=overview', {
      headers: jane,
      follows: (piece) => {
        hers += piece;
      },
    });
    await until(() => hers.includes('data:'));
    const [, id = ''] = /^id: (\S+)/m.exec(hers) ?? [];
    const second = ask('/api/events?page=overview', {
      headers: { ...joe, 'last-event-id': id },
      follows: (piece) => {
        his += piece;
      },
    });
    await until(() => his.includes('data:'));
    expect(his).toContain('event: whole');
    expect(his).toContain('{"of":"joe"}');
    await served.stop();
    await Promise.allSettled([first, second]);
  });

  it.each<[string, Headers]>([
    ["another's cookie", { cookie: 'JOE' }],
    ["another's token", { 'archipelago-token': 'JOE' }],
    ['no cookie', { cookie: '' }],
    ['no token', { 'archipelago-token': '' }],
  ])('refuses %s', async (_, change) => {
    const [jane, joe] = [await session({ login: 'of-jane' }), await session({ login: 'of-joe' })];
    const changed = Object.entries(change).map(([name, value]) => [
      name,
      value === 'JOE' ? (joe[name] ?? '') : value,
    ]);
    const headers = { ...jane, ...Object.fromEntries(changed) };
    expect(await ask('/api/overview', { headers })).toMatchObject({ status: 401 });
  });

  it.each<[string, string, Headers, number]>([
    ['by the address of the pod', '/', { host: '10.0.0.7:8443' }, 421],
    ['by a name that was bent here', '/api/overview', { host: 'evil.example' }, 421],
    ['by a page of another origin', '/api/overview', { origin: 'https://evil.example' }, 403],
    ['by a page without TLS', '/api/overview', { origin: `http://${host}` }, 403],
    ['by another site', '/api/overview', { 'sec-fetch-site': 'cross-site' }, 403],
    ['by its sister of the same site', '/api/overview', { 'sec-fetch-site': 'same-site' }, 403],
  ])('refuses who comes %s', async (_, path, headers, status) => {
    const jane = await session({ login: 'of-jane' });
    expect((await ask(path, { headers: { ...jane, ...headers } })).status).toBe(status);
  });

  it.each<[string, object, Headers]>([
    ['a token that the cluster does not know', { login: 'made-up' }, {}],
    ['a header that no proxy was said to send', {}, { authorization: 'Bearer of-jane' }],
    ['a forwarded token that no proxy was said to send', {}, { 'x-forwarded-access-token': 'of-jane' }],
    ['the code of a link', { code: 'of-jane' }, {}],
  ])('lets nobody in by %s', async (_, body, headers) => {
    const answer = await enter(body, headers);
    expect(answer.status).toBe(401);
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  it('takes no login from a page of another origin (CSRF)', async () => {
    expect((await enter({ login: 'of-jane' }, { origin: 'https://evil.example' })).status).toBe(403);
    expect(opened).toEqual([]);
  });

  it('ends the sessions of a token that the cluster does not know any more, and no other', async () => {
    const [jane, joe] = [await session({ login: 'of-jane' }), await session({ login: 'of-joe' })];
    let heard = '';
    const stream = ask('/api/events?page=overview', {
      headers: jane,
      follows: (piece) => {
        heard += piece;
      },
    });
    await until(() => heard.includes('data:'));
    refusals.get('of-jane')?.();
    await stream;
    expect(await ask('/api/overview', { headers: jane })).toMatchObject({ status: 401 });
    expect(await ask('/api/overview', { headers: joe })).toMatchObject({ status: 200 });
  });
});

describe('a console behind a proxy that logs in', () => {
  beforeEach(() => serve(true));
  const by = (token: string) => ({ authorization: `Bearer ${token}` });

  it('takes the token that comes with each request', async () => {
    expect(JSON.parse((await ask('/api/session')).text)).toEqual({ starts: 'proxy' });
    const headers = await session({}, by('of-jane'));
    expect(JSON.parse((await ask('/api/overview', { headers })).text).view).toEqual({ of: 'jane' });
  });

  it.each<[string, Headers]>([
    ['another user', { authorization: 'Bearer of-joe' }],
    ['nobody', { authorization: '' }],
  ])("does not go on with a session for %s: it was another's", async (_, change) => {
    const headers = await session({}, by('of-jane'));
    expect(await ask('/api/overview', { headers: { ...headers, ...change } })).toMatchObject({ status: 401 });
  });

  it('does not take the header for a session', async () => {
    expect(await ask('/api/overview', { headers: by('of-jane') })).toMatchObject({ status: 401 });
    expect((await enter({ login: 'of-jane' })).status).toBe(401);
  });
});
