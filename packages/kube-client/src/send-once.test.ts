import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../../test/support/fake-clock.ts';
import { createKubernetesClient } from './create-kubernetes-client.ts';
import type { RequestObservation, RequestTracer } from './outgoing-request.ts';
import {
  chunksOf,
  json,
  type Scripted,
  scriptedTransport,
  statusObject,
} from './scripted-transport.test-support.ts';
import { readText, sendOnce } from './send-once.ts';

const mebibyte = 1024 * 1024;
const pods = { group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespaced: true };
const name = { namespace: 'ns', name: 'p' };

async function attempt(scripted: Scripted, body?: string, trace?: RequestTracer) {
  const clock = new FakeClock();
  const observed: RequestObservation[] = [];
  const transport = scriptedTransport({ answer: () => scripted });
  const request = {
    verb: 'update' as const,
    resource: 'pods',
    method: 'PUT',
    path: '/p',
    idempotent: true,
    ...(body === undefined ? {} : { body, contentType: 'application/json' }),
  };
  const settings = {
    transport,
    clock,
    userAgent: 'me',
    observe: (one: RequestObservation) => observed.push(one),
    trace,
  };
  const outcome = await sendOnce(settings, request, { signal: undefined, deadline: 1_000 }, readText);
  return { outcome, observed, clock, sent: transport.requests[0] };
}

describe('one attempt', () => {
  it.each([200, 201, 202, 204, 299])('takes %i for an answer', async (status) => {
    const { outcome, observed } = await attempt({ status, body: chunksOf('o', 'k') });
    expect(outcome).toEqual({ kind: 'answered', result: { ok: true, value: 'ok' } });
    expect(observed).toEqual([{ verb: 'update', resource: 'pods', status, durationMs: 0 }]);
  });

  it.each([101, 199, 300, 301, 302, 304, 307, 400, 599])('takes %i for a refusal', async (status) => {
    const { outcome } = await attempt({ status, body: chunksOf('no') });
    const refusal = { code: status, reason: '', message: `HTTP ${status}: no` };
    expect(outcome).toEqual({ kind: 'answered', result: { ok: false, status: refusal } });
  });

  it('carries what a trace wants, and tells it how it ended', async () => {
    const ended: RequestObservation[] = [];
    const asked: string[] = [];
    const { sent, observed } = await attempt({ status: 409 }, undefined, ({ verb, resource }) => {
      asked.push(`${verb} ${resource}`);
      return { headers: { traceparent: '00-1-2-01' }, ended: (one) => ended.push(one) };
    });
    expect(sent?.headers).toMatchObject({ traceparent: '00-1-2-01', Accept: 'application/json' });
    expect([asked, ended]).toEqual([['update pods'], observed]);
    const untraced = await attempt({}, undefined, () => undefined);
    expect(untraced.sent?.headers).not.toHaveProperty('traceparent');
  });

  it('says who asks, for what, and what it brings', async () => {
    const { sent } = await attempt({}, '{"a":1}');
    expect(sent).toMatchObject({ method: 'PUT', path: '/p', body: '{"a":1}' });
    expect(sent?.headers).toEqual({
      Accept: 'application/json',
      'User-Agent': 'me',
      'Content-Type': 'application/json',
    });
    expect((await attempt({})).sent?.headers).toEqual({ Accept: 'application/json', 'User-Agent': 'me' });
  });

  it('leaves no timer behind, whatever comes of it', async () => {
    for (const scripted of [json(200, {}), json(500, statusObject(500)), new Error('broke')])
      expect((await attempt(scripted)).clock.timers).toBe(0);
  });

  it('ends an exchange whose answer breaks off', async () => {
    async function* breaking() {
      yield Buffer.from('half');
      throw Object.assign(new Error('reset'), { code: 'ECONNRESET' });
    }
    const { outcome, sent, observed } = await attempt({ status: 200, body: breaking() });
    expect(outcome).toMatchObject({ kind: 'failed', error: { failure: 'unreachable', code: 'ECONNRESET' } });
    expect(sent?.signal.aborted).toBe(true);
    expect(observed[0]?.status).toBe(200);
  });
});

describe('an answer without end', () => {
  /** Far more than any answer is; the same piece again and again, which takes no memory. */
  function endless(status: number, begin: string, piece: Uint8Array) {
    const read = { chunks: 0, isEnded: false };
    async function* body() {
      try {
        yield Buffer.from(begin);
        for (; read.chunks < 1_024; read.chunks += 1) yield piece;
      } finally {
        read.isEnded = true;
      }
    }
    const client = createKubernetesClient({
      transport: scriptedTransport({ answer: () => ({ status, body: body() }) }),
      clock: new FakeClock(),
      random: () => 0,
    });
    return { client, read };
  }
  const spaces = Buffer.alloc(mebibyte, ' ');
  const tooLong = {
    failure: 'malformed',
    message: expect.stringContaining('is longer than 268435456 bytes'),
  };

  it('is given up after 256 MiB when an object was asked for', async () => {
    const { client, read } = endless(200, '{', spaces);
    await expect(client.get(pods, name)).rejects.toMatchObject(tooLong);
    expect([read.chunks, read.isEnded]).toEqual([255, true]);
  });

  it('is given up when a list was asked for', async () => {
    const { client, read } = endless(200, '{"items":[', Buffer.alloc(256 * mebibyte));
    await expect(client.list(pods)).rejects.toMatchObject(tooLong);
    // the first piece is too much already
    expect([read.chunks, read.isEnded]).toEqual([0, true]);
  });

  it('is given up when it is a refusal', async () => {
    const { client, read } = endless(500, '{', spaces);
    await expect(client.get(pods, name)).rejects.toMatchObject(tooLong);
    expect([read.chunks, read.isEnded]).toEqual([255, true]);
  });

  it('is given up when it answers a raw request', async () => {
    const { client, read } = endless(200, '', spaces);
    await expect(client.raw({ method: 'GET', path: '/version' })).rejects.toMatchObject(tooLong);
    expect(read.isEnded).toBe(true);
  });

  it('is given up after 32 MiB when it is one event of a watch', async () => {
    const { client, read } = endless(200, '{"type":"', spaces);
    const opened = await client.watch(pods, { namespace: 'ns' });
    const events: unknown[] = [];
    for await (const batch of opened.ok ? opened.value : []) {
      events.push(...batch);
      if (batch.length > 0) break;
    }
    expect(events).toEqual([{ type: 'MALFORMED', reason: 'an event is longer than 33554432 bytes' }]);
    expect([read.chunks, read.isEnded]).toEqual([31, true]);
  });

  it('may be long when it is a watch of many events', async () => {
    const metadata = { name: 'p', resourceVersion: '1' };
    const event = JSON.stringify({ type: 'ADDED', object: { apiVersion: 'v1', kind: 'Pod', metadata } });
    const line = Buffer.from(`${event}${' '.repeat(mebibyte)}\n`);
    const { client } = endless(200, '', line);
    const opened = await client.watch(pods, { namespace: 'ns' });
    let events = 0;
    for await (const batch of opened.ok ? opened.value : []) {
      events += batch.length;
      expect(batch.every(({ type }) => type === 'ADDED')).toBe(true);
      if (events >= 40) break;
    }
    expect(events).toBe(40);
  });
});
