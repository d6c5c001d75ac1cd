import { type KubernetesClient, leaseRecordOf, leases } from '@archipelago/kube-client';
import { ssp } from '../../../config/operands/ssp/ssp.ts';
import { operatorName } from '../../../operator/mirror/cluster-resources.ts';
import { outsideAlerts } from './outside-alerts.ts';
import type { ShownAlert } from './shown-alert.ts';

/** What the operator cannot tell about itself. */
interface Silence {
  readonly alerts: readonly ShownAlert[];
  /** Why what the operator told may be old, in a sentence; undefined: it is not. */
  readonly note: string | undefined;
}

/**
 * Whether somebody leads, by the lease that the leader renews. Nothing is said where there is no lease that could be read: an operator that
 * leads without election has none.
 */
export async function operatorSilence(
  client: Pick<KubernetesClient, 'get' | 'list'>,
  namespace: string,
  now: number,
): Promise<Silence> {
  const lease = await client.get(leases, { namespace, name: operatorName });
  if (!lease.ok) return { alerts: [], note: undefined };
  const record = leaseRecordOf(lease.value);
  const due = outsideAlerts(record, now);
  const alerts =
    due.length === 0 || !(await hasSsp(client)) ? due : due.filter(({ name }) => !name.startsWith('SSP'));
  const note = `no operator has led since ${record.renewTime}, by the clock of this machine: what it told may be old, and nobody looks now`;
  return { alerts, note: alerts.some(({ state }) => state === 'firing') ? note : undefined };
}

/** Where there is an SSP, its operator keeps the boot sources, and has alerts of these names of its own. */
async function hasSsp(client: Pick<KubernetesClient, 'list'>): Promise<boolean> {
  const listed = await client.list(ssp);
  return listed.ok && listed.value.items.length > 0;
}
