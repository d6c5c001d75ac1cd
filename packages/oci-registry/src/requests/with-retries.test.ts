import { sleep } from '@archipelago/apimachinery';
import { describe, expect, it } from 'vitest';
import { scriptedSession } from '../../../../test/support/scripted-session.ts';
import {
  brokenConnection,
  type Script,
  type ScriptedTransport,
} from '../../../../test/support/scripted-transport.ts';
import { type Outcome, type RegistryFailure, succeeded } from '../outcomes/outcome.ts';
import { readBody } from './read-body.ts';
import type { RegistryLimits, RegistrySession } from './registry-session.ts';
import { sendCall } from './send-call.ts';
import { sendOnce } from './send-once.ts';
import { withRetries } from './with-retries.ts';

const said = { host: 'h.example', asked: 'the blob', reason: 'no', fix: 'wait' };
const unreachable: RegistryFailure = { kind: 'unreachable', ...said };
const limited = (retryAfterMs?: number): RegistryFailure => ({ kind: 'rateLimited', retryAfterMs, ...said });

interface Tried {
  readonly limits?: Partial<RegistryLimits>;
  readonly wholeMs?: number;
  /** When the caller gives up. */
  readonly abortMs?: number;
}

/** Tries what comes to these outcomes, one after the other; says when each attempt was, in milliseconds. */
async function tried(
  outcomes: readonly Outcome<string>[],
  { limits, wholeMs = 60_000, abortMs }: Tried = {},
) {
  const session = scriptedSession(() => ({}), limits);
  const { clock } = session;
  const at: number[] = [];
  const giving = new AbortController();
  if (abortMs !== undefined) clock.after(abortMs, () => giving.abort());
  let [ended, timers] = [0, 0];
  const retried = { host: 'h.example', asked: 'the blob', wholeMs, signal: giving.signal };
  const running = withRetries<string>(session, retried, async () => {
    at.push(clock.monotonic());
    return outcomes[at.length - 1] ?? succeeded('too many');
  }).then((outcome) => {
    ended = clock.monotonic();
    timers = clock.timers;
    return outcome;
  });
  await clock.advance(3_600_000);
  return { outcome: await running, at, ended, timers };
}

describe('what is tried again', () => {
  it('waits longer each time, half of the longest with this chance, and not after the last attempt', async () => {
    const { outcome, at, ended, timers } = await tried(Array(9).fill(unreachable));
    expect({ outcome, at, ended, timers }).toEqual({
      outcome: unreachable,
      at: [0, 250, 750, 1_750],
      ended: 1_750,
      timers: 0,
    });
  });

  it('waits no longer than the cap', async () => {
    const backoff = { baseMs: 500, capMs: 800 };
    const { at } = await tried(Array(9).fill(unreachable), { limits: { backoff, attempts: 5 } });
    expect(at).toEqual([0, 250, 650, 1_050, 1_450]);
  });

  it('ends with what has succeeded', async () => {
    const { outcome, at } = await tried([unreachable, succeeded('fine')]);
    expect([outcome, at]).toEqual([succeeded('fine'), [0, 250]]);
  });

  it.each<[string, RegistryFailure]>([
    ['absent', { kind: 'absent', ...said }],
    ['unauthorized', { kind: 'unauthorized', ...said }],
    ['malformed', { kind: 'malformed', ...said }],
    ['refused', { kind: 'refused', ...said }],
    ['aborted', { kind: 'aborted', ...said }],
    ['unreachable for good', { ...unreachable, permanent: true }],
  ])('is not what is %s', async (_, failure) => {
    const { outcome, at } = await tried([failure]);
    expect([outcome, at]).toEqual([failure, [0]]);
  });

  it.each([
    ['later than it would', 7_000, 7_000],
    ['earlier than it would', 100, 250],
    ['without saying when', undefined, 250],
  ])('waits as a registry asks: %s', async (_, retryAfterMs, second) => {
    const { outcome, at } = await tried([limited(retryAfterMs), succeeded('fine')]);
    expect([outcome, at]).toEqual([succeeded('fine'), [0, second]]);
  });

  it('does not wait for what comes after its whole time', async () => {
    const late = await tried([limited(60_000)]);
    expect([late.outcome, late.ended]).toEqual([limited(60_000), 0]);
    const just = await tried([limited(59_999), succeeded('fine')]);
    expect([just.outcome, just.at]).toEqual([succeeded('fine'), [0, 59_999]]);
  });

  it('is given up by its caller, also while it waits', async () => {
    const { outcome, at, ended } = await tried([limited(7_000)], { abortMs: 3_000 });
    expect(outcome).toMatchObject({ kind: 'aborted', host: 'h.example', asked: 'the blob' });
    expect([at, ended]).toEqual([[0], 3_000]);
  });
});

