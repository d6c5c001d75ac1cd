import type { KubernetesClient } from '@archipelago/kube-client';
import { nodes } from '../../../../operator/mirror/cluster-resources.ts';
import { groupNodes, type NodeGroup } from './group-nodes.ts';

/** The nodes of a cluster, counted; where they may not be listed, why. */
export async function nodesByArchitecture(
  client: KubernetesClient,
): Promise<{ readonly groups: readonly NodeGroup[]; readonly problem?: string }> {
  const listed = await client.list(nodes);
  return listed.ok
    ? { groups: groupNodes(listed.value.items) }
    : { groups: [], problem: listed.status.message };
}
