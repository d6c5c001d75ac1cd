import { describe, expect, it } from 'vitest';
import { ann, annBasic, placeOf, scriptedSession } from '../../../../test/support/scripted-session.ts';
import {
  brokenConnection,
  type Script,
  type ScriptedAnswer,
} from '../../../../test/support/scripted-transport.ts';
import { succeeded } from '../outcomes/outcome.ts';
import { repositoryOf } from '../pulling/repository-place.ts';
import { readBody } from './read-body.ts';
import type { RegistryCall } from './registry-call.ts';
import { sendCall } from './send-call.ts';

/** A call with Ann's password, of a registry that takes it. */
function callOf(registry: string, more: Partial<RegistryCall> = {}): RegistryCall {
  const place = repositoryOf(placeOf(`${registry}/os:1`, { credential: ann }));
  return { ...place, method: 'GET', target: 'os/blobs/x', asked: 'the blob', ...more };
}

/** Asks once; the registry is known to want Basic, so the first request has the password. */
async function ask(script: Script, call: RegistryCall) {
  const session = scriptedSession(script);
  const bytes = async (body: AsyncIterable<Uint8Array>) => Buffer.from((await readBody(body, 100)) ?? []);
  const once = () => sendCall(session, call, async ({ body }) => succeeded((await bytes(body)).toString()));
  return { session, once, outcome: await once(), lines: session.transport.lines() };
}

const challenge: ScriptedAnswer = { status: 401, headers: { 'www-authenticate': 'Basic realm="x"' } };
const first = 'https://r.example:5000/v2/os/blobs/x';

/** The registry at r.example:5000 lets Ann in and leads on; whoever is met there has the blob. */
function leading(to: string, status = 307): Script {
  return ({ url, headers }) => {
    if (url.href !== first) return { body: 'the blob' };
    return headers.Authorization === annBasic ? { status, headers: { location: to } } : challenge;
  };
}

