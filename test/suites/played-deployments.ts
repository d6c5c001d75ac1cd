import { type JsonObject, numberAt } from '@archipelago/apimachinery';
import type { KubernetesClient } from '@archipelago/kube-client';
import { deployments } from '../../packages/archipelago/src/operator/mirror/cluster-resources.ts';
import { demand } from './operator-world.ts';

/** When whoever writes is cut off: after so many writes. */
export interface Interruption {
  readonly after: number;
  /** Set when it has happened. */
  cut?: boolean;
}

/** A client whose Deployments get and lose their pods at once, and which is cut off as somebody is who closes the terminal. */
export function playedClient(client: KubernetesClient, interruption: Interruption): KubernetesClient {
  let writes = 0;
  const written = (dryRun: boolean | undefined) => {
    if (dryRun === true) return;
    writes += 1;
    if (writes < interruption.after) return;
    interruption.cut = true;
    throw new Error('cut off');
  };
  return {
    ...client,
    // the server is the world's, and stays
    close: () => undefined,
    create: async (resource, object, options) => {
      const answer = await client.create(resource, object, options);
      written(options?.dryRun);
      return answer;
    },
    delete: async (resource, name, options) => {
      const answer = await client.delete(resource, name, options);
      written(options?.dryRun);
      return answer;
    },
    patch: async (resource, name, patch, options) => {
      const answer = await client.patch(resource, name, patch, options);
      if (answer.ok && options?.dryRun !== true && resource.plural === deployments.plural) {
        const body = { status: statusOf(numberAt(answer.value, 'spec', 'replicas') ?? 1) };
        demand(await client.patchStatus(deployments, name, { type: 'merge', body }));
      }
      written(options?.dryRun);
      return answer;
    },
  };
}

/** Of a Deployment whose pods are all ready. */
export function statusOf(replicas: number): JsonObject {
  return { replicas, readyReplicas: replicas, availableReplicas: replicas };
}
