import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { MetricValues } from '../observability/metric-values.ts';
import { printMetrics } from '../observability/print-metrics.ts';

interface MetricsServerOptions {
  readonly values: MetricValues;
  /** 0 takes a free port. */
  readonly port: number;
  /** 127.0.0.1 when absent. */
  readonly host?: string;
  /** What reconciling waits for; undefined: nothing. */
  readonly unreadyBecause: () => string | undefined;
  /** Why only a restart helps; undefined: it would not. */
  readonly stuckBecause: () => Promise<string | undefined>;
  /** Called before each scrape, to bring values up to date that nobody counts. */
  readonly refresh: () => void;
}

interface MetricsServer {
  readonly port: number;
  stop(): Promise<void>;
}

/** Serves /metrics, /healthz and /readyz. Rejects when the port is taken. */
export async function startMetricsServer(options: MetricsServerOptions): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    answer(request.url ?? '', response, options).catch((error: unknown) => {
      response.writeHead(500).end(`${error instanceof Error ? error.message : String(error)}\n`);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host ?? '127.0.0.1', resolve);
  });
  return { port: portOf(server), stop: () => close(server) };
}

async function answer(url: string, response: ServerResponse, options: MetricsServerOptions): Promise<void> {
  switch (url.split('?')[0]) {
    case '/metrics': {
      options.refresh();
      const { contentType, body } = await printMetrics(options.values);
      response.writeHead(200, { 'Content-Type': contentType }).end(body);
      break;
    }
    case '/healthz':
      verdict(response, await options.stuckBecause());
      break;
    case '/readyz':
      verdict(response, options.unreadyBecause());
      break;
    default:
      response.writeHead(404).end('not found; there are /metrics, /healthz and /readyz\n');
  }
}

function verdict(response: ServerResponse, because: string | undefined): void {
  response.writeHead(because === undefined ? 200 : 503).end(`${because ?? 'ok'}\n`);
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  return address === null || typeof address === 'string' ? 0 : address.port;
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
