import { describe, expect, it } from 'vitest';
import {
  ann,
  annBasic,
  placeOf,
  type ScriptedSession,
  scriptedSession,
} from '../../../../test/support/scripted-session.ts';
import type { Script, ScriptedAnswer } from '../../../../test/support/scripted-transport.ts';
import type { Credential } from '../credentials/credential.ts';
import { succeeded } from '../outcomes/outcome.ts';
import { repositoryOf } from '../pulling/repository-place.ts';
import type { RegistryAccess, RegistryCall } from './registry-call.ts';
import { sendCall } from './send-call.ts';

const realm = 'https://auth.example/token';

/**
 * A registry that takes tokens which its service names after what they are for: `Bearer 1:repository:os:pull`. `life` is what
 * the service says of how long they live; `gone` are tokens that the registry takes no longer.
 */
function tokens({ life = 300 as unknown, gone = [] as string[], at = realm, service = 'r' } = {}): Script {
  let granted = 0;
  return ({ url, headers, body }) => {
    if (url.href.startsWith(at)) {
      granted += 1;
      const form = new URLSearchParams(Buffer.from(body ?? '').toString());
      const scopes = url.searchParams.getAll('scope').join('+') || form.get('scope') || '';
      return {
        body: JSON.stringify({ token: `${granted}:${scopes.replaceAll(' ', '+')}`, expires_in: life }),
      };
    }
    const { Authorization: said = '' } = headers;
    const [, repository] = /^.v2.(.*)\/blobs/.exec(url.pathname) ?? [];
    const fits = said.includes(`:repository:${repository}:`) && !gone.some((each) => said.includes(each));
    const challenge = `Bearer realm="${at}",service="${service}"`;
    return fits ? {} : { status: 401, headers: { 'www-authenticate': challenge } };
  };
}

function callOf(access: RegistryAccess, repository = 'os', more: Partial<RegistryCall> = {}): RegistryCall {
  const place = repositoryOf(placeOf(`r.example/${repository}:1`, { access }));
  return { ...place, method: 'GET', target: `${repository}/blobs/x`, asked: 'the blob', ...more };
}

const withLogin = (credential: Credential, scope = 'r.example'): RegistryAccess => ({
  credentials: [{ scope, credential }],
  ca: undefined,
});
const password = withLogin(ann);
const nobody: RegistryAccess = { credentials: [], ca: undefined };

const send = (session: ScriptedSession, call: RegistryCall) =>
  sendCall(session, call, () => Promise.resolve(succeeded('fine')));

/** What was asked of the token service, and what the registry was told; `-`: nothing. */
function seen({ transport }: ScriptedSession) {
  const isService = ({ url }: { url: URL }) => url.host === 'auth.example';
  return {
    asked: transport.requests
      .filter(isService)
      .map(
        ({ url, headers }) => `${headers.Authorization ?? '-'} ${url.searchParams.getAll('scope').join('+')}`,
      ),
    told: transport.requests
      .filter((each) => !isService(each))
      .map(({ headers }) => headers.Authorization ?? '-'),
  };
}

