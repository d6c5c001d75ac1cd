import { type JsonObject, valueAt } from '@archipelago/apimachinery';
import type { EmbeddedCluster, StoredObject } from '@archipelago/kube-sandbox';
import type { TestServer } from './test-servers.ts';

/** Definitions as a cluster stored them once they were established, by what was to be created; frozen, so clusters may share them. */
const remembered = new Map<string, StoredObject>();

function recall(cluster: EmbeddedCluster, definition: JsonObject): boolean {
  const stored = remembered.get(JSON.stringify(definition));
  if (stored !== undefined) cluster.store.put(stored.key, stored.object);
  return stored !== undefined;
}

function remember(cluster: EmbeddedCluster, definitions: readonly JsonObject[]): void {
  for (const definition of definitions) {
    const stored = cluster.store.get({
      resource: 'apiextensions.k8s.io/customresourcedefinitions',
      namespace: '',
      name: String(valueAt(definition, 'metadata', 'name')),
    });
    if (stored !== undefined) remembered.set(JSON.stringify(definition), stored);
  }
}

/** Creates a definition once in this process: clusters after the first take it as that one stored it. */
export function rememberedDefinitions(
  cluster: EmbeddedCluster,
): Required<Pick<TestServer, 'recall' | 'remember'>> {
  return {
    recall: (definitions) => definitions.filter((definition) => !recall(cluster, definition)),
    remember: (definitions) => remember(cluster, definitions),
  };
}
