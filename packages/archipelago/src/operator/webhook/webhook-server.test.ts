import { Agent, request } from 'node:https';
import { TLSSocket } from 'node:tls';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../../../../../test/support/eventually.ts';
import type { Judgement } from '../options/review.ts';
import type { BoundedServer } from '../serving/bounded-server.ts';
import { createCertificate } from '../serving/create-certificate.ts';
import { webhookNames } from './webhook-names.ts';
import { startWebhookServer } from './webhook-server.ts';

const body = JSON.stringify({
  apiVersion: 'admission.k8s.io/v1',
  kind: 'AdmissionReview',
  request: {
    uid: 'u',
    operation: 'CREATE',
    resource: { group: 'hco.kubevirt.io', resource: 'hyperconvergeds' },
    object: { spec: {} },
  },
});

let server: BoundedServer;
let judge: () => Promise<Judgement>;
const problems: string[] = [];

beforeEach(async () => {
  problems.length = 0;
  judge = async () => ({ allowed: true, warnings: [] });
  const onProblem = (message: string) => problems.push(message);
  server = await startWebhookServer({ host: '127.0.0.1', port: 0, judge: () => judge(), onProblem });
  server.renew(await createCertificate({ kind: 'server', hosts: ['localhost'], now: Date.now(), days: 1 }));
});
afterEach(() => server.stop());

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string | number>>;
  readonly text?: string;
  /** A connection of its own that trusts whatever is served, when absent. */
  readonly agent?: Agent;
}

interface Answer {
  readonly status: number;
  readonly text: string;
  /** The certificate that was served. */
  readonly served: string | undefined;
}

function send({ method = 'POST', path = webhookNames.path, headers, text = body, agent }: Sent = {}) {
  return new Promise<Answer>((resolve, reject) => {
    const length = { 'content-length': Buffer.byteLength(text) };
    const sent = request(
      {
        ...{ host: '127.0.0.1', port: server.port, method, path },
        ...(agent === undefined ? { rejectUnauthorized: false, agent: false } : { agent }),
        headers: { 'content-type': 'application/json', ...length, ...headers },
      },
      (answer) => {
        let said = '';
        answer.on('data', (chunk) => {
          said += String(chunk);
        });
        const served =
          answer.socket instanceof TLSSocket ? answer.socket.getPeerX509Certificate() : undefined;
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, text: said, served: served?.toString() }),
        );
        answer.on('error', reject);
      },
    );
    sent.on('error', reject);
    sent.end(text);
  });
}

describe('the server of the webhook', () => {
  test('answers a question with the uid of it', async () => {
    const { status, text } = await send();
    expect([status, JSON.parse(text).response]).toEqual([200, { uid: 'u', allowed: true }]);
  });

  test.each<[string, Sent, number]>([
    ['another path', { path: '/metrics' }, 404],
    ['another method', { method: 'GET', text: '' }, 405],
    ['another type', { headers: { 'content-type': 'text/plain' } }, 415],
    ['a body that is too long', { headers: { 'content-length': 5 * 1024 * 1024 } }, 413],
    ['no JSON', { text: '{' }, 400],
    ['brackets without end', { text: '['.repeat(100_000) }, 400],
    ['another kind', { text: '{}' }, 400],
  ])('refuses %s', async (_, sent, status) => {
    expect((await send(sent)).status).toBe(status);
    expect((await send()).status).toBe(200);
  });

  test('says that it is not ready, so that the failure policy decides', async () => {
    judge = async () => ({ unready: 'nodes could not be read yet' });
    expect(await send()).toMatchObject({ status: 503, text: 'not ready: nodes could not be read yet\n' });
  });

  test('tells a mistake to the log, not to who asked', async () => {
    judge = () => Promise.reject(new Error('inner words'));
    const { status, text } = await send();
    expect([status, text.includes('inner words')]).toEqual([500, false]);
    expect(problems).toEqual(['the webhook could not answer: inner words']);
  });

  test('answers fifty at once, and large ones in turn', async () => {
    const large = body.replace('"spec":{}', `"spec":{"x":"${'x'.repeat(3 * 1024 * 1024)}"}`);
    const all = Array.from({ length: 50 }, (_, index) => send(index % 5 === 0 ? { text: large } : {}));
    expect(new Set((await Promise.all(all)).map(({ status }) => status))).toEqual(new Set([200]));
  });

  test('exchanges its certificate, and speaks only the TLS versions that it may', async () => {
    const next = await createCertificate({ kind: 'server', hosts: ['localhost'], now: Date.now(), days: 1 });
    server.renew(next, { minTLSVersion: 'VersionTLS13', ciphers: [] });
    expect((await send()).status).toBe(200);
    expect(() => server.renew({ ...next, privateKey: 'nonsense' })).toThrow();
    expect((await send()).status).toBe(200);
  });

  test('drops no request while certificates of two authorities take turns under load', async () => {
    const begin = Date.now();
    const authorities = await Promise.all(
      ['a', 'b'].map((name) => createCertificate({ kind: 'authority', name, now: begin, days: 9 })),
    );
    const pairs = await Promise.all(
      [...authorities, ...authorities].map((issuer) =>
        createCertificate({ kind: 'server', hosts: ['localhost'], now: begin, days: 1, issuer }),
      ),
    );
    const [first, ...more] = pairs;
    if (first === undefined) throw new Error('no certificate');
    server.renew(first);
    const ca = authorities.map(({ certificate }) => certificate);
    const trusting = { ca, servername: 'localhost', rejectUnauthorized: true };
    const kept = new Agent({ ...trusting, keepAlive: true, maxSockets: 4 });
    const each = new Agent({ ...trusting, keepAlive: false, maxSockets: 4 });
    let isOver = false;
    const answers: Answer[] = [];
    const load = [kept, kept, kept, kept, each, each, each, each].map(async (agent) => {
      while (!isOver) answers.push(await send({ agent }));
    });
    for (let turn = 0; turn < 12; turn += 1) {
      const before = answers.length;
      await eventually(() => expect(answers.length).toBeGreaterThan(before + 16));
      server.renew(more[turn % more.length] ?? first);
    }
    isOver = true;
    await Promise.all(load);
    kept.destroy();
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.flatMap(({ served }) => served ?? [])).size).toBe(pairs.length);
  });
});