describe('a token', () => {
  it('is asked for with the password, which the registry itself never hears', async () => {
    const session = scriptedSession(tokens());
    expect(await send(session, callOf(password))).toEqual(succeeded('fine'));
    expect(seen(session)).toEqual({
      asked: [`${annBasic} repository:os:pull`],
      told: ['-', 'Bearer 1:repository:os:pull'],
    });
    expect(session.transport.requests[1]).toMatchObject({ method: 'GET', body: undefined });
    expect(session.transport.requests[1]?.url.searchParams.get('service')).toBe('r');
  });

  it('is for one repository, and for one right', async () => {
    const session = scriptedSession(tokens());
    const calls: readonly RegistryCall[] = [
      callOf(password),
      callOf(password, 'other'),
      callOf(password, 'os', { push: true }),
      callOf(password, 'os', { push: true, from: 'other' }),
      callOf(password, 'os', { method: 'DELETE' }),
    ];
    const scopes = [
      'repository:os:pull',
      'repository:other:pull',
      'repository:os:pull,push',
      'repository:os:pull,push+repository:other:pull',
      'repository:os:delete,pull',
    ];
    for (const call of calls) expect((await send(session, call)).kind).toBe('ok');
    const bearers = scopes.map((scope, index) => `Bearer ${index + 1}:${scope}`);
    expect(seen(session)).toEqual({
      asked: scopes.map((scope) => `${annBasic} ${scope}`),
      told: ['-', ...bearers],
    });
    // each again with its own
    for (const call of calls) await send(session, call);
    expect(seen(session).told.slice(6)).toEqual(bearers);
    expect(seen(session).asked).toHaveLength(5);
  });

  it('is for one login: of another, of none and under another authority it is another', async () => {
    const session = scriptedSession(tokens());
    const bob: Credential = { kind: 'password', username: 'bob', password: 'secret' };
    const accesses = [password, withLogin(bob), nobody, { ...password, ca: 'PEM' }];
    for (const access of accesses) await send(session, callOf(access));
    const bobBasic = `Basic ${Buffer.from('bob:secret').toString('base64')}`;
    expect(seen(session).asked.map((line) => line.split(' repository')[0])).toEqual([
      annBasic,
      bobBasic,
      '-',
      annBasic,
    ]);
    for (const access of accesses) await send(session, callOf(structuredClone(access)));
    expect(seen(session).told.slice(-4)).toEqual(
      [1, 2, 3, 4].map((each) => `Bearer ${each}:repository:os:pull`),
    );
  });

  it.each([
    ['says so', 300, 295_000],
    ['does not say it', null, 55_000],
    ['says no number', '300', 55_000],
  ])('is used until just before its end where its service %s', async (_, life, usedMs) => {
    const session = scriptedSession(tokens({ life }));
    await send(session, callOf(password));
    await session.clock.advance(usedMs - 1);
    await send(session, callOf(password));
    expect(seen(session).asked).toHaveLength(1);
    await session.clock.advance(1);
    await send(session, callOf(password));
    expect(seen(session).asked).toHaveLength(2);
    expect(seen(session).told.at(-1)).toBe('Bearer 2:repository:os:pull');
  });

  it('that the registry takes no longer is not used again', async () => {
    const gone: string[] = [];
    const session = scriptedSession(tokens({ gone }));
    await send(session, callOf(password));
    gone.push('Bearer 1:');
    expect((await send(session, callOf(password))).kind).toBe('ok');
    expect(seen(session).told.slice(2)).toEqual([1, 2].map((each) => `Bearer ${each}:repository:os:pull`));
    gone.push('Bearer 2:', 'Bearer 3:');
    expect(await send(session, callOf(password))).toMatchObject({ kind: 'unauthorized', status: 401 });
    expect(seen(session).asked).toHaveLength(3);
  });

  it('is asked for once by many who need it at the same time', async () => {
    const session = scriptedSession(tokens());
    await send(session, callOf(password, 'first'));
    const asked = seen(session).asked.length;
    const all = await Promise.all(Array.from({ length: 4 }, () => send(session, callOf(password))));
    expect(all.every(({ kind }) => kind === 'ok')).toBe(true);
    expect(seen(session).asked).toHaveLength(asked + 1);
  });

  it('is asked for with a token of identity in a form, never in an address', async () => {
    const session = scriptedSession(tokens());
    const login = withLogin({ kind: 'identityToken', token: 'refresh me' });
    expect((await send(session, callOf(login, 'os', { push: true, from: 'b' }))).kind).toBe('ok');
    const request = session.transport.requests[1];
    expect(request).toMatchObject({
      method: 'POST',
      url: new URL(realm),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    });
    expect(request?.headers).not.toHaveProperty('Authorization');
    expect(Object.fromEntries(new URLSearchParams(Buffer.from(request?.body ?? '').toString()))).toEqual({
      grant_type: 'refresh_token',
      refresh_token: 'refresh me',
      client_id: 'archipelago',
      service: 'r',
      scope: 'repository:os:pull,push repository:b:pull',
    });
  });

  it('that is given is sent as it is, and to its registry alone', async () => {
    const login = withLogin({ kind: 'registryToken', token: '7:repository:os:pull' });
    const session = scriptedSession(tokens());
    expect((await send(session, callOf(login))).kind).toBe('ok');
    expect(seen(session)).toEqual({ asked: [], told: ['-', 'Bearer 7:repository:os:pull'] });
  });

  it('is asked for with the trust its registry has', async () => {
    const session = scriptedSession(tokens());
    await send(session, callOf({ ...password, ca: 'PEM' }));
    const trusts = session.transport.requests.map(({ trust }) => trust);
    expect(trusts).toEqual(Array(3).fill({ ca: 'PEM', insecure: false }));
    const insecure = scriptedSession(tokens({ at: 'https://r.example:5001/token' }));
    await send(insecure, callOf({ ...password, ca: 'PEM' }, 'os', { insecure: true }));
    expect(insecure.transport.requests.map(({ trust }) => trust)).toEqual(
      Array(3).fill({ ca: 'PEM', insecure: true }),
    );
  });
});

