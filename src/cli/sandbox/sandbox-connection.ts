import type { Connection } from '../../kubernetes/connection.ts';
import type { EmbeddedCluster } from '../../sandbox/start-embedded-cluster.ts';

/** The way to an embedded cluster for its administrator. */
export function sandboxConnection(cluster: EmbeddedCluster, namespace: string): Connection {
  const material = {
    headers: { authorization: `Bearer ${cluster.adminToken}` },
    tls: { ca: cluster.caCertificate, insecure: false },
  };
  return {
    server: new URL(cluster.url),
    namespace,
    material: async () => material,
    refused: () => false,
  };
}
