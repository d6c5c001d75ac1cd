import type { JsonObject } from '../../src/api/json-value.ts';
import { readAt } from '../../src/config/read-at.ts';
import { type EmbeddedCluster, startEmbeddedCluster } from '../../src/sandbox/start-embedded-cluster.ts';
import type { StoredObject } from '../../src/sandbox/storage/object-store.ts';
import { inProcessTransport } from './in-process-transport.ts';
import type { TestServers } from './test-servers.ts';

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
      name: String(readAt(definition, ['metadata', 'name'])),
    });
    if (stored !== undefined) remembered.set(JSON.stringify(definition), stored);
  }
}

/** A new embedded cluster for each world, spoken to without sockets. */
export const embeddedServers: TestServers = {
  name: 'embedded',
  areSeparate: true,
  lease: async () => {
    const cluster = await startEmbeddedCluster({ insecure: true });
    const operator = cluster.addUser({
      name: 'operator',
      groups: ['system:masters', 'system:authenticated'],
    });
    return {
      name: 'embedded',
      hurry: 200,
      lookMs: 4,
      admin: () => inProcessTransport(cluster),
      operator: () => inProcessTransport(cluster, operator),
      recall: (definitions) => definitions.filter((definition) => !recall(cluster, definition)),
      remember: (definitions) => remember(cluster, definitions),
      compact: async () => cluster.store.compact(),
      release: () => cluster.stop(),
    };
  },
  stop: async () => {},
};
