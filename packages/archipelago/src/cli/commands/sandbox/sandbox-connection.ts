import type { Connection } from '@archipelago/kube-client';
import type { EmbeddedCluster } from '@archipelago/kube-sandbox';

/** The way to an embedded cluster, for its administrator where no other token is given. */
export function sandboxConnection(
  cluster: EmbeddedCluster,
  namespace: string,
  token = cluster.adminToken,
): Connection {
  const material = {
    headers: { authorization: `Bearer ${token}` },
    tls: { ca: cluster.caCertificate, insecure: false },
  };
  return {
    server: new URL(cluster.url),
    namespace,
    material: async () => material,
    refused: () => false,
  };
}
