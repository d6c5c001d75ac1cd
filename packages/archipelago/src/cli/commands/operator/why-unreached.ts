import type { KubernetesClient } from '@archipelago/kube-client';
import { unreachableBecause } from '../../cluster/unreachable-because.ts';

/** Why there is no talking to the server, and what to do; undefined: there is. */
export async function whyUnreached(
  client: Pick<KubernetesClient, 'raw'>,
  server: string,
): Promise<string | undefined> {
  try {
    const version = await client.raw({ method: 'GET', path: '/version' });
    // who may not ask for the version may still do the work
    if (version.ok || version.status.code === 403) return undefined;
    const fix = version.status.code === 401 ? '; look at the login in the kubeconfig, or of the account' : '';
    return `the API server at ${server} refuses us: ${version.status.message}${fix}`;
  } catch (error) {
    const told = unreachableBecause(error, server);
    return told instanceof Error ? told.message : String(told);
  }
}
