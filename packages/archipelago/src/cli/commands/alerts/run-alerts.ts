import { valueAt } from '@archipelago/apimachinery';
import { bySeverity, parseToldAlerts } from '../../../observability/alerts/told-alert.ts';
import { hyperConvergeds } from '../../../operator/mirror/cluster-resources.ts';
import { withClient } from '../../cluster/live-cluster.ts';
import { UnreachableError } from '../../cluster/unreachable-error.ts';
import type { ClusterOptions } from '../../flags/cluster-flags.ts';
import { type Io, UsageError } from '../../process/io.ts';
import { type Output, printData } from '../../text/print-data.ts';
import { askEndpoint } from './ask-endpoint.ts';
import { parseUrl } from './get-json.ts';
import { operatorSilence } from './operator-silence.ts';
import { printAlerts, usualNamespace } from './print-alerts.ts';
import type { ShownAlert } from './shown-alert.ts';

export interface AlertsOptions extends ClusterOptions {
  readonly url?: string;
  readonly tokenFile?: string;
  readonly caFile?: string;
  readonly output?: Output;
}

interface Found {
  readonly alerts: readonly ShownAlert[];
  readonly notes: readonly string[];
  /** Of the operator, for commands. */
  readonly namespace: string;
}

/** Prints the operator's alerts that are pending or fire; 0 none fires, 1 one does, 3 nobody could be asked. */
export async function runAlerts(options: AlertsOptions, io: Io): Promise<number> {
  const { alerts, notes, namespace } =
    options.url === undefined ? await alertsInCluster(options) : await alertsOf(options.url, options, io);
  for (const note of notes) io.err(`note: ${note}\n`);
  const sorted = bySeverity(alerts);
  io.out(
    options.output === undefined
      ? printAlerts(sorted, namespace, Date.now())
      : printData({ alerts: sorted }, options.output),
  );
  return sorted.some(({ state }) => state === 'firing') ? 1 : 0;
}

async function alertsOf(address: string, options: AlertsOptions, io: Io): Promise<Found> {
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

/** What the operator tells in the status of the HyperConverged, and what it cannot tell because it is not there. */
async function alertsInCluster(options: AlertsOptions): Promise<Found> {
  if (options.tokenFile !== undefined || options.caFile !== undefined)
    throw new UsageError('--token-file and --ca-file are for --url; a kubeconfig has its own login');
  return withClient(options, async (client) => {
    const listed = await client.list(hyperConvergeds, { namespace: options.namespace });
    if (!listed.ok && listed.status.code !== 404)
      throw new UnreachableError(`hyperconvergeds could not be listed: ${listed.status.message}`);
    const [found] = listed.ok ? listed.value.items : [];
    const namespace = found?.metadata.namespace ?? options.namespace ?? usualNamespace;
    const told = parseToldAlerts(found === undefined ? undefined : valueAt(found, 'status', 'alerts'));
    const none =
      'there is no HyperConverged, whose status would tell alerts: see archipelago runbook HCOInstallationIncomplete';
    const silence = await operatorSilence(client, namespace, Date.now());
    const notes = [
      ...(found === undefined ? [none] : []),
      ...(silence.note === undefined ? [] : [silence.note]),
    ];
    const alerts = told.map((alert): ShownAlert => ({ ...alert, state: 'firing' }));
    return { alerts: [...alerts, ...silence.alerts], notes, namespace };
  });
}
