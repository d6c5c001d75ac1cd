import type { JsonValue } from '@archipelago/apimachinery';
import type { ApiResult, KubernetesClient } from '@archipelago/kube-client';
import { beforeEach, expect, test } from 'vitest';
import { FakeClock } from '../../../../../test/support/fake-clock.ts';
import { ScrapeReviewer } from './scrape-reviewer.ts';

type RawRequest = Parameters<KubernetesClient['raw']>[0];

const asked: RawRequest[] = [];
const problems: string[] = [];
let clock: FakeClock;
let answer: (request: RawRequest) => Promise<ApiResult<JsonValue>>;

function ok(status: JsonValue): ApiResult<JsonValue> {
  return { ok: true, value: { status } };
}

/** Tokens that begin with `good` may, others with `known` may not, the rest is nobody's. */
async function review({ path, body }: RawRequest): Promise<ApiResult<JsonValue>> {
  const text = JSON.stringify(body);
  const [, username = ''] = /"(?:token|user)":"((?:good|known)\w*)"/.exec(text) ?? [];
  if (path.endsWith('/tokenreviews')) return ok({ authenticated: username !== '', user: { username } });
  return ok({ allowed: username.startsWith('good') });
}

beforeEach(() => {
  asked.length = 0;
  problems.length = 0;
  clock = new FakeClock();
  answer = review;
});

function reviewer(): ScrapeReviewer {
  const raw = (request: RawRequest) => {
    asked.push(request);
    return answer(request);
  };
  return new ScrapeReviewer({ client: { raw }, clock, onProblem: (message) => problems.push(message) });
}

async function statusOf(one: ScrapeReviewer, token: string): Promise<number> {
  const access = await one.accessOf(`Bearer ${token}`);
  return access.kind === 'allowed' ? 200 : access.status;
}

test('tells apart who may, who may not, and who is nobody', async () => {
  const one = reviewer();
  expect(await statusOf(one, 'good1')).toBe(200);
  expect(await statusOf(one, 'known1')).toBe(403);
  expect(await statusOf(one, 'madeup')).toBe(401);
  expect(asked).toHaveLength(5);
  expect((await one.accessOf(undefined)).kind).toBe('refused');
  expect(asked).toHaveLength(5);
});

test('asks once in a minute about who may, and every ten seconds about who may not', async () => {
  const one = reviewer();
  for (const seconds of [0, 5, 4]) {
    await clock.advance(seconds * 1_000);
    expect([await statusOf(one, 'good1'), await statusOf(one, 'madeup')]).toEqual([200, 401]);
  }
  expect(asked).toHaveLength(3);
  await clock.advance(2_000);
  await statusOf(one, 'madeup');
  await statusOf(one, 'good1');
  expect(asked).toHaveLength(4);
  await clock.advance(60_000);
  answer = async () => ok({ authenticated: false });
  expect(await statusOf(one, 'good1')).toBe(401);
});

test('asks once about a token that comes many times at once', async () => {
  const one = reviewer();
  const all = await Promise.all(Array.from({ length: 50 }, () => statusOf(one, 'good1')));
  expect([new Set(all), asked.length]).toEqual([new Set([200]), 2]);
});

test('made-up tokens neither have the API server asked without end nor push out who may', async () => {
  const one = reviewer();
  await statusOf(one, 'good1');
  const flood = await Promise.all(Array.from({ length: 50 }, (_, index) => statusOf(one, `x${index}`)));
  expect(flood.filter((status) => status === 401)).toHaveLength(8);
  expect(flood.filter((status) => status === 503)).toHaveLength(42);
  for (let index = 0; index < 300; index += 1) await statusOf(one, `y${index}`);
  const before = asked.length;
  expect(await statusOf(one, 'good1')).toBe(200);
  expect(asked).toHaveLength(before);
});

test.each<[string, () => Promise<ApiResult<JsonValue>>]>([
  ['no right to ask', async () => ({ ok: false, status: { code: 403, reason: 'Forbidden', message: 'no' } })],
  ['no answer', () => Promise.reject(new Error('gone'))],
])('says 500 where it cannot ask, tells once, and asks again: %s', async (_, failing) => {
  const one = reviewer();
  answer = failing;
  expect([await statusOf(one, 'good1'), await statusOf(one, 'good1')]).toEqual([500, 500]);
  expect(problems).toHaveLength(1);
  expect(problems[0]).not.toContain('good1');
  answer = review;
  expect(await statusOf(one, 'good1')).toBe(200);
});
