import { bySeverity } from '../../../observability/alerts/told-alert.ts';
import { withClient } from '../../cluster/live-cluster.ts';
import type { ClusterOptions } from '../../flags/cluster-flags.ts';
import { type Io, UsageError } from '../../process/io.ts';
import { type Output, printData } from '../../text/print-data.ts';
import { alertsInCluster, type FoundAlerts } from './alerts-in-cluster.ts';
import { askEndpoint } from './ask-endpoint.ts';
import { parseUrl } from './get-json.ts';
import { printAlerts } from './print-alerts.ts';
import { usualNamespace } from './usual-namespace.ts';

export interface AlertsOptions extends ClusterOptions {
  readonly url?: string;
  readonly tokenFile?: string;
  readonly caFile?: string;
  readonly output?: Output;
}

/** Prints the operator's alerts that are pending or fire; 0 none fires, 1 one does, 3 nobody could be asked. */
export async function runAlerts(options: AlertsOptions, io: Io): Promise<number> {
  const { alerts, notes, namespace } =
    options.url === undefined ? await alertsOfStatus(options) : await alertsOf(options.url, options, io);
  for (const note of notes) io.err(`note: ${note}\n`);
  const sorted = bySeverity(alerts);
  io.out(
    options.output === undefined
      ? printAlerts(sorted, namespace, Date.now())
      : printData({ alerts: sorted }, options.output),
  );
  return sorted.some(({ state }) => state === 'firing') ? 1 : 0;
}

async function alertsOf(address: string, options: AlertsOptions, io: Io): Promise<FoundAlerts> {
  const clash = (['kubeconfig', 'context', 'snapshot'] as const).find((name) => options[name] !== undefined);
  if (clash !== undefined)
    throw new UsageError(
      `--${clash} ${options[clash]}: --url ${address} says whom to ask; leave one of them out`,
    );
  const token = options.tokenFile === undefined ? undefined : (await io.read(options.tokenFile)).trim();
  const authorities = options.caFile === undefined ? undefined : await io.read(options.caFile);
  const found = await askEndpoint({ url: parseUrl(address, token, '--url'), token, authorities });
  return { ...found, namespace: options.namespace ?? usualNamespace };
}

async function alertsOfStatus(options: AlertsOptions): Promise<FoundAlerts> {
  if (options.tokenFile !== undefined || options.caFile !== undefined)
    throw new UsageError('--token-file and --ca-file are for --url; a kubeconfig has its own login');
  return withClient(options, (client) => alertsInCluster(client, options.namespace));
}