describe('a registry that says nothing', () => {
  const url = new URL('https://h.example/x');
  const trust = { ca: undefined, insecure: false };
  const request = { ...said, registry: 'h.example', method: 'GET', url, headers: {}, body: undefined, trust };

  function attempt(session: RegistrySession, signal = new AbortController().signal) {
    return sendOnce(session, { ...request, signal }, async ({ body }) =>
      succeeded(Buffer.from((await readBody(body, 1_000)) ?? []).toString()),
    );
  }

  /** One attempt at a registry that answers by this script. */
  function once(script: Script, signal?: AbortSignal) {
    const session = scriptedSession(script);
    return { session, outcome: attempt(session, signal) };
  }

  it('is given up after its time, and its place goes to the next', async () => {
    const { session, outcome } = once(() => 'silence');
    await session.clock.advance(14_999);
    expect(session.clock.timers).toBe(1);
    await session.clock.advance(1);
    expect(await outcome).toMatchObject({ kind: 'unreachable', reason: 'nothing came within 15 s' });
    expect(session.clock.timers).toBe(0);
  });

  /** Its answer and each piece of it take so long; without a number nothing more comes. */
  async function slowly(...delaysMs: readonly (number | undefined)[]) {
    const session = scriptedSession(() => ({}));
    const { clock } = session;
    const pass = async (delayMs: number | undefined, signal: AbortSignal) => {
      await sleep(clock, delayMs ?? 3_600_000, signal);
      if (signal.aborted) throw brokenConnection();
    };
    const pieces = async function* (signal: AbortSignal) {
      for (const delayMs of delaysMs.slice(1)) {
        await pass(delayMs, signal);
        yield Buffer.from('x');
      }
    };
    const transport: ScriptedTransport = {
      ...session.transport,
      async send({ signal }) {
        await pass(delaysMs[0], signal);
        return { status: 200, headers: {}, body: pieces(signal) };
      },
    };
    let endedMs = 0;
    const outcome = attempt({ ...session, transport }).then((ended) => {
      endedMs = clock.monotonic();
      return ended;
    });
    await clock.advance(3_600_000);
    return { outcome: await outcome, endedMs, timers: clock.timers };
  }

  it('is not given up while something comes, and after the same time when nothing more does', async () => {
    expect(await slowly(14_000, 14_000, 14_000)).toEqual({
      outcome: succeeded('xx'),
      endedMs: 42_000,
      timers: 0,
    });
    for (const delays of [[undefined], [14_000, undefined], [1_000, 14_000, 14_000, undefined]]) {
      const before = delays.reduce<number>((sum, delay) => sum + (delay ?? 0), 0);
      const { outcome, endedMs, timers } = await slowly(...delays);
      expect([outcome.kind, endedMs, timers]).toEqual(['unreachable', before + 15_000, 0]);
    }
  });

  it('keeps nobody else away once it has been given up', async () => {
    const session = scriptedSession(() => 'silence', { requestsPerHost: 2 });
    for (let time = 1; time <= 3; time += 1) {
      const outcome = attempt(session);
      await session.clock.advance(15_000);
      await outcome;
      expect(session.transport.requests).toHaveLength(time);
    }
  });

  it('is told apart from a caller who gives up', async () => {
    const giving = new AbortController();
    const { session, outcome } = once(() => 'silence', giving.signal);
    await session.clock.advance(10);
    giving.abort();
    expect(await outcome).toMatchObject({ kind: 'aborted' });
    expect(session.clock.timers).toBe(0);
    const late = once(() => ({}), AbortSignal.abort());
    expect(await late.outcome).toMatchObject({ kind: 'aborted' });
    expect(late.session.transport.requests).toEqual([]);
  });

  it('does not hide a mistake of ours', async () => {
    const mistake = once(() => new TypeError('x is not a function'));
    await expect(mistake.outcome).rejects.toThrow('x is not a function');
    expect(mistake.session.clock.timers).toBe(0);
  });
});

describe('a registry that wants to be left alone', () => {
  const call = (host: string) => ({
    repository: { registry: host, repository: 'os' },
    insecure: false,
    access: { credentials: [], ca: undefined },
    method: 'GET' as const,
    target: 'os/blobs/x',
    asked: 'the blob',
    signal: new AbortController().signal,
  });

  it('is left alone by all requests, others are not', async () => {
    const session = scriptedSession(({ url }) =>
      url.host === 'busy.example' ? { status: 429, headers: { 'retry-after': '30' } } : {},
    );
    const fine = () => Promise.resolve(succeeded('fine'));
    expect(await sendCall(session, call('busy.example'), fine)).toMatchObject({ retryAfterMs: 30_000 });
    await session.clock.advance(10_000);
    const again = { ...call('busy.example'), target: 'os/manifests/1' };
    expect(await sendCall(session, again, fine)).toMatchObject({ kind: 'rateLimited', retryAfterMs: 20_000 });
    for (let time = 0; time < 5; time += 1) await sendCall(session, again, fine);
    expect(await sendCall(session, call('other.example'), fine)).toEqual(succeeded('fine'));
    expect(session.transport.requests).toHaveLength(2);
    await session.clock.advance(20_000);
    await sendCall(session, again, fine);
    expect(session.transport.requests).toHaveLength(3);
  });

  it('is not left alone where it does not say how long', async () => {
    const session = scriptedSession(() => ({ status: 429 }));
    const fine = () => Promise.resolve(succeeded('fine'));
    for (let time = 0; time < 2; time += 1) await sendCall(session, call('busy.example'), fine);
    expect(session.transport.requests).toHaveLength(2);
  });

  it('has so many requests at a time', async () => {
    const session = scriptedSession(() => 'silence', { requestsPerHost: 3 });
    const giving = new AbortController();
    const fine = () => Promise.resolve(succeeded('fine'));
    const send = () => sendCall(session, { ...call('h.example'), signal: giving.signal }, fine);
    const all = Array.from({ length: 5 }, send);
    await session.clock.advance(0);
    expect(session.transport.requests).toHaveLength(3);
    giving.abort();
    await Promise.all(all);
  });
});