describe('a password', () => {
  it.each([
    ['plain HTTP', 'http://auth.example/token'],
    ['plain HTTP at the registry itself', 'http://r.example/token'],
    ['another scheme', 'ftp://auth.example/token'],
    ['no address', '/token'],
  ])('is not sent to a token service of %s', async (_, at) => {
    for (const access of [password, nobody, withLogin({ kind: 'identityToken', token: 'secret' })]) {
      const session = scriptedSession(tokens({ at }));
      const outcome = await send(session, callOf(access));
      expect(outcome).toMatchObject({ kind: 'refused', host: 'r.example', asked: 'the blob' });
      expect(outcome).toMatchObject({ reason: expect.stringContaining(`must not be trusted: ${at}`) });
      expect(seen(session)).toEqual({ asked: [], told: ['-'] });
    }
  });

  it.each([
    ['http://r.example/token', 'ok'],
    ['http://r.example:5001/token', 'ok'],
    ['https://r.example:5001/token', 'ok'],
    ['http://auth.example/token', 'refused'],
    ['https://auth.example/token', 'refused'],
    ['https://a.r.example/token', 'refused'],
    ['https://r.example.evil/token', 'refused'],
    ['https://r.example@evil/token', 'refused'],
    ['ftp://r.example/token', 'refused'],
  ])(
    'of an insecure registry is sent to a token service at its own host alone: %s is %s',
    async (at, kind) => {
      const session = scriptedSession(tokens({ at }));
      const outcome = await send(session, callOf(password, 'os', { insecure: true }));
      expect(outcome.kind).toBe(kind);
      const asked = session.transport.lines().filter((line) => line.includes('/token'));
      expect(asked.every((line) => line.endsWith(` as ${annBasic}`))).toBe(true);
      expect(asked).toHaveLength(kind === 'ok' ? 1 : 0);
      if (outcome.kind !== 'ok') expect(outcome.fix).toContain('at its own host');
    },
  );

  it('is not sent where an insecure registry said, once its certificate is checked', async () => {
    let at = 'http://r.example/token';
    const session = scriptedSession((request) => tokens({ at })(request));
    expect((await send(session, callOf(password, 'os', { insecure: true }))).kind).toBe('ok');
    at = realm;
    expect((await send(session, callOf(password))).kind).toBe('ok');
    expect(session.transport.lines().slice(-3)).toEqual([
      'GET https://r.example/v2/os/blobs/x',
      `GET ${realm}?scope=repository%3Aos%3Apull&service=r as ${annBasic}`,
      'GET https://r.example/v2/os/blobs/x as Bearer 1:repository:os:pull',
    ]);
  });

  it.each([
    ['https://auth.example/other', 307],
    ['https://evil.example/token', 302],
    ['http://r.example/token', 301],
  ])(
    'does not follow a token service that leads to %s (%i), and uses no token of such an answer',
    async (location, status) => {
      const script = tokens();
      const session = scriptedSession((request) => {
        if (request.url.host !== 'auth.example') return script(request);
        return { status, headers: { location }, body: '{"token":"1:repository:os:pull"}' };
      });
      expect(await send(session, callOf(password))).toMatchObject({ kind: 'refused', host: 'auth.example' });
      expect(session.transport.requests).toHaveLength(2);
    },
  );

  it('of a part of a registry is sent for that part alone', async () => {
    const session = scriptedSession(tokens());
    const access = withLogin(ann, 'r.example/team');
    for (const repository of ['team/os', 'teams/os', 'team']) await send(session, callOf(access, repository));
    expect(seen(session).asked).toEqual([
      `${annBasic} repository:team/os:pull`,
      '- repository:teams/os:pull',
      `${annBasic} repository:team:pull`,
    ]);
  });

  it.each([
    ['another registry', 's.example'],
    ['another port', 'r.example:5000'],
    ['a host below', 'a.r.example'],
  ])('of %s is not sent', async (_, scope) => {
    const basic: Script = () => ({ status: 401, headers: { 'www-authenticate': 'Basic realm="r"' } });
    const session = scriptedSession(basic);
    const outcome = await send(session, callOf(withLogin(ann, scope)));
    expect(outcome).toMatchObject({
      kind: 'unauthorized',
      reason: expect.stringContaining('none are given'),
      host: 'r.example',
      asked: 'the blob',
      fix: 'give credentials for r.example/os',
    });
    expect(seen(session).told).toEqual(['-']);
  });
});

