import { type KubernetesClient, listInPages } from '@archipelago/kube-client';
import { nodes } from '../../../../operator/mirror/cluster-resources.ts';
import { groupNodes, type NodeGroup, type SeenNode, seenNode } from './group-nodes.ts';

const nodesPerPage = 500;

/** The nodes of a cluster, counted; where they may not be listed, why. */
export async function nodesByArchitecture(
  client: Pick<KubernetesClient, 'listPageOf'>,
): Promise<{ readonly groups: readonly NodeGroup[]; readonly problem?: string }> {
  let seen: SeenNode[] = [];
  const listed = await listInPages<SeenNode>(
    (page) => client.listPageOf(nodes, seenNode, { ...page, skipManagedFields: true }),
    nodesPerPage,
    {
      begin: () => {
        seen = [];
      },
      page: (more) => {
        seen = seen.concat(more);
      },
    },
  );
  return listed.ok ? { groups: groupNodes(seen) } : { groups: [], problem: listed.status.message };
}
