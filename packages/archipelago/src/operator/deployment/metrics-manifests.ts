import type { JsonObject } from '@archipelago/apimachinery';
import type { Installation } from '../rights/permission.ts';
import type { Account } from '../rights/role-manifests.ts';

/** Of the metrics endpoint, and of the probes. */
export const metricsPort = 8443;

/** Secret with the certificate of the endpoint, which may be there: OpenShift makes it, or cert-manager. */
export const metricsSecret = 'archipelago-operator-metrics-tls';

/** The role for who scrapes, and the Service that he finds the operator by, where it runs in the cluster. */
export function metricsManifests(
  { name, namespace, labels }: Account,
  platform: Installation['platform'],
  isInCluster: boolean,
): readonly JsonObject[] {
  const role: JsonObject = {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRole',
    metadata: { name: `${name}-metrics-reader`, labels },
    rules: [{ nonResourceURLs: ['/metrics'], verbs: ['get'] }],
  };
  const annotations = { 'service.beta.openshift.io/serving-cert-secret-name': metricsSecret };
  const service: JsonObject = {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: {
      name: `${name}-metrics`,
      namespace,
      labels,
      ...(platform === 'openshift' ? { annotations } : {}),
    },
    spec: {
      selector: labels,
      ports: [{ name: 'https', port: metricsPort, targetPort: 'metrics', protocol: 'TCP' }],
    },
  };
  return isInCluster ? [role, service] : [role];
}
