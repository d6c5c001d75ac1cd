import { ApiConnectionError, type KubernetesClient } from '@archipelago/kube-client';
import type { RegistryAccess } from '@archipelago/oci-registry';
import { describe, expect, it } from 'vitest';
import { accessFrom } from './access-from.ts';

const own = { scope: 'own.example', credential: { kind: 'password', username: 'o', password: 'p' } } as const;
const access: RegistryAccess = { credentials: [own], ca: 'PEM' };
const signal = new AbortController().signal;
const login = (text: string) => ({ '.dockerconfigjson': Buffer.from(text).toString('base64') });

function reading(answer: Awaited<ReturnType<KubernetesClient['get']>> | Error) {
  const asked: unknown[] = [];
  const client: Pick<KubernetesClient, 'get'> = {
    get: async (resource, name, options) => {
      asked.push([resource.plural, name, options?.signal === signal]);
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
  const read = accessFrom({ client, namespace: 'jobs', access });
  return { asked, read: (secret: string | undefined) => read(secret, 'registry.example', signal) };
}

const found = (data: Readonly<Record<string, string>>, type = 'kubernetes.io/dockerconfigjson') =>
  ({
    ok: true,
    value: { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'push', namespace: 'jobs' }, type, data },
  }) as const;
const refused = (code: number) =>
  ({ ok: false, status: { code, reason: '', message: `refused ${code}` } }) as const;

describe('logins for a registry', () => {
  it('are the operator’s alone where no secret is named', async () => {
    const { asked, read } = reading(refused(500));
    expect(await read(undefined)).toEqual({ kind: 'ok', value: access });
    expect(asked).toEqual([]);
  });

  it('of the secret come before the operator’s, and are read each time: they may have been renewed', async () => {
    const text = JSON.stringify({
      auths: { 'registry.example': { auth: Buffer.from('u:s').toString('base64') } },
    });
    const { asked, read } = reading(found(login(text)));
    const credential = { kind: 'password', username: 'u', password: 's' };
    const expected = {
      kind: 'ok',
      value: { ca: 'PEM', credentials: [expect.objectContaining({ credential }), own] },
    };
    expect(await read('push')).toMatchObject(expected);
    expect(await read('push')).toMatchObject(expected);
    expect(asked).toEqual(Array(2).fill(['secrets', { namespace: 'jobs', name: 'push' }, true]));
  });

  it.each([
    [404, 'it does not exist', 'create it, or correct the name in the MachineOSConfig'],
    [403, 'refused 403', 'let the operator read secrets of this namespace'],
    [500, 'refused 500', 'let the operator read secrets of this namespace'],
  ])('that are answered with %i are none, and never the operator’s instead', async (code, reason, fix) => {
    expect(await reading(refused(code)).read('push')).toEqual({
      kind: 'unauthorized',
      host: 'registry.example',
      asked: 'Secret jobs/push',
      reason,
      fix,
    });
  });

  it.each([
    ['no JSON', login('{')],
    ['nothing of a login', { other: 'eA==' }],
  ])('that are %s are refused, without a word of what is in them', async (_, data) => {
    const answer = await reading(found(data)).read('push');
    expect(answer).toMatchObject({
      kind: 'unauthorized',
      host: 'registry.example',
      asked: 'Secret jobs/push',
    });
  });

  it('of the older type count, too', async () => {
    const entries = { 'registry.example': { auth: Buffer.from('u:s').toString('base64') } };
    const data = { '.dockercfg': Buffer.from(JSON.stringify(entries)).toString('base64') };
    expect(await reading(found(data, 'kubernetes.io/dockercfg')).read('push')).toMatchObject({
      kind: 'ok',
      value: { credentials: [{ credential: { username: 'u', password: 's' } }, own] },
    });
  });

  it.each(['Opaque', 'kubernetes.io/basic-auth', 'kubernetes.io/service-account-token', ''])(
    'of type %j are not sent anywhere, whatever is in them',
    async (type) => {
      const pair = { accessKeyId: 'bWU=', secretKey: 'Y2FuYXJ5' };
      const text = JSON.stringify({ auths: { 'registry.example': { auth: 'bWU6Y2FuYXJ5' } } });
      const answer = await reading(found({ ...pair, ...login(text) }, type)).read('push');
      expect(answer).toEqual({
        kind: 'unauthorized',
        host: 'registry.example',
        asked: 'Secret jobs/push',
        reason: expect.stringContaining(`it is of type ${type === '' ? 'Opaque' : type}; logins are of type`),
        fix: expect.stringContaining('kubectl create secret docker-registry'),
      });
    },
  );

  it('of a pair of keys under the name of a login are refused', async () => {
    const answer = await reading(found({ accessKeyId: 'bWU=', secretKey: 'Y2FuYXJ5' })).read('push');
    expect(answer).toMatchObject({ kind: 'unauthorized' });
  });

  it('are waited for where the API server does not answer', async () => {
    const error = new ApiConnectionError('unreachable', 'nobody there');
    expect(await reading(error).read('push')).toEqual({
      kind: 'unreachable',
      host: 'registry.example',
      asked: 'Secret jobs/push',
      reason: 'nobody there',
      fix: 'wait',
    });
    await expect(reading(new TypeError('a bug')).read('push')).rejects.toThrow('a bug');
  });
});
