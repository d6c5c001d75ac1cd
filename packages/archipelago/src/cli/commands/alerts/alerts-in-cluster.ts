import { valueAt } from '@archipelago/apimachinery';
import type { KubernetesClient } from '@archipelago/kube-client';
import { parseToldAlerts } from '../../../observability/alerts/told-alert.ts';
import { hyperConvergeds } from '../../../operator/mirror/cluster-resources.ts';
import { unlistedBecause } from '../../cluster/unlisted-because.ts';
import { UnreachableError } from '../../cluster/unreachable-error.ts';
import { operatorSilence } from './operator-silence.ts';
import type { ShownAlert } from './shown-alert.ts';
import { usualNamespace } from './usual-namespace.ts';

/** Alerts, and what is to be said about where they come from. */
export interface FoundAlerts {
  readonly alerts: readonly ShownAlert[];
  readonly notes: readonly string[];
  /** Of the operator, for commands. */
  readonly namespace: string;
}

/**
 * What the operator tells in the status of the HyperConverged, and what it cannot tell because it is not there; `chosen`: the namespace, where
 * one was. Throws an UnreachableError where the HyperConverged may not be read.
 */
export async function alertsInCluster(
  client: Pick<KubernetesClient, 'get' | 'list'>,
  chosen: string | undefined,
): Promise<FoundAlerts> {
  const listed = await client.list(hyperConvergeds, { namespace: chosen });
  if (!listed.ok && listed.status.code !== 404)
    throw new UnreachableError(unlistedBecause(hyperConvergeds, listed.status));
  const [found] = listed.ok ? listed.value.items : [];
  const namespace = found?.metadata.namespace ?? chosen ?? usualNamespace;
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
}
