import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../../test/support/fake-clock.ts';
import type { OutgoingRequest, RequestObservation } from './outgoing-request.ts';
import { type CallOptions, createRequestSender } from './request-sender.ts';
import {
  chunksOf,
  connectionFault,
  json,
  type Scripted,
  scriptedTransport,
  statusObject,
} from './scripted-transport.test-support.ts';
import { readText } from './send-once.ts';

const read: OutgoingRequest = {
  verb: 'get',
  resource: 'pods',
  method: 'GET',
  path: '/api/v1/pods',
  idempotent: true,
};
const write: OutgoingRequest = { ...read, verb: 'create', method: 'POST', body: '{}', idempotent: false };

const fine = (): Scripted => ({ status: 200, headers: {}, body: chunksOf('fine') });
const refused = (code: number, retryAfter?: string, more: object = {}): Scripted =>
  json(code, statusObject(code, '', more), retryAfter === undefined ? {} : { 'retry-after': retryAfter });

interface Sending {
  /** Called when an attempt has ended. */
  readonly onAttempt?: () => void;
  readonly request?: OutgoingRequest;
  readonly options?: CallOptions;
  readonly random?: number;
  readonly canRenew?: boolean;
  readonly advanceMs?: number;
}

/** Sends one request; when each attempt was made, and what came of it. */
async function send(answers: readonly (() => Scripted)[], sending: Sending = {}) {
  const { request = read, options = {}, random = 0, canRenew = false, advanceMs = 100_000 } = sending;
  const clock = new FakeClock();
  const sentAt: number[] = [];
  const observed: RequestObservation[] = [];
  const transport = scriptedTransport({
    canRenew,
    answer: (index) => {
      sentAt.push(clock.monotonic());
      return (answers[index] ?? answers.at(-1) ?? fine)();
    },
  });
  const sender = createRequestSender({
    transport,
    clock,
    random: () => random,
    userAgent: 'test',
    observe: (observation) => {
      observed.push(observation);
      sending.onAttempt?.();
    },
    deadlineMs: 30_000,
    maxAttempts: 5,
    backoff: { baseMs: 100, capMs: 5_000 },
  });
  let outcome: unknown = 'under way';
  const sent = sender.send(request, options, readText).then(
    (result) => {
      outcome = result.ok ? result.value : result.status.code;
    },
    (error: Error) => {
      outcome = error;
    },
  );
  await clock.advance(advanceMs);
  return { outcome, sentAt, observed, transport, clock, sent, now: () => outcome };
}

describe('a request that is refused', () => {
  it.each([400, 401, 403, 404, 405, 409, 410, 422, 500, 502, 503, 504])(
    'with %i is not sent again',
    async (code) => {
      const { outcome, sentAt } = await send([() => refused(code)]);
      expect([outcome, sentAt]).toEqual([code, [0]]);
    },
  );

  it.each([429, 503])('with %i and Retry-After is sent again after that, a write too', async (code) => {
    for (const request of [read, write]) {
      const { outcome, sentAt } = await send([() => refused(code, '7'), fine], { request });
      expect([outcome, sentAt]).toEqual(['fine', [0, 7_000]]);
    }
  });

  it('with 429 alone is sent again after growing waits, five times in all', async () => {
    const { outcome, sentAt } = await send([() => refused(429)], { random: 0.999_999 });
    expect(outcome).toBe(429);
    expect(sentAt.map((at) => Math.round(at))).toEqual([0, 100, 300, 700, 1_500]);
  });

  it('waits for what it is told and for its own part: who was refused together does not come back together', async () => {
    const { sentAt } = await send([() => refused(429, '2'), () => refused(503, '3'), fine], { random: 0.5 });
    expect(sentAt).toEqual([0, 2_050, 5_150]);
  });

  it.each<[string, () => Scripted, number]>([
    ['seconds', () => refused(503, '12'), 12_000],
    ['no seconds at all', () => refused(503, '0'), 0],
    ['a date', () => refused(503, new Date(1_700_000_000_000 + 9_000).toUTCString()), 9_000],
    ['a date that has passed', () => refused(503, new Date(1_600_000_000_000).toUTCString()), 0],
    ['the Status', () => refused(503, undefined, { details: { retryAfterSeconds: 4 } }), 4_000],
    ['the header over the Status', () => refused(503, '2', { details: { retryAfterSeconds: 4 } }), 2_000],
  ])('reads the wait from %s', async (_, refusal, waitMs) => {
    const { outcome, sentAt } = await send([refusal, fine], { random: 0.5 });
    expect([outcome, sentAt]).toEqual(['fine', [0, waitMs + 50]]);
  });

  it.each(['soon', '12345678901'])('takes Retry-After: %s for none', async (header) => {
    expect((await send([() => refused(503, header)])).sentAt).toEqual([0]);
  });

  it('is not sent again where the wait would reach the deadline', async () => {
    const late = await send([() => refused(429, '10')], { options: { deadlineMs: 10_000 } });
    expect([late.outcome, late.sentAt]).toEqual([429, [0]]);
    const inTime = await send([() => refused(429, '10'), fine], { options: { deadlineMs: 10_001 } });
    expect([inTime.outcome, inTime.sentAt]).toEqual(['fine', [0, 10_000]]);
    const usual = await send([() => refused(429, '30')]);
    expect([usual.outcome, usual.sentAt]).toEqual([429, [0]]);
  });
});