describe('a challenge', () => {
  const told = async (header: string | undefined, access = password) => {
    const session = scriptedSession(({ url, headers }) => {
      if (url.host === 'auth.example') return { body: '{"token":"t"}' };
      const { Authorization } = headers;
      if (Authorization !== undefined) return {};
      return { status: 401, headers: header === undefined ? {} : { 'www-authenticate': header } };
    });
    const outcome = await send(session, callOf(access));
    return [outcome.kind, ...seen(session).told.slice(1)];
  };

  it.each<[string | undefined, readonly string[]]>([
    ['Basic realm="x"', ['ok', annBasic]],
    ['BASIC', ['ok', annBasic]],
    [`Basic realm="x", Bearer realm="${realm}"`, ['ok', 'Bearer t']],
    [`Bearer realm="${realm}", Basic realm="x"`, ['ok', 'Bearer t']],
    ['Bearer service="x", Basic realm="x"', ['ok', annBasic]],
    ['Bearer service="x"', ['unauthorized']],
    ['Negotiate', ['unauthorized']],
    [undefined, ['unauthorized']],
  ])('%s is answered %j', async (header, answer) => {
    expect(await told(header)).toEqual(answer);
  });

  it('for a password is not answered with a token', async () => {
    const login = withLogin({ kind: 'identityToken', token: 'x' });
    expect(await told('Basic realm="x"', login)).toEqual(['unauthorized']);
  });
});

describe('a token service that answers', () => {
  const answered = async (answer: ScriptedAnswer) => {
    const script = tokens();
    const session = scriptedSession((request) =>
      request.url.host === 'auth.example' ? answer : script(request),
    );
    return { outcome: await send(session, callOf(password)), session };
  };
  const padded = (length: number) => '{"token":"1:repository:os:pull"}'.padEnd(length);

  it.each<[string, ScriptedAnswer, string]>([
    ['with an access token', { body: '{"access_token":"1:repository:os:pull"}' }, 'ok'],
    ['with an empty token besides', { body: '{"token":"","access_token":"1:repository:os:pull"}' }, 'ok'],
    ['as long as it may', { body: padded(256 * 1024) }, 'ok'],
    ['too long', { body: padded(256 * 1024 + 1) }, 'malformed'],
    ['with a token of two lines', { body: '{"token":"a\\r\\nHost: x"}' }, 'malformed'],
    ['with a number', { body: '{"token":7}' }, 'malformed'],
    ['with nothing', {}, 'malformed'],
    ['with a list', { body: '[]' }, 'malformed'],
    ['401', { status: 401 }, 'unauthorized'],
    ['403', { status: 403, body: '{"errors":[{"code":"DENIED","message":"not you"}]}' }, 'unauthorized'],
    ['404', { status: 404 }, 'absent'],
    ['429', { status: 429, headers: { 'retry-after': '7' } }, 'rateLimited'],
    ['503', { status: 503 }, 'unreachable'],
    ['199', { status: 199, body: '{"token":"1:repository:os:pull"}' }, 'refused'],
    ['300', { status: 300, body: '{"token":"1:repository:os:pull"}' }, 'refused'],
  ])('%s', async (_, answer, kind) => {
    const { outcome, session } = await answered(answer);
    expect(outcome.kind).toBe(kind);
    if (outcome.kind === 'ok') return;
    expect([outcome.host, outcome.asked]).toEqual(['auth.example', 'token for the blob']);
    expect(JSON.stringify(outcome)).not.toContain('secret');
    expect(session.transport.requests).toHaveLength(2);
    if (answer.status === 403) expect(outcome.reason).toBe('the answer was 403, DENIED: not you');
    if (outcome.kind === 'rateLimited') expect(outcome.retryAfterMs).toBe(7_000);
  });
});
