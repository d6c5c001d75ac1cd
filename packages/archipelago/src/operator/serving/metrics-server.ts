import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { JsonObject } from '@archipelago/apimachinery';
import type { MetricValues } from '../../observability/metric-values.ts';
import { printMetrics } from '../../observability/print-metrics.ts';
import { scrapeFormat } from '../../observability/scrape-format.ts';
import { type BoundedServer, startBoundedServer } from './bounded-server.ts';
import type { CertificatePair } from './certificate-pair.ts';
import type { ScrapeAccess } from './scrape-access.ts';
import { showProcess } from './show-process.ts';

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
  /** Active alerts, as the API of Prometheus tells them. */
  readonly alerts: () => JsonObject;
  /** Called before each scrape, to bring values up to date that nobody counts. */
  readonly refresh: () => void;
}

/** Serves /metrics, /api/v1/alerts, /healthz and /readyz. Rejects when the port is taken. */
export async function startMetricsServer(options: MetricsServerOptions): Promise<BoundedServer> {
  const { certificate, port, host } = options;
  const listener: RequestListener = (request, response) => {
    answer(request, response, options).catch((error: unknown) => {
      response.writeHead(500).end(`${error instanceof Error ? error.message : String(error)}\n`);
    });
  };
  return startBoundedServer({ port, host, certificate, listener });
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
    case '/api/v1/alerts':
      return answerAlerts(request, response, options);
    case '/healthz':
      return verdict(response, await options.stuckBecause());
    case '/readyz':
      return verdict(response, options.unreadyBecause());
    default:
      return say(response, 404, 'not found; there are /metrics, /api/v1/alerts, /healthz and /readyz');
  }
}

async function answerScrape(
  request: IncomingMessage,
  response: ServerResponse,
  options: MetricsServerOptions,
): Promise<void> {
  const { refresh, values } = options;
  if (!(await mayLook(request, response, options))) return;
  refresh();
  await showProcess(values);
  const { contentType, body } = await printMetrics(values, scrapeFormat(request.headers.accept));
  response.writeHead(200, { 'Content-Type': contentType }).end(body);
}

/** Who may see the metrics sees what follows from them. */
async function answerAlerts(
  request: IncomingMessage,
  response: ServerResponse,
  options: MetricsServerOptions,
): Promise<void> {
  if (!(await mayLook(request, response, options))) return;
  const alerts = options.alerts();
  const body = JSON.stringify(alerts);
  response.writeHead(alerts.status === 'error' ? 503 : 200, { 'Content-Type': 'application/json' }).end(body);
}

/** Answers who may not. */
async function mayLook(
  { headers }: IncomingMessage,
  response: ServerResponse,
  { accessOf }: MetricsServerOptions,
): Promise<boolean> {
  const access = await accessOf?.(headers.authorization);
  if (access?.kind !== 'refused') return true;
  const challenge = access.status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {};
  say(response, access.status, access.because, challenge);
  return false;
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
