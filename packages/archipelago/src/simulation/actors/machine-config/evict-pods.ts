import { type KubernetesObject, textAt } from '@archipelago/apimachinery';
import type { KubernetesClient, Resource } from '@archipelago/kube-client';

const pods: Resource = { group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespaced: true };
const ended = ['Succeeded', 'Failed'];

/** Whether a node still has pods that a drain waits for: not those of DaemonSets, static ones and such that have ended. */
export async function hasPodsToEvict(
  client: KubernetesClient,
  node: string,
  signal: AbortSignal,
): Promise<boolean> {
  return (await podsToEvict(client, node, signal)).length > 0;
}

/** Asks for their eviction. One that a budget keeps for now is asked for again in the next look. */
export async function evictPods(client: KubernetesClient, node: string, signal: AbortSignal): Promise<void> {
  for (const { metadata } of await podsToEvict(client, node, signal)) {
    const { namespace, name, deletionTimestamp } = metadata;
    const place = { name, ...(namespace === undefined ? {} : { namespace }) };
    if (deletionTimestamp === undefined) await client.evict(place, { signal });
  }
}

async function podsToEvict(
  client: KubernetesClient,
  node: string,
  signal: AbortSignal,
): Promise<readonly KubernetesObject[]> {
  const found = await client.list(pods, { fieldSelector: `spec.nodeName=${node}`, signal });
  return found.ok ? found.value.items.filter((pod) => !stays(pod)) : [];
}

function stays({ metadata, status }: KubernetesObject): boolean {
  const isOfDaemonSet = (metadata.ownerReferences ?? []).some(({ kind }) => kind === 'DaemonSet');
  const isStatic = metadata.annotations?.['kubernetes.io/config.mirror'] !== undefined;
  return isOfDaemonSet || isStatic || ended.includes(textAt(status, 'phase'));
}
