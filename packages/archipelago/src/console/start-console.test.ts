import { type IncomingHttpHeaders, request as send } from 'node:http';
import { connect } from 'node:net';
import type { JsonObject } from '@archipelago/apimachinery';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeClock } from '../../../../test/support/fake-clock.ts';
import { until } from '../../../../test/support/until.ts';
import type { PageDocument } from './changes/page-document.ts';
import { securityHeaders } from './requests/security-headers.ts';
import { type Console, startConsole } from './start-console.ts';

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

interface Request {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: string;
}

const index = Buffer.from('<!doctype html>the page');
const site = new Map([
  [
    '/index.html',
    {
      type: 'text/html; charset=utf-8',
      etag: '"1"',
      isFixed: false,
      bytes: { identity: index, br: undefined, gzip: undefined },
    },
  ],
]);

let seen: PageDocument;
let served: Console;
let bugs: unknown[];
let clock: FakeClock;

beforeEach(async () => {
  seen = { view: { well: true }, notes: [] };
  bugs = [];
  clock = new FakeClock();
  const look = async () => {
    if (seen.view === 'bug') throw new Error('a bug');
    return seen;
  };
  const pages = new Map([['overview', look]]);
  const fits = ({ patch }: JsonObject) => patch !== undefined;
  const asks = new Map([
    ['plan', { wants: '{"patch"}', fits, answer: async (edit: JsonObject) => ({ planned: edit }) }],
  ]);
  served = await startConsole({ port: 0, pages, asks, site, clock, onBug: (error) => bugs.push(error) });
});
afterEach(() => served.stop());

function port(): number {
  return Number(new URL(served.origin).port);
}

function ask({ method = 'GET', path = '/', headers = {}, body = '' }: Request): Promise<Answer> {
  const given = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));
  return new Promise((resolve, reject) => {
    const sent = send({ host: '127.0.0.1', port: port(), method, path, headers: given }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      response.once('error', reject);
      response.once('end', () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      });
    });
    sent.once('error', reject).end(body);
  });
}

const json = 'application/json';

function start(code = new URL(served.link).hash.slice('#code='.length)): Promise<Answer> {
  return ask({
    method: 'POST',
    path: '/api/session',
    headers: { origin: served.origin, 'content-type': json },
    body: JSON.stringify({ code }),
  });
}

/** What a page of the console sends. */
async function session(): Promise<{ readonly cookie: string; readonly 'archipelago-token': string }> {
  const { headers, text } = await start();
  const [cookie = ''] = (headers['set-cookie']?.[0] ?? '').split(';');
  const told: unknown = JSON.parse(text);
  const token = typeof told === 'object' && told !== null && 'token' in told ? String(told.token) : '';
  return { cookie, 'archipelago-token': token };
}

const reasonOf = ({ text }: Answer): unknown => JSON.parse(text).error?.reason;

