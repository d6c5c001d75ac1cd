import type { KubernetesObject } from '@archipelago/apimachinery';
import { simulatedAnnotation } from '../../definitions/declaration/simulated.ts';

const aggregation = 'rbac.authorization.k8s.io/aggregate-to';

/** What a metrics-server is installed with: who may view a namespace may see what its pods use. */
export const metricsReader: KubernetesObject = {
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'ClusterRole',
  metadata: {
    name: 'system:aggregated-metrics-reader',
    annotations: { [simulatedAnnotation]: 'true' },
    labels: Object.fromEntries(['admin', 'edit', 'view'].map((role) => [`${aggregation}-${role}`, 'true'])),
  },
  rules: [{ apiGroups: ['metrics.k8s.io'], resources: ['pods', 'nodes'], verbs: ['get', 'list', 'watch'] }],
};
