import type { KubernetesObject } from '@archipelago/apimachinery';
import { ApiConnectionError, type ApiResult } from '@archipelago/kube-client';
import type { InspectRequest, RegistryClient } from '@archipelago/oci-registry';
import { describe, expect, it } from 'vitest';
import type { ImageToProbe } from '../../golden-images/images/image-knowledge.ts';
import { type AskImageOptions, createAskImage } from './ask-image.ts';

const failure = { host: 'registry.test', asked: 'manifest', reason: 'none', fix: 'none' };
const registry: RegistryClient = {
  inspect: async () => ({ kind: 'absent', ...failure }),
  close: () => undefined,
};

function asking(get: AskImageOptions['client']['get']) {
  return createAskImage({
    client: { get },
    registry,
    access: { credentials: [], ca: undefined },
    rules: () => [],
  });
}

function image(name: string): ImageToProbe {
  const url = `docker://registry.test/${name}`;
  return { kind: 'image', key: url, url, namespace: 'images', secret: 'login', certificates: undefined };
}

const absent: ApiResult<KubernetesObject> = {
  ok: false,
  status: { code: 404, reason: 'NotFound', message: 'not found' },
};

it('reads the logins of a thousand templates a few at a time', async () => {
  let [under, most] = [0, 0];
  const ask = asking(async () => {
    under += 1;
    most = Math.max(most, under);
    await new Promise((resolve) => setImmediate(resolve));
    under -= 1;
    return absent;
  });
  const { signal } = new AbortController();
  const all = await Promise.all(Array.from({ length: 200 }, (_, index) => ask(image(`os-${index}`), signal)));
  expect(new Set(all.map(({ kind }) => kind))).toEqual(new Set(['unauthorized']));
  expect(most).toBeLessThanOrEqual(8);
});

it('gives up with who asks', async () => {
  const ask = asking(() => new Promise(() => undefined));
  const end = new AbortController();
  for (let index = 0; index < 8; index += 1) void ask(image(`os-${index}`), end.signal);
  const late = ask(image('late'), end.signal);
  end.abort();
  expect(await late).toMatchObject({ kind: 'aborted' });
});

