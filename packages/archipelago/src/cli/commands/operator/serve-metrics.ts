import { hostname } from 'node:os';
import { systemClock } from '@archipelago/apimachinery';
import type { KubernetesClient } from '@archipelago/kube-client';
import { alertTable } from '../../../observability/alert-table.ts';
import { prometheusAlerts } from '../../../observability/alerts/prometheus-alerts.ts';
import type { RunningOperator } from '../../../operator/options/running-operator.ts';
import { startMetricsServer } from '../../../operator/serving/metrics-server.ts';
import { ScrapeReviewer } from '../../../operator/serving/scrape-reviewer.ts';
import { ServingCertificate } from '../../../operator/serving/serving-certificate.ts';
import { showExpiry } from '../../../operator/serving/show-expiry.ts';
import { UsageError } from '../../process/io.ts';
import { type BindAddress, isLoopback, parseBindAddress } from './bind-address.ts';
import type { ComponentLog } from './log/log-event.ts';

/** The flags about metrics, as commander gives them. */
export interface MetricsOptions {
  readonly metricsBindAddress?: string;
  readonly metricsSecure?: boolean | string;
  readonly metricsCertPath?: string;
}

/** How metrics are served. */
export type MetricsServing =
  | { readonly kind: 'none' }
  | { readonly kind: 'plain'; readonly address: BindAddress }
  | { readonly kind: 'secure'; readonly address: BindAddress; readonly folder: string | undefined };

/** Reads the flags: TLS and logins wherever others than this machine can connect, unless it is said that there are none. */
export function parseMetricsServing(options: MetricsOptions): MetricsServing {
  const address = parseBindAddress('--metrics-bind-address', options.metricsBindAddress ?? '127.0.0.1:8443');
  const asked = parseSecure(options.metricsSecure);
  const folder = options.metricsCertPath;
  if (address === undefined) return { kind: 'none' };
  if (asked ?? (folder !== undefined || !isLoopback(address))) return { kind: 'secure', address, folder };
  if (folder !== undefined)
    throw new UsageError(
      '--metrics-cert-path: has no effect with --metrics-secure=false; leave one of them out',
    );
  return { kind: 'plain', address };
}

function parseSecure(said: boolean | string | undefined): boolean | undefined {
  if (said === undefined || typeof said === 'boolean') return said;
  if (said === 'true' || said === 'false') return said === 'true';
  throw new UsageError(`--metrics-secure=${said}: must be true or false`);
}

interface Shown {
  readonly operator: RunningOperator;
  readonly client: KubernetesClient;
  readonly log: ComponentLog;
}

/** Starts to serve metrics and probes as the flags say; resolves to what ends it. */
export async function serveMetrics(serving: MetricsServing, shown: Shown): Promise<() => Promise<void>> {
  const { operator, client, log } = shown;
  if (serving.kind === 'none') return async () => undefined;
  const { host, port } = serving.address;
  const certificate = serving.kind === 'secure' ? certificateOf(serving.folder, log) : undefined;
  const reviewer = new ScrapeReviewer({
    client,
    clock: systemClock,
    onProblem: (message) => log('warn', {}, message),
  });
  const first = await certificate?.first();
  if (first !== undefined) showExpiry(operator.metrics, 'metrics', first.certificate);
  const server = await startMetricsServer({
    values: operator.metrics,
    port,
    host,
    ...(first === undefined ? {} : { certificate: first, accessOf: (header) => reviewer.accessOf(header) }),
    unreadyBecause: () => operator.unreadyBecause(),
    stuckBecause: () => operator.stuckBecause(),
    alerts: () => prometheusAlerts(alertTable, operator.activeAlerts()),
    refresh: () => operator.refreshMetrics(),
  }).catch((error: Error) => {
    throw new UsageError(`--metrics-bind-address ${host ?? ''}:${port}: ${error.message}`);
  });
  certificate?.follow((pair) => {
    server.renew(pair);
    showExpiry(operator.metrics, 'metrics', pair.certificate);
  });
  log(
    'info',
    { port: server.port, secure: serving.kind === 'secure' },
    `metrics on ${host ?? 'every address'}`,
  );
  if (serving.kind === 'plain' && !isLoopback(serving.address))
    log('warn', {}, 'whoever can connect gets the metrics: --metrics-secure=false asks for no login');
  return async () => {
    certificate?.stop();
    await server.stop();
  };
}

function certificateOf(folder: string | undefined, log: ComponentLog): ServingCertificate {
  return new ServingCertificate({
    folder,
    what: 'metrics',
    hosts: [hostname()],
    clock: systemClock,
    onNews: (level, message) => log(level, {}, message),
  });
}
