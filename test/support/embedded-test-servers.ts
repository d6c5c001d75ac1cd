import { inProcessTransport, startEmbeddedCluster } from '@archipelago/kube-sandbox';
import { rememberedDefinitions } from './remembered-definitions.ts';
import type { TestServers } from './test-servers.ts';

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
      ...rememberedDefinitions(cluster),
      compact: async () => cluster.store.compact(),
      release: () => cluster.stop(),
    };
  },
  stop: async () => {},
};
