import type { KubernetesClient, Resource } from '@archipelago/kube-client';
import { hyperConvergeds } from '../../../../operator/mirror/cluster-resources.ts';
import { type ToldChange, toldChanges } from '../edits/told-changes.ts';

const events: Resource = { group: '', version: 'v1', plural: 'events', kind: 'Event', namespaced: true };

/** Where events about objects without a namespace are. */
const namespaceOfOthers = 'default';

/** What changed lately and why: the operator's events about the HyperConverged and node images, and who wrote the HyperConverged; `problem`: why there may be more. */
export async function recentChanges(
  client: Pick<KubernetesClient, 'list'>,
  namespace: string,
): Promise<{ readonly told: readonly ToldChange[]; readonly problem?: string }> {
  const about = (kind: string) => ({ fieldSelector: `involvedObject.kind=${kind}` });
  const [own, builds, stored] = await Promise.all([
    client.list(events, { namespace, ...about('HyperConverged') }),
    client.list(events, { namespace: namespaceOfOthers, ...about('MachineOSConfig') }),
    client.list(hyperConvergeds, { namespace }),
  ]);
  const found = [own, builds].flatMap((listed) => (listed.ok ? listed.value.items : []));
  const [hyperConverged] = stored.ok ? stored.value.items : [];
  const told = toldChanges(found, hyperConverged);
  const missing = [own, builds].find((listed) => !listed.ok);
  return missing === undefined || missing.ok ? { told } : { told, problem: missing.status.message };
}
