import { ApiConnectionError, type KubernetesClient } from '@archipelago/kube-client';
import type { RegistryAccess } from '@archipelago/oci-registry';
import { describe, expect, it } from 'vitest';
import { accessFrom } from './layering.ts';

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

const found = (data: Readonly<Record<string, string>>) =>
  ({
    ok: true,
    value: { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'push', namespace: 'jobs' }, data },
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