describe('a redirect', () => {
  it.each([
    ['a path', '/elsewhere', 'https://r.example:5000/elsewhere', true],
    ['its own address', 'https://r.example:5000/elsewhere', 'https://r.example:5000/elsewhere', true],
    ['its own host in upper case', 'https://R.Example:5000/x', 'https://r.example:5000/x', true],
    ['its own address without TLS', 'http://r.example:5000/x', 'https://r.example:5000/x', true],
    ['its own host without TLS and port', 'http://r.example/x', 'https://r.example:5000/x', true],
    ['another port of its host', 'https://r.example:5001/x', 'https://r.example:5001/x', false],
    ['the usual port of its host', 'https://r.example/x', 'https://r.example/x', false],
    ['another port without TLS', 'http://r.example:5001/x', 'https://r.example:5001/x', false],
    ['another host', 'https://store.example/x?signed=1', 'https://store.example/x?signed=1', false],
    ['another host with its port', 'https://store.example:5000/x', 'https://store.example:5000/x', false],
    ['a host below its own', 'https://a.r.example:5000/x', 'https://a.r.example:5000/x', false],
    ['a host above its own', 'https://example:5000/x', 'https://example:5000/x', false],
    ['a host that begins like its own', 'https://r.example.evil/x', 'https://r.example.evil/x', false],
    ['its host as a user’s name', 'https://r.example:5000@evil/x', 'https://r.example:5000@evil/x', false],
  ])('to %s is followed, with its password there: %s → %s %s', async (_, to, next, keeps) => {
    const { outcome, lines } = await ask(leading(to), callOf('r.example:5000'));
    expect(outcome).toEqual(succeeded('the blob'));
    const password = ` as ${annBasic}`;
    expect(lines).toEqual([`GET ${first}`, `GET ${first}${password}`, `GET ${next}${keeps ? password : ''}`]);
  });

  it.each([
    ['another host without TLS', 'http://store.example/x?signature=5ecret'],
    ['another scheme', 'ftp://r.example:5000/x'],
    ['a file', 'file:///etc/passwd'],
    ['no address', 'https://'],
  ])('to %s is not followed: %s', async (_, to) => {
    const { outcome, lines } = await ask(leading(to), callOf('r.example:5000'));
    expect(outcome).toMatchObject({ kind: 'refused', host: 'r.example:5000', asked: 'the blob' });
    expect(JSON.stringify(outcome)).toContain('to where it must not be followed');
    expect(JSON.stringify(outcome)).not.toContain('5ecret');
    expect(lines).toEqual([`GET ${first}`, `GET ${first} as ${annBasic}`]);
  });

  it('says no name and password of the address', async () => {
    const { outcome } = await ask(leading('http://u:5ecret@store.example/x'), callOf('r.example:5000'));
    expect(outcome).toMatchObject({ reason: expect.stringContaining('http://store.example/x') });
    expect(JSON.stringify(outcome)).not.toContain('5ecret');
  });

  it.each([
    ['its own host', 'http://r.example:5000/x', true, true],
    ['another port of its host', 'http://r.example:5001/x', true, false],
    ['another host', 'https://store.example/x', false, false],
    ['a host below its own', 'https://a.r.example:5000/x', false, false],
  ])(
    'from an insecure registry to %s (%s) is insecure: %s, has the password: %s',
    async (_, to, trusted, keeps) => {
      const insecure = callOf('r.example:5000', { insecure: true });
      const { outcome, session } = await ask(leading(to), insecure);
      expect(outcome).toEqual(succeeded('the blob'));
      const last = session.transport.requests.at(-1);
      expect(last?.trust.insecure).toBe(trusted);
      expect(last?.headers.Authorization).toBe(keeps ? annBasic : undefined);
    },
  );

  it('from an insecure registry to plain HTTP elsewhere is not followed', async () => {
    const insecure = callOf('r.example:5000', { insecure: true });
    const { outcome, lines } = await ask(leading('http://store.example/x'), insecure);
    expect(outcome).toMatchObject({ kind: 'refused', host: 'r.example:5000' });
    expect(lines.slice(2)).toEqual([]);
  });

  it('by way of another host back to its own has no password, and no challenge is answered there', async () => {
    const home = 'https://r.example:5000/v2/secret/manifests/1';
    const script: Script = (request) => {
      if (request.url.href === home) return challenge;
      if (request.url.host !== 'store.example') return leading('https://store.example/x')(request);
      return { status: 307, headers: { location: home } };
    };
    const { outcome, lines } = await ask(script, callOf('r.example:5000'));
    expect(outcome).toMatchObject({ kind: 'unauthorized', status: 401 });
    expect(lines.slice(2)).toEqual(['GET https://store.example/x', `GET ${home}`]);
  });

  it('of another host has the password neither for its own hosts nor for its challenges', async () => {
    const answers = (at: string): ScriptedAnswer => {
      if (at === first) return { status: 307, headers: { location: 'https://store.example/x' } };
      return at === 'https://store.example/x'
        ? { status: 302, headers: { location: 'https://other.store.example/x' } }
        : challenge;
    };
    const { outcome, lines } = await ask(({ url }) => answers(url.href), callOf('r.example:5000'));
    expect(outcome).toMatchObject({ kind: 'unauthorized', status: 401 });
    expect(lines).toEqual([
      `GET ${first}`,
      'GET https://store.example/x',
      'GET https://other.store.example/x',
    ]);
  });

  it('is relative to where it was met', async () => {
    const answers: Readonly<Record<string, ScriptedAnswer>> = {
      [first]: { status: 307, headers: { location: 'https://store.example/a/b' } },
      'https://store.example/a/b': { status: 307, headers: { location: 'c' } },
      'https://store.example/a/c': { body: 'the blob' },
    };
    const { outcome } = await ask(({ url }) => answers[url.href] ?? challenge, callOf('r.example:5000'));
    expect(outcome).toEqual(succeeded('the blob'));
  });

  it.each([
    [5, 'ok'],
    [6, 'refused'],
  ])('is followed by %i more, and that is %s', async (length, kind) => {
    const { outcome, lines } = await ask(({ url }) => {
      const hop = Number(url.searchParams.get('hop') ?? 0);
      return hop === length
        ? { body: 'the blob' }
        : { status: 307, headers: { location: `/x?hop=${hop + 1}` } };
    }, callOf('r.example:5000'));
    expect([outcome.kind, lines.length]).toEqual([kind, 6]);
  });

  it.each([
    [301, 'ok'],
    [302, 'ok'],
    [303, 'ok'],
    [307, 'ok'],
    [308, 'ok'],
    [300, 'refused'],
    [304, 'refused'],
    [305, 'refused'],
  ])('has the status %i: %s', async (status, kind) => {
    const { outcome } = await ask(leading('/x', status), callOf('r.example:5000'));
    expect(outcome.kind).toBe(kind);
  });

  it.each([
    ['GET', 'ok', 3],
    ['HEAD', 'ok', 3],
    ['POST', 'refused', 2],
    ['PUT', 'refused', 2],
    ['PATCH', 'refused', 2],
    ['DELETE', 'refused', 2],
  ] as const)('of a %s is %s', async (method, kind, requests) => {
    const { outcome, lines } = await ask(leading('/x'), callOf('r.example:5000', { method }));
    expect([outcome.kind, lines.length]).toEqual([kind, requests]);
  });

  it('without an address is a refusal', async () => {
    const { outcome } = await ask(() => ({ status: 307 }), callOf('r.example:5000'));
    expect(outcome).toMatchObject({ kind: 'refused', status: 307 });
  });
});

describe('an address that a registry gave', () => {
  it.each([
    ['its own', 'https://r.example:5000/up', 'https://r.example:5000/up', true],
    ['its own without TLS', 'http://r.example:5000/up', 'https://r.example:5000/up', true],
    ['another host’s', 'https://store.example/up', 'https://store.example/up', false],
    ['another port’s', 'https://r.example/up', 'https://r.example/up', false],
  ])('%s gets the password: %s → %s %s', async (_, target, sent, gets) => {
    const call = callOf('r.example:5000', { method: 'PUT', target: new URL(target) });
    const { session, once } = await ask(({ headers }) => (headers.Authorization ? {} : challenge), call);
    // by now it is known how the registry is told who asks
    const known = callOf('r.example:5000');
    await sendCall(session, { ...known, access: call.access }, () => Promise.resolve(succeeded('')));
    await once();
    expect(session.transport.lines().at(-1)).toBe(`PUT ${sent}${gets ? ` as ${annBasic}` : ''}`);
  });
});

