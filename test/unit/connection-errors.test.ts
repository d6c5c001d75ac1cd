import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@archipelago/apimachinery';
import { ApiConnectionError } from '@archipelago/kube-client';
import { createCertificates } from '@archipelago/kube-sandbox';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { unreachableBecause } from '../../packages/archipelago/src/cli/cluster/unreachable-because.ts';
import { run } from './run-command.test-support.ts';

const day = 24 * 3600 * 1000;
const another = '--kubeconfig or --context chooses another cluster\n';

let folder: string;
let servers: Server[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'archipelago-connection-errors-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

afterEach(async () => {
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  servers = [];
});

async function listen(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

interface Kubeconfig {
  readonly server: string;
  readonly ca?: string;
}

async function kubeconfigOf({ server, ca }: Kubeconfig): Promise<string> {
  const file = join(folder, 'kubeconfig');
  const cluster = {
    server,
    ...(ca === undefined ? {} : { 'certificate-authority-data': Buffer.from(ca).toString('base64') }),
  };
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'here',
    contexts: [{ name: 'here', context: { cluster: 'c', user: 'u' } }],
    clusters: [{ name: 'c', cluster }],
    users: [{ name: 'u', user: { token: 't' } }],
  };
  await writeFile(file, JSON.stringify(config));
  return file;
}

/** What `plan` says of the one cluster of a kubeconfig. */
async function told(kubeconfig: Kubeconfig): Promise<readonly [number, string]> {
  const file = await kubeconfigOf(kubeconfig);
  const { code, err } = await run(['plan', '--kubeconfig', file], {});
  return [code, err.replace('archipelago: ', '').replaceAll(kubeconfig.server, 'SERVER')];
}

const asked = 'GET /apis/hco.kubevirt.io/v1beta1/hyperconvergeds?limit=500 at SERVER/: ';

const answering =
  (code: number, body: string, headers: Readonly<Record<string, string>> = {}): RequestListener =>
  (_, response) =>
    response.writeHead(code, headers).end(body);

const status = (code: number, message: string) =>
  answering(code, JSON.stringify({ kind: 'Status', apiVersion: 'v1', code, message }), {
    'content-type': 'application/json',
  });

const page = { 'content-type': 'text/html; charset=utf-8' };

describe('an answer that is of no use is told with the server and what to do', () => {
  it.each<[string, RequestListener, string]>([
    [
      'a login that is not known',
      status(401, 'Unauthorized'),
      'the API server at SERVER/ does not know who asks (401 Unauthorized); log in again, or choose another login',
    ],
    [
      'a right that is missing',
      status(403, 'hyperconvergeds.hco.kubevirt.io is forbidden: User "u" cannot list resource'),
      'hyperconvergeds.hco.kubevirt.io could not be listed: hyperconvergeds.hco.kubevirt.io is forbidden: User "u" cannot list resource; ask who administers the cluster for the right (kubectl auth can-i list hyperconvergeds.hco.kubevirt.io tells whether it is there), or choose another login with --kubeconfig or --context (API server: SERVER)\n',
    ],
    [
      'the login page of a web server',
      answering(200, '<html>log in</html>', page),
      `SERVER/: a proxy or another web server answers with a web page (HTTP 200); what answers is no API server: look at server in the kubeconfig; ${another}`,
    ],
    [
      'a way to a login page',
      answering(302, '', { location: '/login' }),
      'sends us to /login (HTTP 302); what',
    ],
    [
      'a proxy with a login',
      answering(407, ''),
      'wants a login of its own (HTTP 407); what answers is no API',
    ],
    [
      'a proxy without a server',
      answering(502, '<h1>', page),
      'has no connection to the API server (HTTP 502);',
    ],
    [
      'a gateway without a page',
      answering(502, 'Bad Gateway'),
      'has no connection to the API server (HTTP 502);',
    ],
    [
      'a gateway that waits',
      answering(504, 'upstream request timeout', { 'content-type': 'text/plain' }),
      'waits for the API server in vain (HTTP 504); what answers is no API server',
    ],
    [
      'an API whose service is away',
      answering(503, 'service unavailable', { 'content-type': 'text/plain' }),
      'hyperconvergeds.hco.kubevirt.io could not be listed: HTTP 503: service unavailable (API server: SERVER)',
    ],
    [
      'no JSON',
      answering(200, 'hello'),
      `what answers is no API server: look at server in the kubeconfig; ${another}`,
    ],
  ])('%s', async (_, listener, words) => {
    const port = await listen(createServer(listener));
    const [code, said] = await told({ server: `http://127.0.0.1:${port}` });
    expect([code, said]).toEqual([3, expect.stringContaining(words)]);
    expect(said).toContain('SERVER');
  });
});

describe('a connection that does not come about is told with the server and what to do', () => {
  it('nobody listens', async () => {
    const server = createServer();
    const port = await listen(server);
    await new Promise((resolve) => servers.pop()?.close(resolve));
    expect(await told({ server: `http://127.0.0.1:${port}` })).toEqual([
      3,
      expect.stringMatching(
        /^GET .* at SERVER\/: connect ECONNREFUSED .*; nobody listens there: start the cluster/,
      ),
    ]);
  });

  it('a name that nobody has', async () => {
    const [code, said] = await told({ server: 'https://cluster.invalid:6443' });
    expect(code).toBe(3);
    expect(said).toMatch(
      /^GET .* at SERVER\/: getaddrinfo (ENOTFOUND|EAI_AGAIN) cluster\.invalid; the name of the server/,
    );
    expect(said).toContain(another.trim());
  });

  it('a server that speaks no TLS', async () => {
    const port = await listen(createServer());
    const [code, said] = await told({ server: `https://127.0.0.1:${port}` });
    expect([code, said]).toEqual([3, expect.stringContaining(asked)]);
    expect(said).toContain(
      'no TLS is spoken there: look at the port, and at http or https, in the kubeconfig\n',
    );
  });

  it.each([
    [
      'of another authority',
      { hosts: ['127.0.0.1'], ageDays: 0, isKnown: false },
      'not of the authority that the kubeconfig names',
    ],
    [
      'of another name',
      { hosts: ['other.example'], ageDays: 0, isKnown: true },
      'its certificate is for other names: write one',
    ],
    [
      'that has expired',
      { hosts: ['127.0.0.1'], ageDays: 800, isKnown: true },
      "the server's certificate has expired: have it",
    ],
    [
      'of next week',
      { hosts: ['127.0.0.1'], ageDays: -7, isKnown: true },
      "the server's certificate is for later: look at the clocks",
    ],
  ])('a certificate %s', async (_, { hosts, ageDays, isKnown }, words) => {
    const made = await createCertificates(systemClock.now() - ageDays * day, hosts);
    const other = await createCertificates(systemClock.now(), hosts);
    const server = createTlsServer({ cert: made.certificate, key: made.privateKey }, answering(200, '{}'));
    const port = await listen(server);
    const ca = (isKnown ? made : other).caCertificate;
    const [code, said] = await told({ server: `https://127.0.0.1:${port}`, ca });
    expect([code, said]).toEqual([3, expect.stringContaining(words)]);
    expect(said).toContain(asked);
  });
});

it('a context that is not there is told with those that are', async () => {
  const file = await kubeconfigOf({ server: 'http://127.0.0.1:1' });
  const { code, err } = await run(['plan', '--kubeconfig', file, '--context', 'nowhere'], {});
  expect([code, err]).toEqual([2, expect.stringContaining('--context: "nowhere": ')]);
  expect(err).toContain('here');
});

it.each<[string, string, Readonly<Record<string, string>>, string]>([
  ['unreachable', 'ETIMEDOUT', {}, 'nobody answers: look at the network or VPN'],
  [
    'unreachable',
    'EHOSTUNREACH',
    { HTTPS_PROXY: 'http://p:1' },
    '; HTTPS_PROXY is not used: API servers are asked directly',
  ],
  ['unreachable', 'ENETUNREACH', { https_proxy: '' }, 'chooses another cluster'],
  [
    'unreachable',
    'ECONNRESET',
    {},
    'the connection was closed: look at the port, and at firewalls and proxies',
  ],
  ['deadline', '', {}, 'nobody answers: look at the network or VPN'],
])('of %s %s with %j one is told what to do', (failure, code, environment, words) => {
  const cause = Object.assign(new Error('why'), { code });
  const kind = failure === 'deadline' ? 'deadline' : 'unreachable';
  const error = new ApiConnectionError(kind, 'GET /x at https://s:1/: why', cause);
  const said = unreachableBecause(error, 'https://s:1/', environment);
  expect(String(said)).toMatch(/^UnreachableError: GET \/x at https:\/\/s:1\/: why; /);
  expect(String(said)).toContain(words);
  expect(String(said).includes('PROXY')).toBe('HTTPS_PROXY' in environment);
});