describe('the console', () => {
  it('starts a session by its link, once', async () => {
    const first = await start();
    expect(first.status).toBe(200);
    expect(first.headers['set-cookie']).toEqual([
      expect.stringMatching(
        new RegExp(`^archipelago-${port()}=[\\w-]{32}; Path=/api; HttpOnly; SameSite=Strict$`),
      ),
    ]);
    expect(reasonOf(await start())).toBe('WrongCode');
  });

  it('answers who has a session, until he ends it', async () => {
    const headers = await session();
    expect(JSON.parse((await ask({ path: '/api/overview', headers })).text)).toEqual(seen);
    const end = { method: 'DELETE', path: '/api/session' };
    const ended = await ask({ ...end, headers: { ...headers, origin: served.origin } });
    expect(ended.status).toBe(204);
    expect(ended.headers['set-cookie']?.[0]).toMatch(/=; Max-Age=0; Path=\/api;/);
    expect(reasonOf(await ask({ path: '/api/overview', headers }))).toBe('NoSession');
  });

  it.each<[string, Request, number, string]>([
    ['no session', { headers: { cookie: undefined, 'archipelago-token': undefined } }, 401, 'NoSession'],
    ['a cookie alone', { headers: { 'archipelago-token': undefined } }, 401, 'NoSession'],
    ['a token alone', { headers: { cookie: undefined } }, 401, 'NoSession'],
    ['a forged cookie', { headers: { cookie: 'archipelago-1=x' } }, 401, 'NoSession'],
    ['a forged token', { headers: { 'archipelago-token': 'x' } }, 401, 'NoSession'],
    ['another host', { headers: { host: 'evil.example' } }, 421, 'OtherHost'],
    ['another origin', { headers: { origin: 'http://evil.example' } }, 403, 'OtherOrigin'],
    ['another site', { headers: { 'sec-fetch-site': 'cross-site' } }, 403, 'OtherSite'],
    ['a write without an origin', { method: 'POST' }, 403, 'UnknownOrigin'],
    [
      'a plan of nobody',
      { method: 'POST', path: '/api/plan', headers: { cookie: undefined } },
      403,
      'UnknownOrigin',
    ],
    ['a page that is not there', { path: '/api/secrets' }, 404, 'NoSuchPage'],
    ['a name of every object', { path: '/api/constructor' }, 404, 'NoSuchPage'],
    ['a path around the API', { path: '/api/../overview' }, 404, 'NoSuchPage'],
    ['a stream of no page', { path: '/api/events' }, 404, 'NoSuchPage'],
    ['the head of a stream', { method: 'HEAD', path: '/api/events?page=overview' }, 405, ''],
  ])('refuses %s', async (_, { method = 'GET', path = '/api/overview', headers }, status, reason) => {
    const answer = await ask({ method, path, headers: { ...(await session()), ...headers } });
    expect(answer.status).toBe(status);
    if (reason !== '') expect(reasonOf(answer)).toBe(reason);
    expect(answer.headers).toMatchObject(securityHeaders);
    expect(answer.text).not.toContain('well');
  });

  it.each<[string, string, Request, number]>([
    ['another method for a page of the API', 'GET, HEAD', { method: 'PUT', path: '/api/overview' }, 405],
    ['another method for the session', 'GET, POST, DELETE', { method: 'PUT', path: '/api/session' }, 405],
    ['another method for a plan', 'POST', { path: '/api/plan' }, 405],
    ['another method for a page', 'GET, HEAD', { method: 'POST', path: '/' }, 405],
  ])('refuses %s', async (_, allow, { method = '', path = '' }, status) => {
    const answer = await ask({ method, path, headers: { ...(await session()), origin: served.origin } });
    expect(answer).toMatchObject({ status, headers: { allow } });
  });

  it.each<[string, string | undefined, string, number]>([
    ['a form', 'application/x-www-form-urlencoded', 'code=x', 415],
    ['text', 'text/plain', '{"code":"x"}', 415],
    ['something that says nothing of itself', undefined, '{}', 415],
    ['something that is no JSON', json, '{', 400],
    ['no code', json, '[]', 401],
    ['another kind of code', json, '{"code":{}}', 401],
    ['another code', json, '{"code":"x"}', 401],
    ['too much', json, `"${'x'.repeat(300_000)}"`, 413],
  ])('starts no session for %s', async (_, type, body, status) => {
    const headers = { origin: served.origin, 'content-type': type };
    const answer = await ask({ method: 'POST', path: '/api/session', headers, body });
    expect(answer.status).toBe(status);
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  it.each<[string, Request, number, string]>([
    ['the page', { path: '/' }, 200, String(index)],
    ['a place in it', { path: '/images/fedora?arch=arm64' }, 200, String(index)],
    ['its head', { method: 'HEAD', path: '/' }, 200, ''],
    ['a file that is not there', { path: '/assets/x.js' }, 404, 'There is no such file.\n'],
    ['a path out of the folder', { path: '/../../etc/passwd.txt' }, 404, 'There is no such file.\n'],
    ['a path that looks like a host', { path: '//evil.example/x' }, 200, String(index)],
    ['who has it', { path: '/', headers: { 'if-none-match': '"1"' } }, 304, ''],
  ])('gives %s to everybody', async (_, request, status, text) => {
    const answer = await ask(request);
    expect({ status: answer.status, text: answer.text }).toEqual({ status, text });
    expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'");
  });

  it.each<[string, object, number]>([
    ['what fits', { patch: { spec: null } }, 200],
    ['nothing of what is wanted', {}, 400],
    ['a list', [], 400],
  ])('answers who asks with %s', async (_, edit, status) => {
    const headers = { ...(await session()), origin: served.origin, 'content-type': json };
    const answer = await ask({ method: 'POST', path: '/api/plan', headers, body: JSON.stringify(edit) });
    expect(answer.status).toBe(status);
    if (status === 200) expect(JSON.parse(answer.text)).toEqual({ planned: edit });
    else expect(reasonOf(answer)).toBe('OtherBody');
  });

  it('does not tell whoever asks what went wrong in it', async () => {
    const headers = await session();
    seen = { view: 'bug', notes: [] };
    expect(await ask({ path: '/api/overview', headers })).toMatchObject({ status: 500, text: '' });
    expect(bugs).toEqual([new Error('a bug')]);
  });

  it('refuses a head that is too long', async () => {
    const headers = { 'archipelago-token': 'x'.repeat(20_000) };
    expect(await ask({ path: '/api/overview', headers })).toMatchObject({ status: 431 });
  });

  it('keeps nobody waiting for who sends half a head', async () => {
    const slow = connect(port(), '127.0.0.1', () => slow.write('GET / HTTP/1.1\r\nHost: '));
    const heard: Buffer[] = [];
    slow.on('data', (chunk: Buffer) => heard.push(chunk));
    const gone = new Promise<void>((resolve) => slow.once('close', () => resolve()));
    expect(await ask({ path: '/' })).toMatchObject({ status: 200 });
    await gone;
    expect(Buffer.concat(heard).toString()).toMatch(/^HTTP\/1\.1 408 /);
  });
});

describe('a stream of the console', () => {
  /** What was sent, and how to hang up. */
  async function follow(headers: Readonly<Record<string, string>>) {
    const heard = { text: '', isEnded: false, end: () => {} };
    const path = '/api/events?page=overview';
    const sent = send({ host: '127.0.0.1', port: port(), path, headers }, (response) => {
      expect(response.headers['content-type']).toBe('text/event-stream');
      response.on('data', (chunk: Buffer) => {
        heard.text += chunk.toString();
      });
      response.on('error', () => undefined);
      response.once('close', () => {
        heard.isEnded = true;
      });
    });
    sent.on('error', () => undefined).end();
    heard.end = () => sent.destroy();
    await until(() => heard.text.includes('data:'));
    return heard;
  }

  it('tells what has changed only, and what was missed', async () => {
    const headers = await session();
    const first = await follow(headers);
    const [, run = ''] = /^id: (.+)\.1\n/.exec(first.text) ?? [];
    expect(first.text).toBe(`id: ${run}.1\nevent: whole\ndata: {"view":{"well":true},"notes":[]}\n\n`);
    const second = await follow(headers);
    first.end();
    seen = { view: { well: false }, notes: ['a line\nbreak'] };
    await clock.advance(2_000);
    await until(() => second.text.includes('changes'));
    const change =
      `event: changes\ndata: [{"op":"replace","path":"/view/well","value":false},` +
      `{"op":"add","path":"/notes/0","value":"a line\\nbreak"}]\n\n`;
    expect(second.text).toContain(`id: ${run}.2\n${change}`);
    const third = await follow({ ...headers, 'last-event-id': `${run}.1` });
    expect(third.text).toBe(`id: ${run}.2\n${change}`);
  });

  it('ends with its session', async () => {
    const headers = await session();
    const heard = await follow(headers);
    await ask({ method: 'DELETE', path: '/api/session', headers: { ...headers, origin: served.origin } });
    await until(() => heard.isEnded);
  });

  it('ends with the console', async () => {
    const heard = await follow(await session());
    await served.stop();
    await until(() => heard.isEnded);
    expect(clock.timers).toBe(0);
  });
});
