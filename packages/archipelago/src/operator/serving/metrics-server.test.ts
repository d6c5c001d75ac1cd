import { X509Certificate } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { scrape } from '../../../../../test/support/scrape.ts';
import { until } from '../../../../../test/support/until.ts';
import { createMetricValues } from '../../observability/metric-values.ts';
import type { CertificatePair } from './certificate-pair.ts';
import { createCertificate } from './create-certificate.ts';
import { startMetricsServer } from './metrics-server.ts';
import type { ScrapeAccess } from './scrape-access.ts';

type Started = Awaited<ReturnType<typeof startMetricsServer>>;

const accesses: Readonly<Record<string, ScrapeAccess>> = {
  'Bearer good': { kind: 'allowed' },
  'Bearer known': { kind: 'refused', status: 403, because: 'no right' },
  'Bearer unlucky': { kind: 'refused', status: 500, because: 'nobody to ask' },
};
const nobody: ScrapeAccess = { kind: 'refused', status: 401, because: 'no login' };

describe('the server of metrics', () => {
  let server: Started;
  let certificate: CertificatePair;

  async function start(secure: boolean): Promise<Started> {
    certificate = await createCertificate({
      kind: 'server',
      hosts: ['localhost'],
      now: Date.now(),
      days: 365,
    });
    const accessOf = async (header = '') => accesses[header] ?? nobody;
    return startMetricsServer({
      values: createMetricValues(),
      host: '127.0.0.1',
      port: 0,
      ...(secure ? { certificate, accessOf } : {}),
      unreadyBecause: () => 'reading',
      stuckBecause: async () => undefined,
      alerts: () => ({ status: 'success', data: { alerts: [] } }),
      refresh: () => undefined,
    });
  }

  beforeEach(async () => {
    server = await start(true);
  });
  afterEach(() => server.stop());

  it.each<[string, object, number]>([
    ['/metrics', {}, 401],
    ['/metrics', { authorization: 'Basic good' }, 401],
    ['/metrics', { authorization: 'Bearer known' }, 403],
    ['/metrics', { authorization: 'Bearer unlucky' }, 500],
    ['/metrics', { authorization: 'Bearer good' }, 200],
    ['/metrics?x=1', { authorization: 'Bearer good' }, 200],
    ['/api/v1/alerts', {}, 401],
    ['/api/v1/alerts', { authorization: 'Bearer known' }, 403],
    ['/api/v1/alerts', { authorization: 'Bearer good' }, 200],
    ['/metrics/', { authorization: 'Bearer good' }, 404],
    ['/healthz', {}, 200],
    ['/readyz', {}, 503],
    ['/other', { authorization: 'Bearer good' }, 404],
  ])('answers %s with %j: %i', async (path, headers, status) => {
    expect((await scrape({ port: server.port, path, headers: { ...headers } })).status).toBe(status);
  });

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('takes no %s', async (method) => {
    const headers = { authorization: 'Bearer good' };
    expect((await scrape({ port: server.port, path: '/metrics', method, headers })).status).toBe(405);
  });

  it.each([
    ['*/*', 'text/plain; version=0.0.4; charset=utf-8', '\n'],
    [
      'application/openmetrics-text; version=1.0.0',
      'application/openmetrics-text; version=1.0.0; charset=utf-8',
      '# EOF\n',
    ],
  ])('writes what Accept %s asks for', async (accept, type, end) => {
    const headers = { authorization: 'Bearer good', accept };
    const page = await scrape({ port: server.port, path: '/metrics', headers });
    expect(page.headers['content-type']).toBe(type);
    expect(page.text.endsWith(end)).toBe(true);
    expect(page.text).toMatch(/^process_resident_memory_bytes \d+$/m);
    expect(page.text).toMatch(/^nodejs_eventloop_lag_seconds \d/m);
  });

  it('asks who wants to know by which login', async () => {
    const { headers, text } = await scrape({ port: server.port, path: '/metrics' });
    expect([headers['www-authenticate'], text]).toEqual(['Bearer', 'no login\n']);
  });

  it('has no plain HTTP beside it, and asks for no login where it is plain', async () => {
    await expect(scrape({ port: server.port, path: '/healthz', plain: true })).rejects.toThrow();
    const plain = await start(false);
    expect((await scrape({ port: plain.port, path: '/metrics', plain: true })).status).toBe(200);
    await plain.stop();
  });

  it.each([
    ['a token without end', { authorization: `Bearer ${'a'.repeat(200_000)}` }],
    [
      'headers without end',
      Object.fromEntries(Array.from({ length: 900 }, (_, i) => [`x-${i}`, 'b'.repeat(99)])),
    ],
  ])('refuses %s, and goes on', async (_, headers) => {
    const answered = await scrape({ port: server.port, path: '/metrics', headers }).catch(() => undefined);
    expect([431, undefined]).toContain(answered?.status);
    expect((await scrape({ port: server.port, path: '/healthz' })).status).toBe(200);
  });

  it('exchanges its certificate without dropping a request', async () => {
    const next = await createCertificate({
      kind: 'server',
      hosts: ['localhost'],
      now: Date.now(),
      days: 365,
    });
    const seen = new Set<string>();
    const ask = async () => {
      const { status, fingerprint } = await scrape({ port: server.port, path: '/healthz' });
      expect(status).toBe(200);
      seen.add(fingerprint);
    };
    const batch = () => Promise.all(Array.from({ length: 20 }, ask));
    const before = batch();
    server.renew(next);
    await Promise.all([before, batch()]);
    seen.clear();
    await batch();
    expect([...seen]).toEqual([new X509Certificate(next.certificate).fingerprint256]);
  });

  it('makes room for who asks when many connect and say nothing', async () => {
    const silent: Socket[] = [];
    let closed = 0;
    for (let left = 200; left > 0; left -= 1) {
      const socket = connect(server.port, '127.0.0.1');
      socket
        .on('error', () => undefined)
        .on('close', () => {
          closed += 1;
        });
      silent.push(socket);
    }
    await until(() => closed >= 200 - 64);
    expect((await scrape({ port: server.port, path: '/healthz' })).status).toBe(200);
    for (const socket of silent) socket.destroy();
  });
});
