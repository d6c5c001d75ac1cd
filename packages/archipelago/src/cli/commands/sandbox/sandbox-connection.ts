import type { Connection } from '@archipelago/kube-client';
import type { EmbeddedCluster } from '@archipelago/kube-sandbox';

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
