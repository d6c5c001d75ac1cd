import { get } from 'node:http';
import type { Environment } from '@archipelago/kube-sandbox';
import { afterEach, describe, expect, it } from 'vitest';
import { parseScopes } from './access-scope.ts';
import { type ImageRegistry, type ImageRegistryOptions, startImageRegistry } from './start-image-registry.ts';
import { TOKEN_SECONDS } from './token-service.ts';

let registry: ImageRegistry | undefined;
afterEach(() => registry?.stop());

async function start(options: ImageRegistryOptions): Promise<string> {
  registry = await startImageRegistry(options);
  registry.push('a', 'v1', { platforms: [{ architecture: 'amd64' }] });
  return registry.url;
}

const users = { ada: 'secret:with colon' };
const basic = { authorization: `Basic ${Buffer.from('ada:secret:with colon').toString('base64')}` };
const accept = 'application/vnd.oci.image.manifest.v1+json';

/** The parts of a challenge, as a client reads them. */
function challengeOf(response: Response): Record<string, string> {
  const header = response.headers.get('www-authenticate') ?? '';
  return Object.fromEntries([...header.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, value]) => [key, value]));
}

interface TokenAnswer {
  readonly token: string;
  readonly expires_in: number;
  readonly refresh_token?: string;
}

async function tokenOf(response: Response): Promise<TokenAnswer> {
  expect(response.status).toBe(200);
  return (await response.json()) as TokenAnswer;
}

function bearer({ token }: Pick<TokenAnswer, 'token'>): { readonly authorization: string } {
  return { authorization: `Bearer ${token}` };
}

describe('passwords', () => {
  it('open the registry, and nothing else does', async () => {
    const url = await start({ users });
    const get = (headers: Record<string, string>) =>
      fetch(`${url}/v2/a/manifests/v1`, { headers: { accept, ...headers } });
    const refused = await get({});
    expect(refused.status).toBe(401);
    expect(refused.headers.get('www-authenticate')).toBe('Basic realm="archipelago-sandbox"');
    expect((await get(basic)).status).toBe(200);
    const encoded = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });
    expect((await get(encoded('ada:wrong'))).status).toBe(401);
    expect((await get(encoded('ada'))).status).toBe(401);
    expect((await get(encoded('__proto__:x'))).status).toBe(401);
    expect((await get({ authorization: 'Bearer x' })).status).toBe(401);
    expect((await fetch(`${url}/v2/`)).status).toBe(401);
    expect((await fetch(`${url}/token`, { headers: basic })).status).toBe(404);
    await expect(startImageRegistry({ auth: 'basic' })).rejects.toThrow('name users');
  });
});

