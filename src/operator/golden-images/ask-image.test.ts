import { expect, it } from 'vitest';
import type { KubernetesObject } from '../../api/kubernetes-object.ts';
import type { ImageToProbe } from '../../golden-images/image-knowledge.ts';
import type { ApiResult } from '../../kubernetes/kubernetes-status.ts';
import type { RegistryClient } from '../../registry/registry-client.ts';
import { type AskImageSettings, createAskImage } from './ask-image.ts';

const failure = { host: 'registry.test', asked: 'manifest', reason: 'none', fix: 'none' };
const registry: RegistryClient = {
  inspect: async () => ({ kind: 'absent', ...failure }),
  close: () => undefined,
};

function asking(get: AskImageSettings['client']['get']) {
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