describe('a request without an answer', () => {
  const unsent = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];
  const broken = ['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ECONNABORTED', 'UND_ERR_SOCKET'];

  it.each(unsent)('is sent again after %s, a write too: the server has seen nothing', async (code) => {
    for (const request of [read, write]) {
      const { outcome, sentAt } = await send([() => connectionFault(code), fine], { request, random: 0.5 });
      expect([outcome, sentAt]).toEqual(['fine', [0, 50]]);
    }
  });

  it.each(broken)('is sent again after %s where that does no harm', async (code) => {
    const again = await send([() => connectionFault(code), fine]);
    expect([again.outcome, again.sentAt.length]).toEqual(['fine', 2]);
    const once = await send([() => connectionFault(code), fine], { request: write });
    expect(once.outcome).toMatchObject({ failure: 'unreachable', code });
    expect(once.sentAt).toHaveLength(1);
  });

  it.each<[string, string]>([
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'untrusted'],
    ['CERT_HAS_EXPIRED', 'untrusted'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'untrusted'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'untrusted'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'untrusted'],
    ['EACCES', 'unreachable'],
  ])('is not sent again after %s, which does not pass', async (code, failure) => {
    const { outcome, sentAt } = await send([() => connectionFault(code)]);
    expect(outcome).toMatchObject({ failure, code });
    expect(sentAt).toEqual([0]);
  });

  it('gives up after five attempts', async () => {
    const { outcome, sentAt, observed } = await send([() => connectionFault('ECONNREFUSED')]);
    expect(outcome).toMatchObject({
      failure: 'unreachable',
      message: 'GET /api/v1/pods at http://scripted/: connection: ECONNREFUSED',
    });
    expect([sentAt.length, observed.length]).toEqual([5, 5]);
    expect(observed[0]).toMatchObject({ verb: 'get', resource: 'pods', durationMs: 0 });
    expect(observed[0]?.failure).toMatchObject({ failure: 'unreachable' });
    expect(observed[0]?.status).toBeUndefined();
  });

  it('ends at the deadline of the whole call, not of one attempt', async () => {
    const answers = [() => refused(429, '3'), (): Scripted => 'silence'];
    const { outcome, sentAt, observed, clock } = await send(answers, { options: { deadlineMs: 10_000 } });
    expect(outcome).toMatchObject({
      failure: 'deadline',
      message: 'GET /api/v1/pods at http://scripted/: no answer before the deadline',
    });
    expect(sentAt).toEqual([0, 3_000]);
    expect(observed.map(({ durationMs, status }) => [durationMs, status])).toEqual([
      [0, 429],
      [7_000, undefined],
    ]);
    expect(clock.timers).toBe(0);
  });

  it('is under way until the deadline', async () => {
    const { outcome } = await send([() => 'silence'], { advanceMs: 29_999 });
    expect(outcome).toBe('under way');
    expect((await send([() => 'silence'], { advanceMs: 30_000 })).outcome).toMatchObject({
      failure: 'deadline',
    });
  });
});

