import { createServer, type IncomingHttpHeaders } from 'node:http';
import { systemClock } from '@archipelago/apimachinery';
import { afterEach, describe, expect, it } from 'vitest';
import { openTracing } from './open-tracing.ts';

/** A collector on this machine. */
async function collecting(status = 200) {
  const taken: { url: string | undefined; headers: IncomingHttpHeaders; body: string }[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    taken.push({ url: request.url, headers: request.headers, body: Buffer.concat(chunks).toString() });
    response.writeHead(status).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close());
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return { taken, url: `http://127.0.0.1:${port}` };
}

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

const done = async () => ({ outcome: 'done' }) as const;

describe('traces', () => {
  it('arrive at a collector as OTLP in JSON, with the headers that it wants', async () => {
    const { taken, url } = await collecting();
    const said: string[] = [];
    const environment = {
      OTEL_EXPORTER_OTLP_ENDPOINT: url,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-key=canary',
      OTEL_RESOURCE_ATTRIBUTES: 'k8s.cluster.name=test',
    };
    const tracing = openTracing(environment, systemClock, (...line) => said.push(JSON.stringify(line)));
    await tracing?.tracer.pass('x', done);
    await tracing?.stop();
    expect(taken).toMatchObject([
      { url: '/v1/traces', headers: { 'content-type': 'application/json', 'x-key': 'canary' } },
    ]);
    const body = JSON.parse(taken[0]?.body ?? '');
    const hex = (digits: number) => expect.stringMatching(new RegExp(`^[0-9a-f]{${digits}}$`));
    const time = expect.stringMatching(/^\d{19}$/);
    expect(body).toEqual({
      resourceSpans: [
        {
          resource: {
            attributes: [
              { key: 'k8s.cluster.name', value: { stringValue: 'test' } },
              { key: 'service.name', value: { stringValue: 'archipelago-operator' } },
            ],
          },
          scopeSpans: [
            {
              scope: { name: 'archipelago' },
              spans: [
                {
                  ...{ traceId: hex(32), spanId: hex(16), name: 'reconcile x', kind: 1, status: { code: 0 } },
                  ...{ startTimeUnixNano: time, endTimeUnixNano: time },
                  attributes: [
                    { key: 'archipelago.controller', value: { stringValue: 'x' } },
                    { key: 'archipelago.outcome', value: { stringValue: 'done' } },
                  ],
                },
              ],
            },
          ],
        },
      ],
    });
    expect(said).toEqual([`["info",{"sampler":"always"},"traces go to ${new URL(url).host}"]`]);
  });

  it.each([
    [503, 'it answers 503'],
    [undefined, 'ECONNREFUSED'],
  ])('that nobody takes (%s) hold nothing up', async (status, because) => {
    const url = status === undefined ? 'http://127.0.0.1:1' : (await collecting(status)).url;
    const said: unknown[] = [];
    const environment = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${url}/x?key=canary` };
    const tracing = openTracing(environment, systemClock, (...line) => said.push(line));
    await tracing?.tracer.pass('x', done);
    await tracing?.stop();
    expect(said).toContainEqual(['warn', { because }, expect.stringContaining('takes no traces')]);
    expect(JSON.stringify(said)).not.toContain('canary');
  });

  it('are none where nobody asks, or where it makes no sense', () => {
    const said: unknown[] = [];
    const open = (environment: Record<string, string>) =>
      openTracing(environment, systemClock, (...line) => said.push(line));
    expect([open({}), open({ OTEL_TRACES_EXPORTER: 'x' })]).toEqual([undefined, undefined]);
    expect(said).toEqual([['warn', { because: 'OTEL_TRACES_EXPORTER: must be otlp or none' }, 'no traces']]);
  });

  it('are left out, and the operator goes on, where the file with authorities cannot be read', () => {
    const said: string[] = [];
    const environment = {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'https://127.0.0.1:4318',
      OTEL_EXPORTER_OTLP_CERTIFICATE: '/nowhere/ca.crt',
    };
    expect(
      openTracing(environment, systemClock, (...line) => said.push(JSON.stringify(line))),
    ).toBeUndefined();
    expect(said).toEqual([expect.stringContaining('OTEL_EXPORTER_OTLP_CERTIFICATE')]);
  });
});
