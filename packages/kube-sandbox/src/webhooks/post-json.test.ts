import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCertificates, type ServerCertificates } from '../certificates/create-certificates.ts';
import { explainFailure } from './explain-failure.ts';
import { postJson } from './post-json.ts';

let certificates: ServerCertificates;
let url: string;
let followed = 0;
const closing: (() => void)[] = [];

const MiB = 1024 * 1024;
const answers: Readonly<Record<string, RequestListener>> = {
  '/echo': (request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    request.pipe(response);
  },
  '/redirect': (_, response) => response.writeHead(307, { location: `${url}/followed` }).end(),
  '/followed': (_, response) => {
    followed += 1;
    response.end('{}');
  },
  '/large': (_, response) => {
    for (let sent = 0; sent < 17; sent += 1) response.write('x'.repeat(MiB));
    response.end();
  },
  '/reset': (request) => request.socket.destroy(),
  '/hang': () => undefined,
};

async function listen(server: ReturnType<typeof createServer>): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return address !== null && typeof address === 'object' ? address.port : 0;
}

beforeAll(async () => {
  certificates = await createCertificates(Date.now(), ['127.0.0.1', 'hook.default.svc']);
  const { certificate: cert, privateKey: key } = certificates;
  const server = createSecureServer({ cert, key }, (request, response) =>
    answers[request.url ?? '']?.(request, response),
  );
  url = `https://127.0.0.1:${await listen(server)}`;
});

afterAll(() => {
  for (const close of closing) close();
});

const running = new AbortController();

function post(path: string, more: Partial<Parameters<typeof postJson>[0]> = {}, signal = running.signal) {
  const call = {
    url: `${url}${path}`,
    authorities: certificates.caCertificate,
    body: '{"a":1}',
    timeoutMs: 20_000,
  };
  return postJson({ ...call, ...more }, signal);
}

test('posts the body and gives the answer', async () => {
  expect(await post('/echo')).toEqual({
    kind: 'answer',
    status: 200,
    contentType: 'application/json',
    body: '{"a":1}',
  });
});

test('does not follow a redirect', async () => {
  expect(await post('/redirect')).toMatchObject({ kind: 'answer', status: 307 });
  expect(followed).toBe(0);
});

test('refuses a large answer', async () => {
  expect(await post('/large')).toEqual({
    kind: 'failed',
    problem: `the answer is larger than ${16 * MiB} bytes`,
  });
});

test('says why there is no answer', async () => {
  expect(await post('/reset')).toEqual({ kind: 'failed', problem: `Post "${url}/reset": EOF` });
  expect(await post('/hang', { timeoutMs: 50 })).toEqual({
    kind: 'failed',
    problem: `Post "${url}/hang": context deadline exceeded`,
  });
});

test('ends when the server stops', async () => {
  const stopping = new AbortController();
  const result = post('/hang', {}, stopping.signal);
  stopping.abort();
  expect(await result).toEqual({ kind: 'failed', problem: `Post "${url}/hang": context canceled` });
});

test('connects to the endpoint of a service, whose certificate is for the name in the URL', async () => {
  const endpoint = { host: '127.0.0.1', port: Number(new URL(url).port) };
  const named = (host: string) => post('', { url: `https://${host}:443/echo`, endpoint });
  expect(await named('hook.default.svc')).toMatchObject({ kind: 'answer', status: 200 });
  expect(await named('other.default.svc')).toEqual({
    kind: 'failed',
    problem:
      'Post "https://other.default.svc:443/echo": tls: failed to verify certificate: ' +
      'x509: certificate is valid for hook.default.svc, not other.default.svc',
  });
});

test('never speaks to a server without TLS', async () => {
  let isAsked = false;
  const port = await listen(
    createServer((_, response) => {
      isAsked = true;
      response.end('{}');
    }),
  );
  expect(await post('', { url: `https://127.0.0.1:${port}/` })).toMatchObject({ kind: 'failed' });
  expect(isAsked).toBe(false);
});

const place = { address: '10.0.0.1:443', host: 'hook.example' };

test.each([
  ['ECONNREFUSED', 'dial tcp 10.0.0.1:443: connect: connection refused'],
  ['EHOSTUNREACH', 'dial tcp 10.0.0.1:443: connect: no route to host'],
  ['ENOTFOUND', 'dial tcp: lookup hook.example: no such host'],
  [
    'CERT_HAS_EXPIRED',
    'tls: failed to verify certificate: x509: certificate has expired or is not yet valid',
  ],
  [
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'tls: failed to verify certificate: x509: certificate is not valid for any names, but wanted to match hook.example',
  ],
  ['EPROTO', 'as Node says it'],
])('%s in the words of Go', (code, words) => {
  expect(explainFailure(Object.assign(new Error('as Node says it'), { code }), place)).toBe(words);
});