describe('what a registry is asked with', () => {
  const authority = 'of the operator';
  const login = {
    scope: 'registry.test',
    credential: { kind: 'basic', username: 'operator', password: 'p' },
  } as never;
  const rule = { prefix: 'registry.test' } as never;
  const found = (data: Readonly<Record<string, string>>): ApiResult<KubernetesObject> => ({
    ok: true,
    value: { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'x' }, data },
  });
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const secret = found({ accessKeyId: base64('user'), secretKey: base64('word') });

  /** What is read of the cluster, and what goes to the registry. */
  async function asked(
    sketch: Partial<ImageToProbe>,
    answers: Readonly<Record<string, ApiResult<KubernetesObject>>> = {},
    sizes?: boolean,
  ) {
    const read: string[] = [];
    const requests: InspectRequest[] = [];
    const ask = createAskImage({
      client: {
        get: async ({ kind }, { namespace, name }) => {
          read.push(`${kind} ${namespace}/${name}`);
          return answers[name] ?? absent;
        },
      },
      registry: {
        inspect: async (_, request) => {
          requests.push(request);
          return { kind: 'absent', ...failure };
        },
        close: () => undefined,
      },
      access: { credentials: [login], ca: authority },
      rules: () => [rule],
      ...(sizes === undefined ? {} : { sizes }),
    });
    const outcome = await ask({ ...image('os'), secret: undefined, ...sketch }, new AbortController().signal);
    return { read, requests, outcome };
  }

  it("without a login of its own: the operator's, and nothing is read", async () => {
    const { read, requests } = await asked({});
    expect(read).toEqual([]);
    expect(requests).toMatchObject([
      { access: { credentials: [login], ca: authority }, rules: [rule], sizes: false },
    ]);
    expect((await asked({}, {}, true)).requests).toMatchObject([{ sizes: true }]);
  });

  it('with a login of its own: that one first, from the namespace of the template', async () => {
    const { read, requests } = await asked({ secret: 'login', namespace: 'team' }, { login: secret });
    expect(read).toEqual(['Secret team/login']);
    expect(requests[0]?.access.credentials).toHaveLength(2);
    expect(JSON.stringify(requests[0]?.access.credentials[0])).toContain('user');
    expect(requests[0]?.access.credentials[1]).toBe(login);
  });

  it("with authorities of its own: all of the config map, and the operator's", async () => {
    const { read, requests } = await asked({ certificates: 'ca' }, { ca: found({ a: 'one', b: 'two' }) });
    expect(read).toEqual(['ConfigMap images/ca']);
    expect(requests[0]?.access.ca).toBe(`one\ntwo\n${authority}`);
  });

  it.each([
    [
      'a Secret that is not there',
      { secret: 'login' },
      absent,
      'Secret images/login',
      "template's secretRef",
    ],
    [
      'a ConfigMap that is not there',
      { certificates: 'login' },
      absent,
      'ConfigMap images/login',
      "template's certConfigMap",
    ],
    [
      'a Secret that we may not read',
      { secret: 'login' },
      {
        ok: false,
        status: {
          code: 403,
          reason: 'Forbidden',
          message: 'secrets "login" is forbidden: User "op" cannot get resource "secrets"',
        },
      },
      'Secret images/login',
      "let the operator's account get this Secret with a Role in images",
    ],
    [
      'a server in trouble',
      { secret: 'login' },
      { ok: false, status: { code: 500, reason: 'InternalError', message: 'etcd' } },
      'Secret images/login',
      'look at the API server',
    ],
    ['a Secret that is none', { secret: 'login' }, found({}), '', ''],
  ] as const)(
    '%s: the registry is not asked, and it is said what to do',
    async (...[, sketch, answer, object, fix]) => {
      const { requests, outcome } = await asked(sketch, { login: answer });
      expect(requests).toEqual([]);
      expect(outcome).toMatchObject({ kind: 'unauthorized', host: 'registry.test' });
      expect(outcome).toMatchObject({
        asked: expect.stringContaining(object),
        fix: expect.stringContaining(fix),
      });
    },
  );

  it('a reference that is none is refused before anything is read', async () => {
    const { read, requests, outcome } = await asked({ url: 'docker://Not A Reference', secret: 'login' });
    expect([read, requests]).toEqual([[], []]);
    expect(outcome).toMatchObject({ kind: 'refused', asked: 'image' });
  });

  it.each([
    ['a secret', { secret: 'a/b' }, '"a/b"'],
    ['certificates', { secret: undefined, certificates: '..' }, '".."'],
    ['a namespace', { namespace: 'a.b' }, '"a.b"'],
  ])('asks nobody for what cannot exist: %s', async (_, wrong, named) => {
    const asked = asking(() => Promise.reject(new Error('nobody is to be asked')));
    const { signal } = new AbortController();
    expect(await asked({ ...image('os'), secret: 's', ...wrong }, signal)).toMatchObject({
      kind: 'refused',
      reason: `${named} is no name that it could have`,
      fix: "correct the template's secretRef, certConfigMap or namespace",
    });
  });

  it('gets no login from a namespace that is closed to templates', async () => {
    const asked: string[] = [];
    const get = (namespace: string) => {
      asked.push(namespace);
      return Promise.reject(new ApiConnectionError('unreachable', 'asked'));
    };
    const ask = createAskImage({
      client: { get: (_, name) => get(name.namespace ?? '') },
      registry: { inspect: () => Promise.reject(new Error('nobody is to be asked')), close: () => undefined },
      access: { credentials: [], ca: undefined },
      rules: () => [],
      closedNamespace: 'operator',
    });
    const { signal } = new AbortController();
    const own = { ...image('os'), secret: 's', namespace: 'operator' };
    expect(await ask(own, signal)).toMatchObject({ kind: 'refused', asked: 'Secret operator/s' });
    expect(asked).toEqual([]);
    await ask({ ...own, namespace: 'team' }, signal);
    expect(asked).toEqual(['team']);
  });

  it('an API server that cannot be reached is no answer; a mistake of ours is no answer of anybody', async () => {
    const { signal } = new AbortController();
    const lost = asking(() => Promise.reject(new ApiConnectionError('unreachable', 'connection refused')));
    expect(await lost(image('os'), signal)).toMatchObject({
      kind: 'unreachable',
      reason: 'connection refused',
    });
    const broken = asking(() => Promise.reject(new Error('a mistake of ours')));
    await expect(broken(image('os'), signal)).rejects.toThrow('a mistake of ours');
  });
});
