import { type KubernetesClient, leaseRecordOf, leases } from '@archipelago/kube-client';
import { operatorName } from '../../../operator/mirror/cluster-resources.ts';

/** A leader that lives has renewed its lease within that, whatever its clock says. */
const longestMs = 5 * 60_000;

/**
 * Why what the operator told may be old, in a sentence: nobody renews its lease. Undefined: somebody does, or there is no lease that could be
 * read (an operator that leads without election has none).
 */
export async function operatorSilence(
  client: Pick<KubernetesClient, 'get'>,
  namespace: string,
  now: number,
): Promise<string | undefined> {
  const lease = await client.get(leases, { namespace, name: operatorName });
  if (!lease.ok) return undefined;
  const { renewTime } = leaseRecordOf(lease.value);
  if (!(now - Date.parse(renewTime) > longestMs)) return undefined;
  return `no operator has led since ${renewTime}: what it told may be old, and nobody looks now. See archipelago runbook ArchipelagoOperatorDown -n ${namespace}`;
}
