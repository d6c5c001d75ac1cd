import type { KubernetesObject } from '@archipelago/apimachinery';
import { afterEach, expect, test } from 'vitest';
import { FakeClock } from '../../../../../../test/support/fake-clock.ts';
import { ImagePolls, type ImageToLookUp } from './image-polls.ts';
import { cronOf, home } from './importer.test-support.ts';
import type { LookedUpImage } from './importer-world.ts';

const found: LookedUpImage = { kind: 'found', digest: 'sha256:a', architectures: ['amd64'] };
const failed: LookedUpImage = { kind: 'failed', message: 'answers 500' };

let polls: ImagePolls;
afterEach(() => polls.stop());

/** Polls every ten seconds of a registry that a test plays. */
function polled(registry: (image: ImageToLookUp, signal: AbortSignal) => Promise<LookedUpImage>) {
  const clock = new FakeClock();
  const asked: ImageToLookUp[] = [];
  const news: string[] = [];
  polls = new ImagePolls({
    lookUp: (image, signal) => {
      asked.push(image);
      return registry(image, signal);
    },
    pollMs: 10_000,
    clock,
    onAnswer: (namespace) => news.push(namespace),
  });
  return { clock, asked, news };
}

const url = 'docker://registry.example:5000/fedora:latest';

test('an image is asked about at once, then from time to time; only news are told', async () => {
  let answer: LookedUpImage = found;
  const { clock, asked, news } = polled(async () => answer);
  const cron = cronOf({ registry: { secretRef: 'login', certConfigMap: 'ca' } });
  expect(polls.answer(cron)).toBeUndefined();
  await clock.advance(0);
  expect(asked).toEqual([{ url, namespace: home, secret: 'login', certificates: 'ca' }]);
  const first = { ...found, at: clock.now() };
  expect(polls.answer(cron)).toEqual(first);
  await clock.advance(25_000);
  expect([asked.length, news, polls.answer(cron)]).toEqual([3, [home], first]);
  answer = { ...found, digest: 'sha256:b' };
  await clock.advance(5_000);
  expect([news.length, polls.answer(cron)]).toEqual([2, { ...answer, at: clock.now() }]);
});

test('a registry that fails is asked again sooner', async () => {
  let answer: LookedUpImage = failed;
  const { clock, asked } = polled(async () => answer);
  polls.answer(cronOf());
  await clock.advance(3_000);
  expect(asked.length).toBe(2);
  answer = found;
  await clock.advance(1_000);
  expect(polls.answer(cronOf())).toMatchObject(found);
  await clock.advance(9_000);
  expect(asked.length).toBe(3);
});

test('a look-up that throws is a failure', async () => {
  const { clock } = polled(() => Promise.reject(new Error('out of sockets')));
  polls.answer(cronOf());
  await clock.advance(0);
  expect(polls.answer(cronOf())).toMatchObject({ kind: 'failed', message: `${url}: Error: out of sockets` });
});

test('crons of a namespace with the same image share the answer, whatever their platform', async () => {
  const { clock, asked } = polled(async () => found);
  const others: readonly KubernetesObject[] = [
    cronOf({ registry: { platform: { architecture: 'amd64' } } }),
    cronOf({ name: 'b', registry: { platform: { architecture: 'arm64' } } }),
    cronOf({ name: 'c', registry: { url: 'docker://registry.example/other' } }),
    cronOf({ name: 'd', metadata: { namespace: 'elsewhere' } }),
  ];
  for (const cron of others) polls.answer(cron);
  await clock.advance(0);
  expect(asked.map((image) => `${image.namespace} ${image.url}`)).toEqual([
    `${home} ${url}`,
    `${home} docker://registry.example/other`,
    `elsewhere ${url}`,
  ]);
});

test('images that no cron has any more are forgotten', async () => {
  const { clock, asked, news } = polled(
    (_, signal) =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve(failed), { once: true })),
  );
  polls.answer(cronOf());
  polls.keep('elsewhere', []);
  await clock.advance(0);
  polls.answer(cronOf());
  await clock.advance(0);
  expect(asked.length, 'another namespace forgets its own only').toBe(1);
  polls.keep(home, [cronOf()]);
  polls.answer(cronOf());
  await clock.advance(0);
  expect(asked.length).toBe(1);
  polls.keep(home, []);
  await clock.advance(60_000);
  expect([asked.length, news, clock.timers]).toEqual([1, [], 0]);
  expect(polls.answer(cronOf())).toBeUndefined();
  await clock.advance(0);
  expect(asked.length).toBe(2);
});

test('the end awaits what is asked', async () => {
  let isOver = false;
  const { clock } = polled(async (_, signal) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    await new Promise((resolve) => setImmediate(resolve));
    isOver = true;
    return found;
  });
  polls.answer(cronOf());
  await polls.stop();
  expect([isOver, clock.timers]).toEqual([true, 0]);
});

test('other sources than registries are told to be out of reach', () => {
  const { asked } = polled(async () => found);
  expect(polls.answer(cronOf({ registry: { url: '', imageStream: 'fedora:latest' } }))).toMatchObject({
    kind: 'failed',
    message: expect.stringContaining('spec.template.spec.source.registry.url is missing'),
  });
  expect(asked).toEqual([]);
});