describe('a request', () => {
  it('says who asks, and wants bytes as they are', async () => {
    const call = callOf('r.example', { headers: { Accept: 'a/b' }, body: Buffer.from('x') });
    const { session } = await ask(() => ({}), call);
    expect(session.transport.requests).toMatchObject([
      {
        url: new URL('https://r.example/v2/os/blobs/x'),
        headers: { 'User-Agent': 'archipelago', 'Accept-Encoding': 'identity', Accept: 'a/b' },
        body: Buffer.from('x'),
        trust: { ca: undefined, insecure: false },
      },
    ]);
  });

  it('trusts as its registry is trusted', async () => {
    const access = { credentials: [], ca: 'PEM' };
    const { session } = await ask(() => ({}), callOf('r.example', { access, insecure: true }));
    expect(session.transport.requests[0]?.trust).toEqual({ ca: 'PEM', insecure: true });
  });

  it('of Docker Hub goes to where its API is', async () => {
    const { lines } = await ask(() => ({}), callOf('docker.io'));
    expect(lines).toEqual(['GET https://registry-1.docker.io/v2/os/blobs/x']);
  });

  it.each([199, 300, 400, 500])('that is answered %i has not succeeded', async (status) => {
    expect((await ask(() => ({ status }), callOf('r.example'))).outcome.kind).not.toBe('ok');
  });

  it.each([200, 201, 202, 206, 299])('that is answered %i has succeeded', async (status) => {
    expect((await ask(() => ({ status }), callOf('r.example'))).outcome.kind).toBe('ok');
  });

  it('is sent again once with a login, and what is refused then is refused', async () => {
    const { outcome, lines, once, session } = await ask(() => challenge, callOf('r.example'));
    expect(outcome).toMatchObject({ kind: 'unauthorized', status: 401 });
    expect(lines).toHaveLength(2);
    // a password that is known to be wanted goes with the first request
    await once();
    expect(session.transport.lines().slice(2)).toEqual(Array(2).fill(lines[1]));
  });

  it('reads no more of a refusal than messages need', async () => {
    const piece = Buffer.alloc(16 * 1024, ' ');
    const body = Array.from({ length: 100 }, () => piece);
    const { session, outcome } = await ask(() => ({ status: 400, body }), callOf('r.example'));
    expect(outcome).toMatchObject({ kind: 'refused', reason: 'the answer was 400', errors: [] });
    expect(session.transport.pieces).toBe(5);
  });
});

describe('a registry that may be insecure', () => {
  const refusing = (code: string): Script => {
    return ({ url }) => (url.protocol === 'https:' ? brokenConnection(code) : { body: 'plain' });
  };

  it.each([
    ['ECONNREFUSED', true],
    ['ECONNRESET', true],
    ['EPROTO', true],
    ['ERR_SSL_WRONG_VERSION_NUMBER', true],
    ['CERT_HAS_EXPIRED', false],
    ['ENOTFOUND', false],
  ])('is asked without TLS after %s: %s', async (code, plain) => {
    const { outcome, lines } = await ask(refusing(code), callOf('r.example', { insecure: true }));
    expect(outcome.kind).toBe(plain ? 'ok' : 'unreachable');
    const [secure, without] = ['https', 'http'].map((scheme) => `GET ${scheme}://r.example/v2/os/blobs/x`);
    expect(lines).toEqual(plain ? [secure, without] : [secure]);
    const secured = await ask(refusing(code), callOf('r.example'));
    expect(secured.outcome.kind).toBe('unreachable');
    expect(secured.lines).toEqual([secure]);
  });

  it('is asked as it has answered, until a connection breaks', async () => {
    let isUp = true;
    const script: Script = ({ url }) => (isUp && url.protocol === 'http:' ? {} : brokenConnection());
    const { session, once } = await ask(script, callOf('r.example', { insecure: true }));
    const schemes = () => session.transport.requests.map(({ url }) => url.protocol);
    expect(schemes()).toEqual(['https:', 'http:']);
    await once();
    expect(schemes().slice(2)).toEqual(['http:']);
    isUp = false;
    expect((await once()).kind).toBe('unreachable');
    expect(schemes().slice(3)).toEqual(['http:']);
    await once();
    expect(schemes().slice(4)).toEqual(['https:', 'http:']);
  });

  it('that has answered with TLS is not asked without when that breaks', async () => {
    let isUp = true;
    const { session, once } = await ask(
      () => (isUp ? {} : brokenConnection()),
      callOf('r.example', { insecure: true }),
    );
    isUp = false;
    await once();
    expect(session.transport.requests.map(({ url }) => url.protocol)).toEqual(['https:', 'https:']);
  });
});