describe('tokens', () => {
  it('are asked for with what the challenge says, and open what they are for', async () => {
    const url = await start({ users, auth: 'bearer' });
    const refused = await fetch(`${url}/v2/a/manifests/v1`);
    const { realm, service, scope } = challengeOf(refused);
    expect({ realm, service, scope }).toEqual({
      realm: `${url}/token`,
      service: 'archipelago-sandbox',
      scope: 'repository:a:pull',
    });
    const token = await tokenOf(
      await fetch(`${realm}?service=${service}&scope=${scope}`, { headers: basic }),
    );
    const headers = { accept, ...bearer(token) };
    expect((await fetch(`${url}/v2/a/manifests/v1`, { headers })).status).toBe(200);
    expect((await fetch(`${url}/v2/`, { headers })).status).toBe(200);
    const other = await fetch(`${url}/v2/b/manifests/v1`, { headers });
    expect([other.status, challengeOf(other)]).toMatchObject([401, { error: 'insufficient_scope' }]);
    const push = await fetch(`${url}/v2/a/blobs/uploads/?mount=x&from=b`, { method: 'POST', headers });
    expect(challengeOf(push).scope).toBe('repository:a:pull,push repository:b:pull');
    const deleted = await fetch(`${url}/v2/a/manifests/v1`, { method: 'DELETE', headers });
    expect(challengeOf(deleted).scope).toBe('repository:a:delete');
    expect((await fetch(`${url}/v2/`, { headers: basic })).status).toBe(401);
  });

  it('are given to users only', async () => {
    const url = await start({ users, auth: 'bearer' });
    const scope = 'scope=repository:a:pull';
    expect((await fetch(`${url}/token?${scope}`)).status).toBe(401);
    const headers = { authorization: `Basic ${Buffer.from('ada:no').toString('base64')}` };
    expect((await fetch(`${url}/token?${scope}`, { headers })).status).toBe(401);
    expect((await fetch(`${url}/token?${scope}`, { method: 'PUT', headers: basic })).status).toBe(405);
  });

  it('expire', async () => {
    let now = 1_700_000_000_000;
    let made = 0;
    const environment: Environment = { now: () => now, uuid: () => `uuid-${made++}`, random: () => 0 };
    const url = await start({ users, auth: 'bearer', environment });
    const token = await tokenOf(await fetch(`${url}/token?scope=repository:a:pull`, { headers: basic }));
    expect(token.expires_in).toBe(TOKEN_SECONDS);
    const get = () => fetch(`${url}/v2/a/tags/list`, { headers: bearer(token) });
    now += TOKEN_SECONDS * 1000 - 1;
    expect((await get()).status).toBe(200);
    for (const further of [1, 1]) {
      now += further;
      const late = await get();
      expect([late.status, challengeOf(late)]).toMatchObject([401, { error: 'invalid_token' }]);
    }
  });

  it('come by form too, with a password or a refresh token', async () => {
    const url = await start({ users, auth: 'bearer' });
    const post = (fields: Record<string, string>) =>
      fetch(`${url}/token`, { method: 'POST', body: new URLSearchParams(fields) });
    const scope = 'repository:a:pull,push';
    const login = { grant_type: 'password', username: 'ada', password: users.ada, access_type: 'offline' };
    const { refresh_token = '' } = await tokenOf(await post({ ...login, scope }));
    const token = await tokenOf(await post({ grant_type: 'refresh_token', refresh_token, scope }));
    const begun = await fetch(`${url}/v2/a/blobs/uploads/`, { method: 'POST', headers: bearer(token) });
    expect(begun.status).toBe(202);
    expect((await post({ grant_type: 'refresh_token', refresh_token: 'x', scope })).status).toBe(401);
    expect((await post({ ...login, password: '' })).status).toBe(401);
    const offline = await fetch(`${url}/token?offline_token=true`, { headers: basic });
    expect((await tokenOf(offline)).refresh_token).toBeTypeOf('string');
  });

  it('let everyone pull where there are no users', async () => {
    const url = await start({ auth: 'bearer' });
    const token = await tokenOf(await fetch(`${url}/token?scope=repository:a:pull,push`));
    expect((await fetch(`${url}/v2/a/tags/list`, { headers: bearer(token) })).status).toBe(200);
    const push = await fetch(`${url}/v2/a/blobs/uploads/`, { method: 'POST', headers: bearer(token) });
    expect(push.status).toBe(401);
  });
});

it('reads scopes', () => {
  expect(
    parseScopes(['repository:a/b:push,pull registry:catalog:*', 'repository:c:delete,admin', '']),
  ).toEqual([
    { name: 'a/b', actions: ['pull', 'push'] },
    { name: 'c', actions: ['delete'] },
  ]);
});

describe('pulls for everybody, pushes with a login', () => {
  const manifest = '/v2/a/manifests/v1';
  const options = { users, anonymous: 'pull' } as const;
  const header = { accept };

  it.each([
    ['GET', manifest, {}, 200],
    ['HEAD', manifest, {}, 200],
    ['GET', '/v2/a/tags/list', {}, 200],
    ['GET', '/v2/', {}, 401],
    ['GET', '/v2/', basic, 200],
    ['GET', manifest, { authorization: 'Basic Og==' }, 200],
    ['PUT', manifest, { authorization: 'Basic Og==' }, 401],
    ['PUT', manifest, {}, 401],
    ['DELETE', manifest, {}, 401],
    ['POST', '/v2/a/blobs/uploads/', {}, 401],
    ['POST', '/v2/a/blobs/uploads/?mount=sha256:0&from=a', {}, 401],
    ['POST', '/v2/a/blobs/uploads/', basic, 202],
    ['GET', manifest, { authorization: `Basic ${Buffer.from('ada:wrong').toString('base64')}` }, 401],
  ])('%s %s', async (method, path, headers, status) => {
    const url = await start(options);
    const response = await fetch(`${url}${path}`, { method, headers: { ...header, ...headers } });
    expect(response.status).toBe(status);
  });
});

it('answers nobody who calls it by another name, as a page in a browser would', async () => {
  const url = await start({});
  const status = await new Promise((resolve, reject) => {
    get(`${url}/v2/a/tags/list`, { headers: { host: 'rebound.example.com' } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    }).once('error', reject);
  });
  expect(status).toBe(403);
});
