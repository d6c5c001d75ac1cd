import { stringify } from 'yaml';

interface KubeconfigParts {
  readonly name: string;
  readonly url: string;
  /** PEM; absent for plain HTTP. */
  readonly caCertificate: string | undefined;
  readonly user: string;
  readonly token: string;
  /** What commands without `-n` are about. */
  readonly namespace: string;
}

/** A kubeconfig with one cluster, one user and one context. */
export function printKubeconfig({
  name,
  url,
  caCertificate,
  user,
  token,
  namespace,
}: KubeconfigParts): string {
  const authority =
    caCertificate === undefined
      ? {}
      : { 'certificate-authority-data': Buffer.from(caCertificate).toString('base64') };
  return stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name, cluster: { server: url, ...authority } }],
    users: [{ name: user, user: { token } }],
    contexts: [{ name, context: { cluster: name, user, namespace } }],
    'current-context': name,
  });
}
