import {
  isKubernetesObject,
  type JsonObject,
  type KubernetesObject,
  objectAt,
} from '@archipelago/apimachinery';
import { type ApiResult, type KubernetesClient, listInPages } from '@archipelago/kube-client';
import { keepFields } from '../../doctor/facts/keep-fields.ts';
import { keptFields } from '../../doctor/facts/kept-fields.ts';
import { nodes } from '../../operator/mirror/cluster-resources.ts';

/** All nodes for several parts of one look with one login: the first that asks reads them, the others are given the same. */
export interface SharedNodes {
  /** The client, whose lists of all nodes come from what was read. Whoever goes on with a watch begins at that version. */
  through(client: KubernetesClient): KubernetesClient;
}

interface Nodes {
  readonly items: readonly KubernetesObject[];
  readonly resourceVersion: string;
}

/** Of none yet. What is kept of a node is what the checks of the doctor need: labels and architecture are among it. */
export function createSharedNodes(): SharedNodes {
  let reading: Promise<ApiResult<Nodes>> | undefined;

  function read(client: Pick<KubernetesClient, 'listPageOf'>): Promise<ApiResult<Nodes>> {
    reading ??= readNodes(client).catch((error: unknown) => {
      // whoever tries again is to reach the server
      reading = undefined;
      throw error;
    });
    return reading;
  }

  return {
    through: (client) => ({
      ...client,
      listPageOf: async (resource, keep, options = {}) => {
        const { labelSelector, fieldSelector } = options;
        const isWhole = labelSelector === undefined && fieldSelector === undefined;
        if (!isWhole || resource.group !== nodes.group || resource.plural !== nodes.plural)
          return client.listPageOf(resource, keep, options);
        const listed = await read(client);
        if (!listed.ok) return listed;
        const { items, resourceVersion } = listed.value;
        return { ok: true, value: { items: items.map(keep), resourceVersion } };
      },
    }),
  };
}

/** The first page tells how many there are; a server answers so many at once. */
const nodesPerPage = 500;

async function readNodes(client: Pick<KubernetesClient, 'listPageOf'>): Promise<ApiResult<Nodes>> {
  let items: KubernetesObject[] = [];
  const listed = await listInPages(
    (page) => client.listPageOf(nodes, keptOf, { ...page, skipManagedFields: true }),
    nodesPerPage,
    {
      begin: () => {
        items = [];
      },
      page: (more) => {
        items = items.concat(more);
      },
    },
  );
  return listed.ok ? { ok: true, value: { items, ...listed.value } } : listed;
}

function keptOf(node: KubernetesObject): KubernetesObject {
  const kept = keepFields(plainNode(node), keptFields.nodes);
  return isKubernetesObject(kept) ? kept : node;
}

function plainNode(node: KubernetesObject): JsonObject {
  const plain: unknown = node;
  return objectAt(plain);
}