describe('a request that the caller gives up', () => {
  it('ends at once while it is under way', async () => {
    const caller = new AbortController();
    const sending = await send([() => 'silence'], { options: { signal: caller.signal }, advanceMs: 1_000 });
    expect(sending.outcome).toBe('under way');
    caller.abort();
    await sending.sent;
    expect(sending.now()).toMatchObject({
      failure: 'aborted',
      message: 'GET /api/v1/pods at http://scripted/: aborted',
    });
    expect([sending.sentAt, sending.clock.timers]).toEqual([[0], 0]);
  });

  it('ends at once while it waits, and is not sent again', async () => {
    const caller = new AbortController();
    const answers = [() => refused(429, '5'), fine];
    const sending = await send(answers, { options: { signal: caller.signal }, advanceMs: 1_000 });
    caller.abort();
    // no time passes
    await sending.sent;
    expect(sending.now()).toMatchObject({ failure: 'aborted' });
    expect(sending.clock.timers).toBe(0);
    expect(sending.transport.requests.filter(({ signal }) => !signal.aborted)).toHaveLength(1);
  });

  it('that was refused meanwhile has that for an answer, and is not sent again', async () => {
    const caller = new AbortController();
    const { outcome, sentAt } = await send([() => refused(429, '0')], {
      options: { signal: caller.signal },
      onAttempt: () => caller.abort(),
    });
    expect([outcome, sentAt]).toEqual([429, [0]]);
  });

  it('is not sent when it was given up before', async () => {
    const { outcome, transport } = await send([() => 'silence'], {
      options: { signal: AbortSignal.abort() },
    });
    expect(outcome).toMatchObject({ failure: 'aborted' });
    expect(transport.requests.every(({ signal }) => signal.aborted)).toBe(true);
  });
});

describe('a request that is allowed for a time', () => {
  it.each([
    ['is not sent when that is over', [false], 0],
    ['is not sent again when that is over meanwhile', [true, false], 1],
    ['is sent again while it lasts', [true, true, true], 2],
  ])('%s', async (_, allowed, sent) => {
    const left = [...allowed];
    const { outcome, sentAt } = await send([() => refused(429, '0'), fine], {
      options: { isAllowed: () => left.shift() ?? false },
    });
    expect(sentAt).toHaveLength(sent);
    if (sent === 2) expect(outcome).toBe('fine');
    else
      expect(outcome).toMatchObject({
        failure: 'aborted',
        message: 'GET /api/v1/pods was not sent: its sender may not act any more',
      });
  });
});

describe('credentials that are refused', () => {
  it('are renewed once, and the request is sent again at once', async () => {
    const { outcome, sentAt, transport } = await send([() => refused(401), fine], { canRenew: true });
    expect([outcome, sentAt, transport.refusals]).toEqual(['fine', [0, 0], 1]);
    const twice = await send([() => refused(401)], { canRenew: true });
    expect([twice.outcome, twice.sentAt, twice.transport.refusals]).toEqual([401, [0, 0], 1]);
  });

  it('are not asked for again where there are no others', async () => {
    const { outcome, sentAt, transport } = await send([() => refused(401)]);
    expect([outcome, sentAt, transport.refusals]).toEqual([401, [0], 1]);
  });

  it('are nobody’s matter with other refusals', async () => {
    const { transport } = await send([() => refused(403)], { canRenew: true });
    expect([transport.refusals, transport.requests.length]).toEqual([0, 1]);
  });

  it('leave all attempts to what comes after', async () => {
    const { sentAt } = await send([() => refused(401), () => refused(429, '1')], { canRenew: true });
    expect(sentAt).toEqual([0, 0, 1_000, 2_000, 3_000, 4_000]);
  });
});
