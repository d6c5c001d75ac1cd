import type { JsonObject } from '@archipelago/apimachinery';
import type { Account } from '../rights/role-manifests.ts';

/**
 * What keeps one replica while nodes are drained, and lets nobody connect but to the ports that are served. Who connects cannot be said:
 * API servers come from addresses of nodes, Prometheus from any namespace; both have to show what they are. What the operator may
 * connect to is left open: registries are anywhere, and it refuses addresses itself.
 */
export function availabilityManifests(
  { name, namespace, labels }: Account,
  hasWebhook: boolean,
): readonly JsonObject[] {
  const metadata = { name, namespace, labels };
  const ports = ['metrics', ...(hasWebhook ? ['webhook'] : [])];
  return [
    {
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata,
      spec: { maxUnavailable: 1, selector: { matchLabels: labels } },
    },
    {
      apiVersion: 'networking.k8s.io/v1',
      kind: 'NetworkPolicy',
      metadata,
      spec: {
        podSelector: { matchLabels: labels },
        policyTypes: ['Ingress'],
        ingress: [{ ports: ports.map((port) => ({ protocol: 'TCP', port })) }],
      },
    },
  ];
}
