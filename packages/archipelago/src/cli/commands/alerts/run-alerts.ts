import { bySeverity } from '../../../observability/alerts/told-alert.ts';
import type { Answer } from '../../answers/answer.ts';
import { type AnswerFlags, answered } from '../../answers/answered.ts';
import { withClient } from '../../cluster/live-cluster.ts';
import type { ClusterOptions } from '../../flags/cluster-flags.ts';
import { type Io, UsageError } from '../../process/io.ts';
import { alertsInCluster, type FoundAlerts } from './alerts-in-cluster.ts';
import { askEndpoint } from './ask-endpoint.ts';
import { chosenAlerts } from './chosen-alerts.ts';
import { parseUrl } from './get-json.ts';
import { printAlerts } from './print-alerts.ts';
import type { ShownAlert } from './shown-alert.ts';
import { usualNamespace } from './usual-namespace.ts';

export interface AlertsOptions extends ClusterOptions, Omit<AnswerFlags, 'snapshot'> {
  readonly url?: string;
  readonly tokenFile?: string;
  readonly caFile?: string;
  readonly selector?: string;
}

/** Prints the operator's alerts that are pending or fire, or those of them that are named; 0 none fires, 1 one does, 3 nobody could be asked. */
export async function runAlerts(
  names: readonly string[],
  options: AlertsOptions,
  given: Io,
): Promise<number> {
  return answered(options, given, async (io) => {
    const found =
      options.url === undefined ? await alertsOfStatus(options) : await alertsOf(options.url, options, io);
    for (const note of found.notes) io.err(`note: ${note}\n`);
    return answerAbout(found, { names, selector: options.selector });
  });
}

/** What `alerts` tells programs. */
export interface AlertsReport {
  /** The most serious first. */
  readonly alerts: readonly ShownAlert[];
}

function answerAbout({ alerts, namespace }: FoundAlerts, choice: Parameters<typeof chosenAlerts>[1]): Answer {
  const chosen = bySeverity(chosenAlerts(alerts, choice));
  const report: AlertsReport = { alerts: chosen };
  return {
    data: report,
    print: (isWide) => printAlerts(chosen, { namespace, now: Date.now(), isWide }),
    names: [...new Set(chosen.map(({ name }) => name))],
    code: chosen.some(({ state }) => state === 'firing') ? 1 : 0,
  };
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
