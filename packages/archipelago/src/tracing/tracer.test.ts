import { ApiConnectionError } from '@archipelago/kube-client';
import type { HttpRequest } from '@archipelago/oci-registry';
import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../../../test/support/fake-clock.ts';
import type { Sampler } from './sampler.ts';
import type { Span } from './span.ts';
import { Tracer } from './tracer.ts';

function tracing({
  sampler = { kind: 'always' },
  propagates = true,
}: {
  sampler?: Sampler;
  propagates?: boolean;
} = {}) {
  const clock = new FakeClock();
  const spans: Span[] = [];
  const tracer = new Tracer({ sampler, propagates, clock, onSpan: (span) => spans.push(span) });
  const ask = (status?: number) => {
    const traced = tracer.request({ verb: 'get', resource: 'nodes' });
    const lost = { failure: new ApiConnectionError('unreachable', 'canary') };
    traced?.ended({
      verb: 'get',
      resource: 'nodes',
      durationMs: 1,
      ...(status === undefined ? lost : { status }),
    });
    return traced?.headers;
  };
  return { clock, spans, tracer, ask };
}

const done = async () => ({ outcome: 'done' }) as const;

describe('a pass', () => {
  /** One with three requests, of which the second is refused and the third has no answer. */
  async function passed() {
    const { clock, spans, tracer, ask } = tracing();
    const headers: unknown[] = [];
    await tracer.pass('HyperConverged', async () => {
      headers.push(ask(200));
      await clock.advance(5);
      headers.push(ask(409), ask());
      return { outcome: 'retry', because: 'canary' };
    });
    const [first, second, third, pass] = spans;
    return { spans, headers, requests: [first, second, third], pass };
  }

  it('is a span with its outcome', async () => {
    const { spans, pass } = await passed();
    expect(pass).toMatchObject({
      ...{ name: 'reconcile HyperConverged', kind: 'internal', hasFailed: true },
      attributes: { 'archipelago.controller': 'HyperConverged', 'archipelago.outcome': 'retry' },
    });
    expect(pass).not.toHaveProperty('parentSpanId');
    expect((pass?.endMs ?? 0) - (pass?.startMs ?? 0)).toBe(5);
    expect(pass?.traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(pass?.spanId).toMatch(/^[0-9a-f]{16}$/);
    expect(JSON.stringify(spans)).not.toContain('canary');
  });

  it('has its requests as children, which tell the server so', async () => {
    const { headers, requests, pass } = await passed();
    const { traceId, spanId: parentSpanId } = pass ?? expect.fail();
    const common = { name: 'get nodes', kind: 'client', traceId, parentSpanId };
    const asked = { 'archipelago.verb': 'get', 'archipelago.resource': 'nodes' };
    const code = (status: number) => ({ ...asked, 'http.response.status_code': status });
    expect(requests).toMatchObject([
      { ...common, hasFailed: false, attributes: code(200) },
      { ...common, hasFailed: true, attributes: code(409) },
      { ...common, hasFailed: true, attributes: { ...asked, 'error.type': 'unreachable' } },
    ]);
    expect(headers).toEqual(
      requests.map((request) => ({ traceparent: `00-${traceId}-${request?.spanId}-01` })),
    );
  });

  it('is told of when it throws, too', async () => {
    const { spans, tracer } = tracing();
    await expect(tracer.pass('x', () => Promise.reject(new Error('canary')))).rejects.toThrow('canary');
    expect(spans).toMatchObject([{ hasFailed: true, attributes: { 'archipelago.outcome': 'threw' } }]);
  });

  it('has no part in what goes on beside it or after it', async () => {
    const { spans, tracer, ask } = tracing();
    expect(ask(200)).toBeUndefined();
    let later = Promise.resolve<unknown>(undefined);
    await tracer.pass('x', async () => {
      later = new Promise((resolve) => setImmediate(resolve)).then(() => ask(200));
      return done();
    });
    expect(await later).toBeUndefined();
    expect(spans).toHaveLength(1);
    const two = await Promise.all(
      ['a', 'b'].map((name) =>
        tracer.pass(name, () => {
          ask(200);
          return done();
        }),
      ),
    );
    expect([two.length, new Set(spans.map(({ traceId }) => traceId)).size]).toEqual([2, 3]);
  });

  it('has no part in watches that it begins: they outlive it', async () => {
    const { spans, tracer } = tracing();
    await tracer.pass('x', async () => {
      expect(tracer.request({ verb: 'watch', resource: 'nodes' })).toBeUndefined();
      return done();
    });
    expect(spans).toHaveLength(1);
  });

  it.each([
    [{ sampler: { kind: 'never' } as const }, /-00$/],
    [{ sampler: { kind: 'ratio', ratio: 0 } as const }, /-00$/],
    [{ sampler: { kind: 'ratio', ratio: 1 } as const }, /-01$/],
  ])('is sampled whole or not at all: %j', async (how, flag) => {
    const { spans, tracer, ask } = tracing(how);
    const headers: (Readonly<Record<string, string>> | undefined)[] = [];
    await tracer.pass('x', async () => {
      headers.push(ask(200));
      return done();
    });
    expect(headers[0]?.traceparent).toMatch(flag);
    expect(spans).toHaveLength(flag.test('-01') ? 2 : 0);
  });

  it('sends no header where nothing is to be propagated', async () => {
    const { tracer, ask } = tracing({ propagates: false });
    await tracer.pass('x', async () => {
      expect(ask(200)).toEqual({});
      return done();
    });
  });
});

describe('a question to a registry', () => {
  const request: HttpRequest = {
    ...{
      method: 'GET',
      url: new URL('https://me:canary@host.example/v2/canary?canary'),
      registry: 'host.example',
    },
    ...{ headers: { authorization: 'canary' }, body: undefined, trust: { ca: undefined, insecure: false } },
    signal: new AbortController().signal,
  };

  it('is a span of the pass that has set it off, for a minute, then of nobody', async () => {
    const { clock, spans, tracer } = tracing();
    const sent: HttpRequest[] = [];
    const transport = tracer.traced({
      close: () => undefined,
      send: async (asked) => {
        sent.push(asked);
        if (sent.length === 3) throw Object.assign(new Error('canary'), { code: 'ECONNRESET' });
        return { status: 401, headers: {}, body: (async function* () {})() };
      },
    });
    await tracer.pass('x', async () => {
      await transport.send(request);
      return done();
    });
    const [question, pass] = spans;
    expect(question).toMatchObject({
      ...{ name: 'ask registry', parentSpanId: pass?.spanId, hasFailed: false },
      attributes: {
        'server.address': 'host.example',
        'http.request.method': 'GET',
        'http.response.status_code': 401,
      },
    });
    await clock.advance(100_000);
    await transport.send(request);
    await expect(transport.send(request)).rejects.toThrow();
    expect(spans[2]).not.toHaveProperty('parentSpanId');
    expect(spans[3]).toMatchObject({ hasFailed: true, attributes: { 'error.type': 'ECONNRESET' } });
    expect(sent.every((each) => each === request)).toBe(true);
    expect(JSON.stringify(spans)).not.toContain('canary');
  });
});
