import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Server, Socket } from 'node:net';
import { tlsProfiles } from '../../config/settings/security/tls-profiles.ts';
import type { MetricValues } from '../../observability/metric-values.ts';
import { printMetrics } from '../../observability/print-metrics.ts';
import type { ScrapeAccess } from './scrape-access.ts';
import type { CertificatePair } from './self-made-certificate.ts';

interface MetricsServerOptions {
  readonly values: MetricValues;
  /** 0 takes a free port. */
  readonly port: number;
  /** undefined: every address of the machine. */
  readonly host: string | undefined;
  /** HTTPS with this certificate; absent: plain HTTP. */
  readonly certificate?: CertificatePair;
  /** Whether who sends this `Authorization` gets the metrics; absent: everybody does. Probes are for everybody. */
  readonly accessOf?: (authorization: string | undefined) => Promise<ScrapeAccess>;
  /** What reconciling waits for; undefined: nothing. */
  readonly unreadyBecause: () => string | undefined;
  /** Why only a restart helps; undefined: it would not. */
  readonly stuckBecause: () => Promise<string | undefined>;
  /** Called before each scrape, to bring values up to date that nobody counts. */
  readonly refresh: () => void;
}

interface MetricsServer {
  readonly port: number;
  /** From the next connection on; those that are open go on. */
  renew(certificate: CertificatePair): void;
  stop(): Promise<void>;
}

/** What a scrape needs at most; the rest is somebody who keeps us waiting. */
const bounds = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
};
const mostConnections = 64;

/** Serves /metrics, /healthz and /readyz. Rejects when the port is taken. */
export async function startMetricsServer(options: MetricsServerOptions): Promise<MetricsServer> {
  const { certificate, port, host } = options;
  const listener: RequestListener = (request, response) => {
    answer(request, response, options).catch((error: unknown) => {
      response.writeHead(500).end(`${error instanceof Error ? error.message : String(error)}\n`);
    });
  };
  const secure = certificate && createSecureServer({ ...bounds, ...tlsOf(certificate) }, listener);
  const server = secure ?? createServer(bounds, listener);
  const open = boundConnections(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, ...(host === undefined ? {} : { host }) }, resolve);
  });
  return {
    port: portOf(server),
    renew: (next) => secure?.setSecureContext(tlsOf(next)),
    stop: () => {
      // those too that are still shaking hands
      for (const socket of open) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** The profile that clusters have where nobody chooses another. */
const ciphers = tlsProfiles.Intermediate.ciphers.join(':');

function tlsOf({ certificate, privateKey }: CertificatePair) {
  return {
    cert: certificate,
    key: privateKey,
    minVersion: 'TLSv1.2',
    ciphers,
    handshakeTimeout: 5_000,
  } as const;
}

/**
 * The oldest connection makes room for a new one: who opens many and says nothing cannot keep probes and scrapers out, which
 * come, are answered and go.
 */
function boundConnections(server: Server): ReadonlySet<Socket> {
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    const [oldest] = open;
    if (open.size > mostConnections) oldest?.destroy();
  });
  return open;
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  options: MetricsServerOptions,
): Promise<void> {
  const { method = '', url = '' } = request;
  if (method !== 'GET' && method !== 'HEAD')
    return say(response, 405, 'only GET and HEAD', { Allow: 'GET, HEAD', Connection: 'close' });
  switch (url.split('?')[0]) {
    case '/metrics':
      return answerScrape(request, response, options);
    case '/healthz':
      return verdict(response, await options.stuckBecause());
    case '/readyz':
      return verdict(response, options.unreadyBecause());
    default:
      return say(response, 404, 'not found; there are /metrics, /healthz and /readyz');
  }
}

async function answerScrape(
  { headers }: IncomingMessage,
  response: ServerResponse,
  { accessOf, refresh, values }: MetricsServerOptions,
): Promise<void> {
  const access = await accessOf?.(headers.authorization);
  if (access?.kind === 'refused') {
    const challenge = access.status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {};
    return say(response, access.status, access.because, challenge);
  }
  refresh();
  const { contentType, body } = await printMetrics(values);
  response.writeHead(200, { 'Content-Type': contentType }).end(body);
}

function verdict(response: ServerResponse, because: string | undefined): void {
  say(response, because === undefined ? 200 : 503, because ?? 'ok');
}

function say(
  response: ServerResponse,
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', ...headers }).end(`${text}\n`);
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  return address === null || typeof address === 'string' ? 0 : address.port;
}
