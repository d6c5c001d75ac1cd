import type { Ask } from '../../../console/answer-api.ts';
import { alertTable } from '../../../observability/alert-table.ts';
import type { Alert } from '../../../observability/alerts/alert.ts';
import { printDuration } from '../../../observability/alerts/print-duration.ts';
import { printPromql } from '../../../observability/alerts/print-promql.ts';
import { withClient } from '../../cluster/live-cluster.ts';
import { isUnreachable } from '../../cluster/unreachable-error.ts';
import type { ClusterOptions } from '../../flags/cluster-flags.ts';
import type { Io } from '../../process/io.ts';
import { alertsInCluster } from '../alerts/alerts-in-cluster.ts';
import { usualNamespace } from '../alerts/usual-namespace.ts';
import { toldRunbook } from '../runbook/told-runbook.ts';
import { answerWith } from './looking/answer-with.ts';

/** Every alert that there is, with its runbook: what `archipelago runbook -o json` says, and when it fires. Needs no right. */
export function runbooksAsk(options: ClusterOptions, io: Io): Ask {
  return {
    wants: '{}',
    fits: () => true,
    answer: answerWith(io, async () => {
      const namespace = await namespaceOf(options);
      return {
        namespace,
        alerts: alertTable.map((alert) => ({ ...toldRunbook(alert, namespace), ...more(alert) })),
      };
    }),
  };
}

function more({ expression, finding, seenFrom, ...alert }: Alert): object {
  const lasting = alert.for === 0 ? '' : ` for ${printDuration(alert.for)}`;
  return { fires: `${printPromql(expression)}${lasting}`, finding, seenFrom };
}

/** For the commands; a cluster that cannot be looked at has a usual one. */
async function namespaceOf(options: ClusterOptions): Promise<string> {
  try {
    return (await withClient(options, (client) => alertsInCluster(client, options.namespace))).namespace;
  } catch (error) {
    if (isUnreachable(error)) return options.namespace ?? usualNamespace;
    throw error;
  }
}
