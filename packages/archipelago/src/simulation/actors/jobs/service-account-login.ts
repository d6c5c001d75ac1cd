import { textAt } from '@archipelago/apimachinery';
import { type KubernetesClient, resourcePath } from '@archipelago/kube-client';
import type { ClusterLogin } from './pod-machine.ts';

/** An API server with TLS, and somebody who may ask it for tokens of service accounts. */
interface TokenIssuer extends Omit<ClusterLogin, 'token'> {
  readonly client: KubernetesClient;
}

const serviceAccounts = {
  group: '',
  version: 'v1',
  plural: 'serviceaccounts',
  kind: 'ServiceAccount',
  namespaced: true,
};
/** Longer than any build. */
const lifetimeSeconds = 6 * 3600;

/** Logs pods in as their service account, as a kubelet does. Rejects when there is no such account. */
export function serviceAccountLogin({
  client,
  url,
  caCertificate,
}: TokenIssuer): (namespace: string, account: string) => Promise<ClusterLogin> {
  return async (namespace, name) => {
    const answer = await client.raw({
      method: 'POST',
      path: resourcePath(serviceAccounts, { namespace, name, subresource: 'token' }),
      body: {
        apiVersion: 'authentication.k8s.io/v1',
        kind: 'TokenRequest',
        spec: { expirationSeconds: lifetimeSeconds },
      },
    });
    if (!answer.ok)
      throw new Error(`no token for service account ${namespace}/${name}: ${answer.status.message}`);
    return { url, caCertificate, token: textAt(answer.value, 'status', 'token') };
  };
}
